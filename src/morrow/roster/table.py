"""The rows of workspaces, agents and owners."""

from sqlalchemy import Boolean, Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant


def _switches() -> tuple[Column[bool], Column[bool], Column[bool]]:
    """Return whether memory is recalled, captured and dreamt of."""
    return tuple(Column(name, Boolean, nullable=False, default=True) for name in ("recall", "capture", "dream"))  # type: ignore[return-value]


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
    *_switches(),
    Column("created_at", Instant, nullable=False),
    UniqueConstraint("workspace", "name"),
)

owner = Table(
    "roster_owner",
    metadata,
    Column("key", String, primary_key=True),
    Column("zone", String),
    Column("language", String),
    *_switches(),
    Column("in_groups", Boolean, nullable=False, default=False),  # whether a group's turn may be told what is theirs
    Column("created_at", Instant, nullable=False),
)

token = Table(
    "roster_token",
    metadata,
    Column("id", String, primary_key=True),
    Column("hash", String, nullable=False, unique=True),
    Column("user", String, nullable=False),
    Column("role", String, nullable=False),
    Column("agent", String),
    Column("only_owner", String),
    Column("namespace", String),
    Column("channel", String),
    Column("expires_at", Instant),
    Column("created_at", Instant, nullable=False),
    Column("last_used_at", Instant),
    Column("revoked_at", Instant),
)

login = Table(
    "roster_login",
    metadata,
    Column("id", String, primary_key=True),
    Column("hash", String, nullable=False, unique=True),
    Column("user", String, nullable=False),
    Column("role", String, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("used_at", Instant),
)

session = Table(
    "roster_session",
    metadata,
    Column("id", String, primary_key=True),
    Column("hash", String, nullable=False, unique=True),
    Column("user", String, nullable=False),
    Column("role", String, nullable=False),
    Column("csrf", String, nullable=False),
    Column("expires_at", Instant, nullable=False),
)

member = Table(
    "roster_member",
    metadata,
    Column("workspace", String, ForeignKey("workspace.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("since", Instant, nullable=False),
)

# What a request was answered, for a day. It belongs to whoever asked: with no agent, no reader sees it.
kept_answer = Table(
    "kept_answer",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("identity", String, nullable=False),
    Column("route", String, nullable=False),
    Column("key", String, nullable=False),
    Column("asked", String, nullable=False),
    Column("status", Integer),
    Column("answer", Text),
    Column("made_at", Instant, nullable=False, index=True),
    UniqueConstraint("identity", "route", "key"),
)
