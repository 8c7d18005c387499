"""Records turns durably: whoever calls at the same time shares one transaction, so that one disk flush serves all."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations import table
from morrow.conversations.capture import FULL
from morrow.conversations.rows import Standing, is_found_again, item_of, row_of
from morrow.conversations.turns import RUNNING, NewMessage, NewTurn, Recorded
from morrow.owners import Bucket
from morrow.search.index import Item, add
from morrow.store import Store, bucket_values
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets

MAX_SHARED = 512  # turns in one transaction: bounds how long a reader waits for the next one
_MOVE_ON = (
    update(table.conversation)
    .where(table.conversation.c.id == bindparam("known_id"))
    .values(messages=bindparam("now_messages"), last_at=bindparam("now_last_at"))
)


class Recorder:
    """Takes turns from any number of callers and writes them in batches; `close` waits for what was taken."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[NewTurn, asyncio.Future[Recorded]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def record(self, turn: NewTurn) -> Recorded:
        """Return once `turn` is on disk. What was acknowledged survives a crash."""
        answer: asyncio.Future[Recorded] = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, answer))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_waiting())
        return await asyncio.shield(answer)

    async def close(self) -> None:
        """Wait until everything taken is written."""
        if self._writing is not None:
            await self._writing

    async def _write_waiting(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MAX_SHARED], self._waiting[MAX_SHARED:]
                await self._write(batch)
        finally:
            self._writing = None

    async def _write(self, batch: list[tuple[NewTurn, asyncio.Future[Recorded]]]) -> None:
        try:
            recorded = await record_all(self._store, [turn for turn, _ in batch])
        except Exception as error:  # every caller of the batch is told, and the next batch still runs  # noqa: BLE001
            for _, answer in batch:
                answer.set_exception(error)
            return
        for (_, answer), turn in zip(batch, recorded, strict=True):
            answer.set_result(turn)


async def record_all(store: Store, turns: Sequence[NewTurn]) -> list[Recorded]:
    """Write `turns` in one transaction, in order, and return what each became."""
    async with store.write() as connection:
        return await record_in(connection, turns)


async def record_in(connection: AsyncConnection, turns: Sequence[NewTurn]) -> list[Recorded]:
    """Write `turns` in the caller's transaction: conversations, turns, messages, and the index over them."""
    await hold_buckets(connection, {turn.bucket for turn in turns})
    found = await _find_conversations(connection, turns)
    batch = _Batch()
    recorded = [_lay_out(batch, found, turn) for turn in turns]
    if batch.new_conversations:
        await connection.execute(insert(table.conversation), batch.new_conversations)
    await connection.execute(insert(table.turn), batch.turns)
    await connection.execute(insert(table.message), batch.messages)
    await connection.execute(
        _MOVE_ON,
        [
            {"known_id": place.id, "now_messages": place.messages, "now_last_at": place.last_at}
            for place in found.values()
        ],
    )
    await add(connection, batch.items)
    return recorded


class _Batch:
    """The rows of one transaction, a list a table."""

    def __init__(self) -> None:
        self.new_conversations: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []
        self.messages: list[dict[str, Any]] = []
        self.items: list[Item] = []


@dataclass(slots=True)
class _Place:
    """Where the next message of a conversation goes."""

    id: str
    messages: int
    last_at: datetime
    memory: str = FULL


_Key = tuple[Bucket, str]


async def _find_conversations(connection: AsyncConnection, turns: Sequence[NewTurn]) -> dict[_Key, _Place]:
    wanted = {(turn.bucket, turn.conversation) for turn in turns if turn.conversation is not None}
    if not wanted:
        return {}
    c = table.conversation.c
    found: dict[_Key, _Place] = {}
    for column in (c.name, c.id):  # a host's own name, or the id that was handed out
        keys = [(b.agent, str(b.scope), b.owner, name) for b, name in wanted if (b, name) not in found]
        if not keys:
            break
        rows = await connection.execute(
            select(c.agent, c.scope, c.owner, column, c.id, c.messages, c.last_at, c.memory).where(
                tuple_(c.agent, c.scope, c.owner, column).in_(keys)
            )
        )
        places = {(agent, scope, owner, name): _Place(*place) for agent, scope, owner, name, *place in rows}
        for bucket, name in wanted:
            place = places.get((bucket.agent, str(bucket.scope), bucket.owner, name))
            if place is not None:
                found.setdefault((bucket, name), place)
    return found


def _lay_out(batch: _Batch, found: dict[_Key, _Place], turn: NewTurn) -> Recorded:
    place = _place_of(batch, found, turn)
    turn_id = new_id(turn.started_at)
    where = bucket_values(turn.bucket)
    batch.turns.append(
        {
            "id": turn_id,
            "conversation": place.id,
            "started_at": turn.started_at,
            "ended_at": _ended_at(turn),
            "status": turn.status,
            "trigger": turn.trigger,
            "engine": "",
            "model": "",
            "reason": "",
            "context": "",
            **where,
        }
    )
    ids = []
    for message in turn.messages:
        place.messages += 1
        place.last_at = max(place.last_at, message.at)
        ids.append(_lay_out_message(batch, message, turn=turn, turn_id=turn_id, place=place))
    return Recorded(turn_id, place.id, tuple(ids))


def _ended_at(turn: NewTurn) -> datetime | None:
    if turn.status == RUNNING:
        return None
    return turn.messages[-1].at if turn.messages else turn.started_at


def _lay_out_message(batch: _Batch, message: NewMessage, *, turn: NewTurn, turn_id: str, place: _Place) -> str:
    at = Standing(new_id(message.at), place.id, turn_id, place.messages, turn.bucket)
    batch.messages.append(row_of(message, at))
    if place.memory == FULL and is_found_again(message, turn.status):
        batch.items.append(item_of(message, at))
    return at.id


def _place_of(batch: _Batch, found: dict[_Key, _Place], turn: NewTurn) -> _Place:
    known = None if turn.conversation is None else found.get((turn.bucket, turn.conversation))
    if known is not None:
        return known
    made = _Place(new_id(turn.started_at), 0, turn.started_at, turn.memory)
    name = turn.conversation or made.id
    batch.new_conversations.append(
        {
            "id": made.id,
            "name": name,
            "memory": made.memory,
            "messages": 0,
            "read_position": 0,
            "last_at": turn.started_at,
            "created_at": turn.started_at,
            **bucket_values(turn.bucket),
        }
    )
    found[(turn.bucket, name)] = made
    return made
