"""The rows of summaries. Each stands for a conversation up to one message, and goes when that message goes."""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

conversation_summary = Table(
    "conversation_summary",
    metadata,
    Column("id", String, primary_key=True),
    *bucket_columns(),
    Column("conversation", String, ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
    Column("message", String, ForeignKey("message.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("engine", String, nullable=False),
    Column("model", String, nullable=False),
    Column("prompt", String, nullable=False),
    Column("made_at", Instant, nullable=False),
    UniqueConstraint("conversation", "position"),
)
Index("ix_conversation_summary_message", conversation_summary.c.message)
