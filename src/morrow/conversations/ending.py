"""Ends a turn that is running: what was said in it after its first message, and how it came out. Starts none."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations import table
from morrow.conversations.capture import FULL
from morrow.conversations.rows import Standing, is_found_again, item_of, row_of
from morrow.conversations.turns import FAILED, RUNNING, Ending
from morrow.owners import Bucket
from morrow.search.index import add
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets

LEFT_BEHIND = "interrupted: the process that had this turn is gone"


async def end_turn(connection: AsyncConnection, bucket: Bucket, turn: str, ending: Ending) -> tuple[str, ...] | None:
    """Write how a running turn of the bucket came out, and return the ids of the messages that it adds.

    None, changing nothing, if it does not run any more: it was taken back, or its conversation is deleted.
    """
    await hold_buckets(connection, [bucket])
    c = table.conversation.c
    ended = await connection.execute(
        update(table.turn)
        .where(table.turn.c.id == turn, table.turn.c.status == RUNNING)
        .values(
            status=ending.status,
            ended_at=ending.at,
            engine=ending.engine,
            model=ending.model,
            reason=ending.reason,
            context=ending.context,
        )
    )
    if ended.rowcount != 1:
        return None
    place = (
        await connection.execute(
            select(c.id, c.messages, c.last_at, c.memory)
            .join(table.turn, table.turn.c.conversation == c.id)
            .where(table.turn.c.id == turn)
        )
    ).one()
    told = [
        (message, Standing(new_id(message.at), place.id, turn, place.messages + number, bucket))
        for number, message in enumerate(ending.messages, start=1)
    ]
    if not told:
        return ()
    await connection.execute(insert(table.message), [row_of(*one) for one in told])
    await connection.execute(
        update(table.conversation)
        .where(c.id == place.id)
        .values(messages=place.messages + len(told), last_at=max(place.last_at, ending.messages[-1].at))
    )
    if place.memory == FULL:
        await add(connection, [item_of(*one) for one in told if is_found_again(one[0], ending.status)])
    return tuple(standing.id for _, standing in told)


async def fail_left_behind(
    connection: AsyncConnection, conversation: str, *, before: datetime, but: Collection[str], now: datetime
) -> None:
    """End the turns of a conversation that began `before` and still run, `but` those: nobody has them any more."""
    c = table.turn.c
    await connection.execute(
        update(table.turn)
        .where(c.conversation == conversation, c.status == RUNNING, c.started_at < before, c.id.not_in(but))
        .values(status=FAILED, ended_at=now, reason=LEFT_BEHIND)
    )
