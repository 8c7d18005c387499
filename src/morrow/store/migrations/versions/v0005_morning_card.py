"""Which morning cards were seen, and the receipts of forgettings."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant
from morrow.store.visibility import row_security

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "card_seen",
        sa.Column("report", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("seen_at", Instant(), nullable=False),
    )
    op.create_table(
        "forgetting",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
    )
    op.create_index("ix_forgetting_subject", "forgetting", ["subject"])
    op.create_index("ix_forgetting_bucket", "forgetting", ["agent", "scope", "owner", "at"])
    if op.get_bind().dialect.name == "postgresql":
        for table in ("card_seen", "forgetting"):
            for statement in row_security(table):
                op.execute(statement)


def _bucket() -> tuple[sa.Column[str], sa.Column[str], sa.Column[str]]:
    return (
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
    )
