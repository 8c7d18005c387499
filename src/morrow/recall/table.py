"""The rows of recall events: which memory was brought back for which question, and whether it was used."""

from sqlalchemy import Boolean, Column, Date, Index, Integer, String, Table

from morrow.store import bucket_columns, metadata

recall_event = Table(
    "recall_event",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("kind", String, nullable=False),
    Column("ref", String, nullable=False),
    Column("question_hash", String, nullable=False),
    Column("day", Date, nullable=False),
    Column("used", Boolean, nullable=False),
)
Index(
    "uq_recall_event", recall_event.c.agent, recall_event.c.scope, recall_event.c.owner, recall_event.c.kind,
    recall_event.c.ref, recall_event.c.question_hash, recall_event.c.day, unique=True,
)  # fmt: skip
