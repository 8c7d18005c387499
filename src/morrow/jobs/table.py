"""The rows of runs, each found by a key that only one of them can have, and of the schedules that agents have set."""

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, Integer, String, Table, Text

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

run = Table(
    "run",
    metadata,
    Column("id", String, primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("kind", String, nullable=False),
    *bucket_columns(),
    Column("scheduled_date", Date),
    Column("status", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("worker", String, nullable=False),
    Column("lease_until", Instant),
    Column("started_at", Instant, nullable=False),
    Column("finished_at", Instant),
    Column("retry_at", Instant),
    Column("report", Text, nullable=False),
    Column("subject", Text, nullable=False, default=""),  # the conversation or topic that was asked for
    Column("cancel_asked", Boolean, nullable=False, default=False),
    Column("step", String, nullable=False, default=""),
    Column("done", Integer, nullable=False, default=0),
    Column("total", Integer, nullable=False, default=0),
)
Index("ix_run_bucket", run.c.agent, run.c.scope, run.c.owner, run.c.kind, run.c.started_at)
Index("ix_run_unfinished", run.c.status, run.c.retry_at)

# What an agent has set for its nights; what is NULL is as the settings and the agent say.
schedule = Table(
    "schedule",
    metadata,
    Column("agent", String, ForeignKey("roster_agent.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("cron", String),
    Column("zone", String),
    Column("enabled", Boolean),
    Column("changed_at", Instant, nullable=False),
)
