"""The rows of documents, their revisions, and the entries' side rows (what the text itself cannot carry)."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

document = Table(
    "document",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("name", String, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("sort_order", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("deleted_at", Instant),
    UniqueConstraint("agent", "scope", "owner", "name"),
)

# Each keeps how its text differs from the version before; every fiftieth keeps the text whole.
revision = Table(
    "revision",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("document", String, ForeignKey("document.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("parent_hash", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("author", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("run", String),
    Column("whole", Text),
    Column("delta", Text),
    Column("operations", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("redacted_at", Instant),
    UniqueConstraint("document", "version"),
)
Index("ix_revision_run", revision.c.run)
Index("ix_revision_bucket", revision.c.agent, revision.c.scope, revision.c.owner, revision.c.at)

# A retired entry keeps its row, so that `why`, history and undo still know it.
entry = Table(
    "entry",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("document", String, ForeignKey("document.id", ondelete="CASCADE"), nullable=False),
    Column("section", Text, nullable=False),
    Column("kind", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("author", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("confirmed_at", Instant),
    Column("first_seen", Instant, nullable=False),
    Column("last_seen", Instant, nullable=False),
    Column("supersedes", String),
    Column("retired_at", Instant),
    Column("retired_by", String),
    Column("retired_reason", Text),
)
Index("ix_entry_document", entry.c.document, entry.c.retired_at)

entry_source = Table(
    "entry_source",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("entry", String, ForeignKey("entry.id", ondelete="CASCADE"), nullable=False),
    Column("conversation", String, nullable=False),
    Column("message", String, nullable=False),
    Column("quote", Text, nullable=False),
    Column("said_at", Instant, nullable=False),
    Column("speaker", String, nullable=False),
)
Index("ix_entry_source_entry", entry_source.c.entry)
Index("ix_entry_source_message", entry_source.c.message)
