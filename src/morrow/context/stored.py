"""Stores summaries and finds the one that still holds. Makes none and opens no transaction."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.context.summary import RULES, Summary
from morrow.context.table import conversation_summary
from morrow.owners import Bucket
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id


async def load_summary(connection: AsyncConnection, conversation: str, *, upto: int | None = None) -> Summary | None:
    """Return the summary that covers most of a conversation, and nothing behind position `upto`, or None.

    One whose last message is gone (the conversation was rewound) is gone too; the one before it then holds.
    """
    c = conversation_summary.c
    found = select(c.text, c.message, c.position, c.engine, c.model, c.prompt).where(c.conversation == conversation)
    if upto is not None:
        found = found.where(c.position <= upto)
    row = (await connection.execute(found.order_by(c.position.desc()).limit(1))).one_or_none()
    return None if row is None else Summary(row.text, row.message, row.position, row.model or row.engine, row.prompt)


async def save_summary(
    connection: AsyncConnection, bucket: Bucket, conversation: str, summary: Summary, *, now: datetime
) -> None:
    """Store a summary of the bucket's conversation; one that covers just as much is replaced."""
    c = conversation_summary.c
    await connection.execute(
        delete(conversation_summary).where(c.conversation == conversation, c.position == summary.position)
    )
    values = {
        "id": new_id(now),
        **bucket_values(bucket),
        "conversation": conversation,
        "message": summary.message,
        "position": summary.position,
        "text": summary.text,
        "engine": summary.engine,
        "model": "" if summary.by == RULES else summary.by,
        "prompt": summary.prompt,
        "made_at": now,
    }
    await connection.execute(conversation_summary.insert().values(values))


async def forget_summaries(
    connection: AsyncConnection, bucket: Bucket, conversations: Collection[str], pieces: Sequence[str]
) -> int:
    """Delete the summaries of conversations in which something is forgotten, and those that hold a piece of it.

    Returns how many there were; a summary may hold words of memory that its own conversation never had.
    """
    c = conversation_summary.c
    meant = [c.text.contains(piece, autoescape=True) for piece in pieces]
    gone = delete(conversation_summary).where(
        *in_bucket(conversation_summary, bucket), or_(c.conversation.in_(conversations), *meant)
    )
    return (await connection.execute(gone)).rowcount
