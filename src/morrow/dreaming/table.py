"""The rows of morning cards that were seen."""

from sqlalchemy import Column, String, Table

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

card_seen = Table(
    "card_seen",
    metadata,
    Column("report", String, primary_key=True),
    *bucket_columns(),
    Column("seen_at", Instant, nullable=False),
)
