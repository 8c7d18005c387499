"""The rows of proposals (operations that wait for a person in the inbox), of the audit chain, and of tombstones."""

from sqlalchemy import Column, Index, Integer, String, Table, Text, UniqueConstraint

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
    Column("revision", String),
)
Index("ix_proposal_bucket", proposal.c.agent, proposal.c.scope, proposal.c.owner, proposal.c.status)

# One chain a bucket; no content, so that forgetting need not touch it.
audit = Table(
    "audit",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("seq", Integer, nullable=False),
    Column("previous", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("at", Instant, nullable=False),
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("detail", String, nullable=False),
    UniqueConstraint("agent", "scope", "owner", "seq"),
)

# What is left of forgotten words: hashes, which know them again and from which nothing can be read.
tombstone = Table(
    "tombstone",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("salt", String, nullable=False),
    Column("stone", Text, nullable=False),
    Column("forgotten_at", Instant, nullable=False),
    Column("told_again_at", Instant),
)
Index("ix_tombstone_bucket", tombstone.c.agent, tombstone.c.scope, tombstone.c.owner)

# What a forgetting did, in numbers: its receipt. It holds no word of what was forgotten.
forgetting = Table(
    "forgetting",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("subject", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("at", Instant, nullable=False),
    Column("receipt", Text, nullable=False),
)
Index("ix_forgetting_subject", forgetting.c.subject)
Index("ix_forgetting_bucket", forgetting.c.agent, forgetting.c.scope, forgetting.c.owner, forgetting.c.at)
