"""The rows of usage: one a call that was made, and one a call that is being made while a budget holds."""

from sqlalchemy import Boolean, Column, Date, Float, Index, Integer, String, Table

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

# Who asked what model for which job, and what it took; never what was said. Cost is NULL where no price is known.
usage = Table(
    "usage",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("job", String, nullable=False),
    Column("provider", String, nullable=False),
    Column("model", String, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
    Column("is_estimated", Boolean, nullable=False),
    Column("cost", Float),
    Column("currency", String, nullable=False),
    Column("at", Instant, nullable=False),
    Column("day", Date, nullable=False),
)
Index("ix_usage_agent_day", usage.c.agent, usage.c.day)
Index("ix_usage_owner_day", usage.c.owner, usage.c.day)

# What a running call may take; a row whose time is up belongs to a process that died, and counts no longer.
usage_reservation = Table(
    "usage_reservation",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("tokens", Integer, nullable=False),
    Column("day", Date, nullable=False),
    Column("until", Instant, nullable=False),
)
Index("ix_usage_reservation_day", usage_reservation.c.day)
