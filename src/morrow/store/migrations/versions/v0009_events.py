"""What is told of dreams while they run, and the index by which the timeline finds revisions."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant
from morrow.store.visibility import row_security

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "dream_event",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("run", sa.String(), nullable=False),
        sa.Column("happening", sa.String(), nullable=False),
        sa.Column("started_by", sa.String(), nullable=False),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
    )
    op.create_index("ix_dream_event_bucket", "dream_event", ["agent", "scope", "owner", "n"])
    op.create_index("ix_revision_bucket", "revision", ["agent", "scope", "owner", "at"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in row_security("dream_event"):
            op.execute(statement)
