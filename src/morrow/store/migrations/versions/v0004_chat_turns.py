"""Turns that are had here: their tool calls, how they came out, what was recalled for them; memory in groups."""

import sqlalchemy as sa
from alembic import op

from morrow.store.visibility import row_security

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for name in ("calls", "call_id", "tool"):
        op.add_column("message", _text(name, sa.Text() if name == "calls" else sa.String()))
    for name in ("engine", "model", "reason", "context"):
        op.add_column("turn", _text(name, sa.Text() if name == "context" else sa.String()))
    op.add_column("roster_owner", sa.Column("in_groups", sa.Boolean(), nullable=False, server_default=sa.false()))
    _make_turn_recall()
    if op.get_bind().dialect.name == "postgresql":
        for statement in row_security("turn_recall"):
            op.execute(statement)


def _text(name: str, kind: sa.types.TypeEngine[str]) -> sa.Column[str]:
    return sa.Column(name, kind, nullable=False, server_default="")


def _make_turn_recall() -> None:
    op.create_table(
        "turn_recall",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("turn", sa.String(), sa.ForeignKey("turn.id", ondelete="CASCADE"), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("turn", "rank", name="uq_turn_recall_turn_rank"),
    )
