"""The embedded runner: finds what is due, claims it, runs it. Holds no queue, since pending work is state."""

import asyncio
import contextlib
import os
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import structlog

from morrow.clock import Clock
from morrow.jobs.ledger import Due, Run, claim, fail
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


class Runner:
    """Runs jobs in this process, one after the other; several processes on one store share the work."""

    def __init__(self, store: Store, jobs: Sequence[Job], clock: Clock) -> None:
        self._store = store
        self._jobs = tuple(jobs)
        self._clock = clock
        self._worker = f"pid:{os.getpid()}"
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
            await self.tick(self._clock())
            self._woken.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), every_seconds)

    async def _run_kind(self, job: Job, now: datetime, *, eager: bool) -> int:
        ran = 0
        for due in await job.due(now, eager=eager):
            ran += await self._run_due(job, due, now)
        return ran

    async def _run_due(self, job: Job, due: Due, now: datetime) -> int:
        async with self._store.write() as connection:
            run = await claim(connection, due, worker=self._worker, now=now)
        if run is None:
            return 0
        try:
            await job.run(run, due, now=now)
        except Exception as error:  # one job's failure is its own: it is written down, and the others run
            log.exception("run failed", kind=due.kind, run=run.id)
            async with self._store.write() as connection:
                await fail(connection, run, reason=f"{type(error).__name__}: {error}", now=now)
        return 1
