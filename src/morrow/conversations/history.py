"""Reads conversations: what is in one, what of it is unread, and moves its cursor."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations import table
from morrow.conversations.calls import read_calls
from morrow.conversations.capture import FULL, is_captured
from morrow.conversations.turns import COMPLETED, RUNNING, Message
from morrow.owners import Bucket, Scope
from morrow.store import in_bucket


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation; what lies between `read_position` and `messages` is not extracted yet.

    `memory` says what it may do: `off` and `read` conversations are never extracted.
    """

    id: str
    name: str
    bucket: Bucket
    messages: int
    read_position: int
    last_at: datetime
    memory: str = FULL

    @property
    def is_behind(self) -> bool:
        """Whether a message waits for extraction."""
        return self.messages > self.read_position


async def find_conversation(connection: AsyncConnection, bucket: Bucket, name: str) -> Conversation | None:
    """Return the bucket's conversation of that name or id, or None."""
    c = table.conversation.c
    rows = await connection.execute(
        _conversations().where(*in_bucket(table.conversation, bucket), (c.name == name) | (c.id == name)).limit(2)
    )
    found = [_conversation(row) for row in rows]
    by_name = [conversation for conversation in found if conversation.name == name]
    return next(iter(by_name or found), None)


async def behind(connection: AsyncConnection, bucket: Bucket | None = None) -> list[Conversation]:
    """Return every conversation (of `bucket`) that waits for extraction, the longest waiting first."""
    c = table.conversation.c
    statement = _conversations().where(*_waits()).order_by(c.last_at, c.id)
    if bucket is not None:
        statement = statement.where(*in_bucket(table.conversation, bucket))
    return [_conversation(row) for row in await connection.execute(statement)]


async def backlog_mark(connection: AsyncConnection) -> tuple[object, ...]:
    """Return a few numbers that change whenever `behind` would: how many conversations wait, and how far they are."""
    c = table.conversation.c
    numbers = select(func.count(), func.sum(c.messages), func.sum(c.read_position), func.max(c.last_at))
    return tuple((await connection.execute(numbers.where(*_waits()))).one())


async def count_turns(connection: AsyncConnection, conversations: Sequence[str]) -> dict[str, int]:
    """Return how many turns of a user each of `conversations` has had; none is left out of the answer."""
    c = table.turn.c
    found: dict[str, int] = {}
    for start in range(0, len(conversations), 500):  # an engine takes only so many values at once
        some = c.conversation.in_(conversations[start : start + 500])
        counted = select(c.conversation, func.count()).where(some, c.trigger == "user").group_by(c.conversation)
        found.update((name, number) for name, number in await connection.execute(counted))
    return found


def _waits() -> tuple[ColumnElement[bool], ...]:
    c = table.conversation.c
    return (c.messages > c.read_position, is_captured())


async def read_messages(
    connection: AsyncConnection, conversation: str, *, after: int = 0, limit: int | None = None
) -> list[Message]:
    """Return the messages of one conversation behind position `after`, in order."""
    c = table.message.c
    rows = await connection.execute(
        select(table.message)
        .where(c.conversation == conversation, c.position > after)
        .order_by(c.position)
        .limit(limit)
    )
    return [message_of(row) for row in rows]


async def has_turns(connection: AsyncConnection, trigger: str) -> bool:
    """Return whether there is any turn of that trigger that the connection may see."""
    c = table.turn.c
    found = await connection.execute(select(c.id).where(c.trigger == trigger).limit(1))
    return found.first() is not None


async def triggers_of(connection: AsyncConnection, turns: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return (trigger, status) of each of `turns`."""
    c = table.turn.c
    rows = await connection.execute(select(c.id, c.trigger, c.status).where(c.id.in_(turns)))
    return {turn: (trigger, status) for turn, trigger, status in rows}


async def statuses_of(connection: AsyncConnection, conversation: str) -> dict[str, str]:
    """Return by id the status of each turn of a conversation that did not simply complete."""
    c = table.turn.c
    rows = await connection.execute(select(c.id, c.status).where(c.conversation == conversation, c.status != COMPLETED))
    return {row.id: row.status for row in rows}


async def under_way(connection: AsyncConnection, conversations: Collection[str], *, since: datetime) -> frozenset[str]:
    """Return which of `conversations` have a turn that began `since` and is running."""
    c = table.turn.c
    rows = await connection.execute(
        select(c.conversation)
        .where(c.conversation.in_(conversations), c.status == RUNNING, c.started_at >= since)
        .distinct()
    )
    return frozenset(rows.scalars())


async def first_said_in(connection: AsyncConnection, conversation: str) -> Message | None:
    """Return the first message of a user in a conversation, or None."""
    c = table.message.c
    row = (
        await connection.execute(
            select(table.message).where(c.conversation == conversation, c.role == "user").order_by(c.position).limit(1)
        )
    ).one_or_none()
    return None if row is None else message_of(row)


async def message_hashes(connection: AsyncConnection, conversation: str) -> dict[int, str]:
    """Return the hash of each message by its position: what an import compares itself with."""
    c = table.message.c
    rows = await connection.execute(select(c.position, c.hash).where(c.conversation == conversation))
    return {row.position: row.hash for row in rows}


async def move_cursor(connection: AsyncConnection, conversation: str, *, read: int, to: int) -> bool:
    """Move the cursor from `read` to `to`; return False, changing nothing, if another run moved it meanwhile."""
    c = table.conversation.c
    moved = await connection.execute(
        update(table.conversation).where(c.id == conversation, c.read_position == read).values(read_position=to)
    )
    return moved.rowcount == 1


def message_of(row: Row[Any]) -> Message:
    """Return a message by its whole row."""
    return Message(
        id=row.id,
        conversation=row.conversation,
        turn=row.turn,
        position=row.position,
        role=row.role,
        speaker=row.speaker,
        said_by=row.said_by,
        origin=row.origin,
        text=row.text,
        at=row.at,
        calls=read_calls(row.calls),
        call_id=row.call_id,
        tool=row.tool,
        bucket=Bucket(row.agent, Scope(row.scope), row.owner),
    )


def _conversations() -> Any:
    c = table.conversation.c
    return select(c.id, c.name, c.agent, c.scope, c.owner, c.messages, c.read_position, c.last_at, c.memory)


def _conversation(row: Row[Any]) -> Conversation:
    return Conversation(
        id=row.id,
        name=row.name,
        bucket=Bucket(row.agent, Scope(row.scope), row.owner),
        messages=row.messages,
        read_position=row.read_position,
        last_at=row.last_at,
        memory=row.memory,
    )
