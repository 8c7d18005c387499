"""The rows of conversations, turns and messages."""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

# `messages` is the position of the last message, `read_position` of the last extracted one: behind it is due. No
# position is given twice: what comes after a rewind stands behind what went.
conversation = Table(
    "conversation",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("name", String, nullable=False),
    Column("memory", String, nullable=False),
    Column("messages", Integer, nullable=False),
    Column("read_position", Integer, nullable=False),
    Column("last_at", Instant, nullable=False),
    Column("created_at", Instant, nullable=False),
    UniqueConstraint("agent", "scope", "owner", "name"),
)
Index("ix_conversation_due", conversation.c.agent, sqlite_where=conversation.c.messages > conversation.c.read_position,
      postgresql_where=conversation.c.messages > conversation.c.read_position)  # fmt: skip

turn = Table(
    "turn",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("conversation", String, ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
    Column("started_at", Instant, nullable=False),
    Column("ended_at", Instant),
    Column("status", String, nullable=False),
    Column("trigger", String, nullable=False),
    # Of a turn that was had here: who answered, why it did not end well, and its prompt in figures (JSON).
    Column("engine", String, nullable=False, default=""),
    Column("model", String, nullable=False, default=""),
    Column("reason", String, nullable=False, default=""),
    Column("context", Text, nullable=False, default=""),
)
Index("ix_turn_conversation", turn.c.conversation)

message = Table(
    "message",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("conversation", String, ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
    Column("turn", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("speaker", String, nullable=False),
    Column("said_by", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", String, nullable=False),
    Column("at", Instant, nullable=False),
    # The tool calls of the agent's message (JSON), and of a tool's result which call of which tool it answers.
    Column("calls", Text, nullable=False, default=""),
    Column("call_id", String, nullable=False, default=""),
    Column("tool", String, nullable=False, default=""),
    UniqueConstraint("conversation", "position"),
)
