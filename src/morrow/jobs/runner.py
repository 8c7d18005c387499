"""Finds what is due, claims it, runs it; and the embedded runner. Holds no queue, since pending work is state."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol, runtime_checkable

import structlog

from morrow.clock import Clock
from morrow.errors import LeaseLost, StoreError
from morrow.jobs.lease import holding
from morrow.jobs.ledger import Due, Run, claim
from morrow.jobs.requests import restartable
from morrow.owners import Bucket
from morrow.store import Store

log = structlog.get_logger(__name__)


class Job(Protocol):
    """One kind of background work."""

    @property
    def kind(self) -> str:
        """The name that its runs carry."""

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:
        """Return what is due at `now`; `eager` also what only a cooldown or an idle hour holds back."""

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Do the work and finish the run in one transaction. Must be safe to do again after a crash."""


@runtime_checkable
class Wide(Protocol):
    """A job of which several runs may work at once, since most of their time they wait for somebody else."""

    @property
    def at_once(self) -> int:
        """How many."""


class Runner:
    """Runs jobs in this process, one run after the other but for `Wide` ones; processes on one store share the work.

    With `buckets` it works in those alone, and leaves what waits in all others waiting.
    """

    def __init__(
        self, store: Store, jobs: Sequence[Job], clock: Clock, *, buckets: Collection[Bucket] | None = None
    ) -> None:
        self._store = store
        self._jobs = tuple(jobs)
        self._clock = clock
        self._buckets = buckets
        self.worker = worker_name()
        self._one_tick = asyncio.Lock()
        self._loop: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()

    async def tick(self, now: datetime) -> int:
        """Run everything due at `now`, kind by kind, and return how many runs were made."""
        async with self._one_tick:
            return sum([await self._run_kind(job, now, eager=False) for job in self._jobs])

    async def idle(self) -> int:
        """Run until nothing is due, also what only a cooldown holds back; waits for no failure's retry."""
        total = 0
        async with self._one_tick:
            while True:
                now = self._clock()
                ran = sum([await self._run_kind(job, now, eager=True) for job in self._jobs])
                total += ran
                if not ran:
                    return total

    def start(self, *, every_seconds: float) -> None:
        """Tick in the background until `close`; `wake` brings the next tick forward."""
        if self._loop is None:
            self._loop = asyncio.create_task(self._tick_forever(every_seconds))

    def wake(self) -> None:
        """Look for due work now instead of at the next tick."""
        self._woken.set()

    async def close(self) -> None:
        """End the background ticking; a run in progress is finished first."""
        if self._loop is None:
            return
        async with self._one_tick:
            self._loop.cancel()
        await asyncio.gather(self._loop, return_exceptions=True)
        self._loop = None

    async def _tick_forever(self, every_seconds: float) -> None:
        while True:
            self._woken.clear()  # before the look: what wakes it during the look calls for another one
            try:
                await self.tick(self._clock())
            except StoreError as error:  # a full disk, a server that restarts: what is due stays due until it is back
                log.warning("no job can be run now", reason=str(error))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), every_seconds)

    async def _run_kind(self, job: Job, now: datetime, *, eager: bool) -> int:
        found = await find_due(self._store, job, now, eager=eager)
        mine = [due for due in found if self._buckets is None or due.bucket in self._buckets]
        places = asyncio.Semaphore(job.at_once if isinstance(job, Wide) else 1)

        async def run_one(due: Due) -> bool:
            async with places:  # first come, first served: they begin in the order in which they are due
                return await run_due(self._store, job, due, now=now, worker=self.worker)

        ran = await asyncio.gather(*(run_one(due) for due in mine), return_exceptions=True)
        failed = next((one for one in ran if isinstance(one, BaseException)), None)
        if failed is not None:  # the store is gone: all have ended by now, and the first tells why
            raise failed
        return sum(one is True for one in ran)


def worker_name() -> str:
    """Return how this process is called in the ledger."""
    return f"{socket.gethostname()}:{os.getpid()}"


async def find_due(store: Store, job: Job, now: datetime, *, eager: bool) -> list[Due]:
    """Return what is due of one kind: what was asked for or waits to be tried again, then what the job finds."""
    async with store.read_all() as connection:
        left = [run.due for run in await restartable(connection, (job.kind,), now=now)]
    found = {due.key: due for due in [*left, *await job.due(now, eager=eager)]}
    return list(found.values())


async def run_due(store: Store, job: Job, due: Due, *, now: datetime, worker: str) -> bool:
    """Run `due` if it is to be had, and return whether it was; its failure is written down and raised no further."""
    async with store.write() as connection:
        run = await claim(connection, due, worker=worker, now=now)
    if run is None:
        return False
    try:
        async with holding(store, run, now=now):
            await job.run(run, replace(run.due, scheduled_at=due.scheduled_at), now=now)
    except LeaseLost as lost:
        log.warning("a run went on elsewhere", kind=due.kind, run=run.id, reason=str(lost))
    except Exception:  # one job's failure is its own: it is written down, and the others run
        log.exception("run failed", kind=due.kind, run=run.id)
    return True
