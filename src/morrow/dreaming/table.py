"""The rows of morning cards that were seen, and of what is told of dreams while they run."""

from sqlalchemy import Column, Index, Integer, String, Table, Text

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

card_seen = Table(
    "card_seen",
    metadata,
    Column("report", String, primary_key=True),
    *bucket_columns(),
    Column("seen_at", Instant, nullable=False),
)

# What is told of a dream while it runs, kept for a while so that whoever lost the thread finds it again.
dream_event = Table(
    "dream_event",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("run", String, nullable=False),
    Column("happening", String, nullable=False),
    Column("started_by", String, nullable=False),
    Column("step", String, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Instant, nullable=False),
)
Index("ix_dream_event_bucket", dream_event.c.agent, dream_event.c.scope, dream_event.c.owner, dream_event.c.n)
