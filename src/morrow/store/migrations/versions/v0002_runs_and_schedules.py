"""Runs that can be followed, canceled and asked for; and each agent's own schedule."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("subject", sa.Text(), nullable=False, server_default=""),
        sa.Column("cancel_asked", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("step", sa.String(), nullable=False, server_default=""),
        sa.Column("done", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("total", sa.Integer(), nullable=False, server_default="0"),
    ):
        op.add_column("run", column)
    op.create_index("ix_run_unfinished", "run", ["status", "retry_at"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT set_config('morrow.principal', 'system', true)")
    # From now on a failed run without a time of retry waits for a person; before, its attempts told that.
    op.execute("UPDATE run SET retry_at = NULL WHERE attempts >= 5")
    op.create_table(
        "schedule",
        sa.Column("agent", sa.String(), sa.ForeignKey("roster_agent.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("cron", sa.String(), nullable=True),
        sa.Column("zone", sa.String(), nullable=True),
        sa.Column("enabled", sa.Boolean(), nullable=True),
        sa.Column("changed_at", Instant(), nullable=False),
    )
