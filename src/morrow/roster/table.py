"""The rows of workspaces, agents and owners."""

from sqlalchemy import Column, ForeignKey, String, Table, UniqueConstraint

from morrow.store import metadata
from morrow.store.types import Instant

workspace = Table(
    "workspace",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("created_at", Instant, nullable=False),
)

# Named `roster_agent`, since `agent` is the column that names a bucket in every other table.
agent = Table(
    "roster_agent",
    metadata,
    Column("id", String, primary_key=True),
    Column("workspace", String, ForeignKey("workspace.id", ondelete="CASCADE"), nullable=False),
    Column("name", String, nullable=False),
    Column("language", String, nullable=False),
    Column("zone", String),
    Column("created_at", Instant, nullable=False),
    UniqueConstraint("workspace", "name"),
)

owner = Table(
    "roster_owner",
    metadata,
    Column("key", String, primary_key=True),
    Column("zone", String),
    Column("language", String),
    Column("created_at", Instant, nullable=False),
)
