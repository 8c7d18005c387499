"""Keeps what is told of dreams while they run, as rows: every process hears of every dream, now or later."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.dreaming.progress import DreamEvent, Happening
from morrow.dreaming.table import dream_event
from morrow.owners import Bucket, Scope
from morrow.store import Store, bucket_values, in_bucket
from morrow.store.statements import hold_buckets

KEPT = timedelta(days=7)
_AT_ONCE = 100
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """One event of a dream as it was kept; `id` grows with every event that is kept."""

    id: int
    happening: str
    run: str
    scope: Scope
    owner: str
    started_by: str
    step: str
    done: int
    total: int
    reason: str
    at: datetime


class EventLog:
    """Hears events and writes them down behind the dream's back, in order; `flush` waits until all are written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[DreamEvent] = []
        self._writing: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    def heard(self, event: DreamEvent) -> None:
        """Take an event; it is kept soon, and after the dream's own transaction."""
        self._waiting.append(event)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_waiting())

    async def flush(self) -> None:
        """Return when everything heard is kept."""
        while self._writing is not None:
            await self._writing

    async def wait(self, seconds: float) -> None:
        """Return when this process has kept something new, or after a while: another process may have."""
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return

    async def _write_waiting(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                async with self._store.write() as connection:
                    # One after the other, so that numbers become visible in their order and none is passed over.
                    await hold_buckets(connection, [Bucket.everyone()])
                    for event in batch:
                        await _keep(connection, event)
                self._news.set()
        except Exception:  # a dream that nobody hears of is dreamt all the same
            log.exception("events of a dream were not kept")
        finally:
            self._writing = None


async def events_after(connection: AsyncConnection, last: int) -> Sequence[ToldEvent]:
    """Return the events behind the one of that id which the connection may see, in order, at most a hundred."""
    c = dream_event.c
    rows = await connection.execute(select(dream_event).where(c.n > last).order_by(c.n).limit(_AT_ONCE))
    return [_told(row) for row in rows]


async def newest_event(connection: AsyncConnection) -> int:
    """Return the id of the newest event which the connection may see; 0 if there is none."""
    return int((await connection.execute(select(func.max(dream_event.c.n)))).scalar() or 0)


async def _keep(connection: AsyncConnection, event: DreamEvent) -> None:
    if event.happening is Happening.STARTED:
        old = dream_event.c.at < event.at - KEPT
        await connection.execute(delete(dream_event).where(*in_bucket(dream_event, event.bucket), old))
    await connection.execute(
        insert(dream_event).values(
            run=event.run, happening=event.happening, started_by=event.trigger, step=event.step or "",
            done=event.done, total=event.total, reason=event.reason, at=event.at, **bucket_values(event.bucket),
        )
    )  # fmt: skip


def _told(row: Any) -> ToldEvent:
    return ToldEvent(
        id=row.n,
        happening=row.happening,
        run=row.run,
        scope=Scope(row.scope),
        owner=row.owner,
        started_by=row.started_by,
        step=row.step,
        done=row.done,
        total=row.total,
        reason=row.reason,
        at=row.at,
    )
