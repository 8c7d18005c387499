"""The runner of several nodes on PostgreSQL: a tick finds what is due and puts its key into Procrastinate's queue.

The queue carries keys and nothing else. Whether a run may start, and that its effect happens once, is decided in the
ledger, as everywhere: a key that comes twice, late, or on the wrong node does no harm, and a lost one is found again.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog

from morrow.clock import Clock
from morrow.jobs.errors import NotDone
from morrow.jobs.ledger import Run, Status, enqueue, find_run
from morrow.jobs.runner import Job, find_due, run_due, worker_name
from morrow.store import Store

if TYPE_CHECKING:
    from procrastinate import App
    from procrastinate.jobs import Job as Queued

log = structlog.get_logger(__name__)
QUEUE = "morrow"
RUN, TICK, RESCUE = "morrow.run", "morrow.tick", "morrow.rescue"
_EVERY_FEW_SECONDS = "* * * * * */5"  # Procrastinate writes seconds last
_EVERY_HALF_MINUTE = "* * * * * */30"
_LOOK_AGAIN = timedelta(seconds=10)
_AT_ONCE = 4
_DEAD_AFTER_SECONDS = 30


@dataclass(slots=True)
class Nodes:
    """One node: finds due work with all others, and runs its share. `queue` is theirs, at one database."""

    store: Store
    jobs: Sequence[Job]
    clock: Clock
    queue: "App"
    _working: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the queue and work in the background until `close`."""
        _declare(self)
        await self.queue.open_async()
        worker = self.queue.run_worker_async(
            queues=[QUEUE],
            name=worker_name(),
            concurrency=_AT_ONCE,
            install_signal_handlers=False,
            delete_jobs="always",  # what a job came to is told by the ledger
        )
        self._working = asyncio.create_task(worker)

    async def close(self) -> None:
        """Stop taking keys, let what runs come to its end, and close the queue."""
        if self._working is not None:
            self._working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._working
            self._working = None
            await self.queue.close_async()

    async def tick(self) -> None:
        """Put the key of everything due into the queue; what is in it already stays as it is."""
        now = self.clock()
        for job in self.jobs:
            found = await find_due(self.store, job, now, eager=False)
            if not found:
                continue
            async with self.store.write() as connection:
                runs = [await enqueue(connection, due, now=now) for due in found]
            for run in runs:
                await self._defer(run, now)

    async def run(self, key: str) -> None:
        """Do the work of that key if it is to be had. Raises NotDone for one that has to be looked at again."""
        found = await self._find(key)
        job = next((job for job in self.jobs if found is not None and job.kind == found.kind), None)
        if found is None or job is None:
            return
        now = self.clock()
        await run_due(self.store, job, found.due, now=now, worker=worker_name())
        after = await self._find(key)
        if after is None:
            return
        if after.status is Status.FAILED and after.retry_at is not None:
            raise NotDone(key, after.retry_at)
        if after.status is Status.RUNNING:
            raise NotDone(key, now + _LOOK_AGAIN)

    async def rescue(self) -> None:
        """Give the keys of nodes that died back to the queue."""
        from procrastinate.exceptions import UniqueViolation  # noqa: PLC0415 - an extra
        from procrastinate.jobs import Status as Ended  # noqa: PLC0415 - as above

        manager = self.queue.job_manager
        for stalled in await manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=_DEAD_AFTER_SECONDS):
            log.warning("a node died at work", task=stalled.task_name)
            try:
                await manager.retry_job(stalled)
            except UniqueViolation:  # its key waits in the queue again already
                await manager.finish_job(stalled, Ended.FAILED, delete_job=True)

    async def _defer(self, run: Run, now: datetime) -> None:
        from procrastinate.exceptions import AlreadyEnqueued  # noqa: PLC0415 - an extra

        task = self.queue.configure_task(RUN, queue=QUEUE, lock=run.bucket.key, queueing_lock=run.key)
        try:
            await task.defer_async(key=run.key)
        except AlreadyEnqueued:
            await self._hurry(run.key, now)

    async def _hurry(self, key: str, now: datetime) -> None:
        """Take a key out of the queue that waits there for later, though its run is due: the next tick puts it in."""
        manager = self.queue.job_manager
        for waiting in await manager.list_jobs_async(queue=QUEUE, queueing_lock=key, status="todo"):
            if waiting.id is not None and waiting.scheduled_at is not None and waiting.scheduled_at > now + _LOOK_AGAIN:
                await manager.cancel_job_by_id_async(waiting.id, delete_job=True)

    async def _find(self, key: str) -> Run | None:
        async with self.store.read_all() as connection:
            return await find_run(connection, key)


def _declare(node: Nodes) -> None:
    """Tell the queue its three tasks: to run a key, to look for due work, to free what a dead node held."""
    from procrastinate import BaseRetryStrategy, RetryDecision  # noqa: PLC0415 - an extra

    class WhenDue(BaseRetryStrategy):
        """Tries a key again when its run says so."""

        def get_retry_decision(self, *, exception: BaseException, job: "Queued") -> "RetryDecision | None":  # noqa: ARG002
            """Return when to try again, or None for never."""
            return RetryDecision(retry_at=exception.at) if isinstance(exception, NotDone) else None

    async def run(key: str) -> None:
        await node.run(key)

    async def tick(timestamp: int) -> None:  # noqa: ARG001 - what every periodic task is told
        await node.tick()

    async def rescue(timestamp: int) -> None:  # noqa: ARG001 - as above
        await node.rescue()

    # Neither periodic task has a lock: one that a dead node held would keep all others from rescuing it.
    queue: Any = node.queue
    queue.task(name=RUN, queue=QUEUE, retry=WhenDue())(run)
    queue.periodic(cron=_EVERY_FEW_SECONDS)(queue.task(name=TICK, queue=QUEUE, queueing_lock=TICK)(tick))
    queue.periodic(cron=_EVERY_HALF_MINUTE)(queue.task(name=RESCUE, queue=QUEUE, queueing_lock=RESCUE)(rescue))
