"""Members of a workspace, and answers that are kept for a day so that a repeated request is carried out once."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant
from morrow.store.visibility import row_security

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "roster_member",
        sa.Column("workspace", sa.String, nullable=False),
        sa.Column("user", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("since", Instant, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "user", name="pk_roster_member"),
        sa.ForeignKeyConstraint(["workspace"], ["workspace.id"], ondelete="CASCADE"),
    )
    op.create_table(
        "kept_answer",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("agent", sa.String, nullable=False),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("identity", sa.String, nullable=False),
        sa.Column("route", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("asked", sa.String, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("answer", sa.Text),
        sa.Column("made_at", Instant, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_kept_answer"),
        sa.UniqueConstraint("identity", "route", "key", name="uq_kept_answer_identity_route_key"),
    )
    op.create_index("ix_kept_answer_made_at", "kept_answer", ["made_at"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in row_security("kept_answer"):
            op.execute(statement)


def downgrade() -> None:
    op.drop_table("kept_answer")
    op.drop_table("roster_member")
