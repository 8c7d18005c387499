"""Off the record: which conversations, owners and agents are not captured. What is said then is never learned later.

`full` is recalled and captured, `read` only recalled, `off` neither. The messages themselves stay: a conversation needs
its own words to go on. They are not in the search index, and extraction never reads them.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations import table
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket, Owner
from morrow.roster.switches import switch_agent, switch_owner
from morrow.roster.table import agent as roster_agent
from morrow.roster.table import owner as roster_owner
from morrow.search.index import remove
from morrow.store import in_bucket

FULL, READ, OFF = "full", "read", "off"
MODES = (FULL, READ, OFF)


def is_captured() -> ColumnElement[bool]:
    """Say of a conversation that neither it, nor its agent, nor its owner is switched off."""
    c = table.conversation.c
    is_off = and_(roster_agent.c.id == c.agent, roster_agent.c.capture.is_(False))
    wishes_off = and_(roster_owner.c.key == c.owner, roster_owner.c.capture.is_(False))
    return and_(
        c.memory == FULL,
        ~exists(select(roster_agent.c.id).where(is_off)),
        ~exists(select(roster_owner.c.key).where(wishes_off)),
    )


async def set_conversation_memory(connection: AsyncConnection, bucket: Bucket, conversation: str, mode: str) -> None:
    """Set what memory may do in one conversation, by its name or id: `full`, `read` or `off`.

    Its messages leave the search index; back at `full`, what was said meanwhile stays unread for good.
    Raises NotFound, and InvalidInput for another mode.
    """
    if mode not in MODES:
        raise InvalidInput(f"{mode!r}: memory is one of {', '.join(MODES)}")
    c = table.conversation.c
    found = await connection.execute(
        select(c.id, c.memory, c.messages)
        .where(*in_bucket(table.conversation, bucket), (c.name == conversation) | (c.id == conversation))
        .limit(1)
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound(f"{conversation!r}: no such conversation of this owner")
    if row.memory == mode:
        return
    await connection.execute(update(table.conversation).where(c.id == row.id).values(memory=mode))
    if mode == FULL:
        await _pass_over(connection, c.id == row.id)
    elif row.memory == FULL:
        ids = await connection.execute(select(table.message.c.id).where(table.message.c.conversation == row.id))
        await remove(connection, bucket, "message", list(ids.scalars()))


async def set_owner_capture(connection: AsyncConnection, owner: Owner, *, on: bool, now: datetime) -> None:
    """Switch on or off that anything is learned from an owner; what was said while it was off stays unread for good."""
    was_on = await switch_owner(connection, owner, "capture", on=on, now=now)
    if on and not was_on:
        await _pass_over(connection, table.conversation.c.owner == owner.key)


async def set_agent_capture(connection: AsyncConnection, agent: str, *, on: bool) -> None:
    """Switch on or off that an agent learns; what was said while it was off stays unread for good. Raises NotFound."""
    was_on = await switch_agent(connection, agent, "capture", on=on)
    if on and not was_on:
        await _pass_over(connection, table.conversation.c.agent == agent)


async def uncaptured(connection: AsyncConnection, owners: Collection[str]) -> frozenset[str]:
    """Return which of these owner keys do not want anything learned from them."""
    c = roster_owner.c
    rows = await connection.execute(select(c.key).where(c.key.in_(owners), c.capture.is_(False)))
    return frozenset(rows.scalars())


async def _pass_over(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    c = table.conversation.c
    await connection.execute(
        update(table.conversation).where(which, c.read_position < c.messages).values(read_position=c.messages)
    )
