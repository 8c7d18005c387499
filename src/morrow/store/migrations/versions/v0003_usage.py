"""What calls to models took, and what running ones have reserved."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant
from morrow.store.visibility import row_security

revision = "0003"
down_revision = "0002"
PERSONAL = ("usage", "usage_reservation")


def upgrade() -> None:
    op.create_table(
        "usage",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("job", sa.String(), nullable=False),
        sa.Column("provider", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("is_estimated", sa.Boolean(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
    )
    op.create_index("ix_usage_agent_day", "usage", ["agent", "day"])
    op.create_index("ix_usage_owner_day", "usage", ["owner", "day"])
    op.create_table(
        "usage_reservation",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("until", Instant(), nullable=False),
    )
    op.create_index("ix_usage_reservation_day", "usage_reservation", ["day"])
    if op.get_bind().dialect.name == "postgresql":
        for table in PERSONAL:
            for statement in row_security(table):
                op.execute(statement)


def _bucket() -> tuple[sa.Column[str], ...]:
    return tuple(sa.Column(name, sa.String(), nullable=False) for name in ("agent", "scope", "owner"))
