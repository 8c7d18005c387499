"""The rows of what a turn recalled: which memory was told, as which one, and whether the reply made something of it."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table, UniqueConstraint

from morrow.store import bucket_columns, metadata

# In the bucket of whoever was told; `kind` and `ref` name what was told, whose words are not kept a second time.
turn_recall = Table(
    "turn_recall",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("turn", String, ForeignKey("turn.id", ondelete="CASCADE"), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("ref", String, nullable=False),
    Column("score", Float, nullable=False),
    Column("used", Boolean, nullable=False),
    UniqueConstraint("turn", "rank"),
)
