"""A document that was deleted keeps its row and its versions, so that it can be brought back."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("document", sa.Column("deleted_at", Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("document", "deleted_at")
