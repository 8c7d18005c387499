"""The rows of runs: one execution of a job each, found by a key that only one of them can have."""

from sqlalchemy import Column, Date, Index, Integer, String, Table, Text

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
)
Index("ix_run_bucket", run.c.agent, run.c.scope, run.c.owner, run.c.kind, run.c.started_at)
