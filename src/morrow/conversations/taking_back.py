"""Takes back what was said: a whole conversation, or all that follows one message. What was learnt of it stays."""

from collections.abc import Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations import table
from morrow.conversations.history import Conversation
from morrow.errors import NotFound
from morrow.search.index import remove
from morrow.store.statements import hold_buckets


async def delete_conversation(connection: AsyncConnection, conversation: Conversation) -> int:
    """Delete a conversation with its turns, messages, their index and its summaries; return how many messages went."""
    await hold_buckets(connection, [conversation.bucket])
    ids = await _messages(connection, conversation.id, after=0)
    await remove(connection, conversation.bucket, "message", ids)
    await connection.execute(delete(table.conversation).where(table.conversation.c.id == conversation.id))
    return len(ids)


async def rewind(connection: AsyncConnection, conversation: Conversation, message: str, *, keeps_it: bool) -> int:
    """Take back all that follows a message (and the message too, unless `keeps_it`); return how many messages went.

    Summaries that cover one of them go with them. What is still unread stays unread; what went is never read. Raises
    NotFound for a message that is none of the conversation's.
    """
    await hold_buckets(connection, [conversation.bucket])
    c, m = table.conversation.c, table.message.c
    position = (
        await connection.execute(select(m.position).where(m.conversation == conversation.id, m.id == message))
    ).scalar_one_or_none()
    if position is None:
        raise NotFound(f"{message!r}: no such message in this conversation")
    last = position if keeps_it else position - 1
    ids = await _messages(connection, conversation.id, after=last)
    await remove(connection, conversation.bucket, "message", ids)
    await connection.execute(delete(table.message).where(m.conversation == conversation.id, m.position > last))
    await _drop_empty_turns(connection, conversation.id)
    # The count of positions goes on from where it was: whoever read up to the end is not shown a place read already,
    # and no run's key names the same place for other words.
    await connection.execute(
        update(table.conversation)
        .where(c.id == conversation.id, c.read_position >= last)
        .values(read_position=c.messages)
    )
    newest = (await connection.execute(select(func.max(m.at)).where(m.conversation == conversation.id))).scalar()
    await connection.execute(
        update(table.conversation).where(c.id == conversation.id).values(last_at=newest or c.created_at)
    )
    return len(ids)


async def _messages(connection: AsyncConnection, conversation: str, *, after: int) -> Sequence[str]:
    m = table.message.c
    rows = await connection.execute(select(m.id).where(m.conversation == conversation, m.position > after))
    return list(rows.scalars())


async def _drop_empty_turns(connection: AsyncConnection, conversation: str) -> None:
    t, m = table.turn.c, table.message.c
    kept = select(m.turn).where(m.conversation == conversation)
    await connection.execute(delete(table.turn).where(t.conversation == conversation, t.id.not_in(kept)))
