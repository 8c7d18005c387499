"""The rows of proposals: operations that wait for a person in the inbox."""

from sqlalchemy import Column, Index, String, Table, Text

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

proposal = Table(
    "proposal",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("document", String, nullable=False),
    Column("operation", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("author", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("detail", Text, nullable=False),
    Column("run", String),
    Column("status", String, nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("settled_at", Instant),
    Column("settled_by", String),
)
Index("ix_proposal_bucket", proposal.c.agent, proposal.c.scope, proposal.c.owner, proposal.c.status)
