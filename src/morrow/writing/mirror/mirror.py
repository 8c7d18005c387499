"""Mirror: keeps the files and the store in step, both ways. When to look is the caller's; what to do, `step`'s."""

import asyncio
from collections.abc import AsyncIterator, Collection, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

import structlog
from sqlalchemy.exc import SQLAlchemyError

from morrow.clock import Clock
from morrow.errors import MorrowError
from morrow.owners import Bucket
from morrow.store import Store, touched
from morrow.writing.mirror.cells import Cells
from morrow.writing.mirror.erase import Erasure
from morrow.writing.mirror.leftovers import clear_leftovers
from morrow.writing.mirror.look import Cell, look
from morrow.writing.mirror.missing import judge_missing
from morrow.writing.mirror.put import remove_leftover
from morrow.writing.mirror.records import load_records
from morrow.writing.mirror.settle import settle
from morrow.writing.mirror.step import Recent, Step
from morrow.writing.mirror.trouble import Trouble, Wrong
from morrow.writing.mirror.watch import Watch

log = structlog.get_logger(__name__)

BUCKETS_A_LOOK = 64  # how many buckets one look around takes in turn: bounds what an idle server costs
COMPARE_EVERY = 30  # looks around between two comparisons of all versions: another process may write no files
_FAULTS = (OSError, MorrowError, SQLAlchemyError)


class Mirror:
    """The open mirror of one home. It never makes its caller fail: what is wrong with a file stands in `troubles`."""

    def __init__(self, store: Store, home: Path, clock: Clock) -> None:
        self._store = store
        self._home = home
        self._clock = clock
        self._cells = Cells(store, home)
        self._watch = Watch()
        self._locks: dict[Bucket, asyncio.Lock] = {}
        self._troubles: dict[tuple[Bucket, str], Trouble] = {}
        self._recent: Recent = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._looks = 0
        self._looking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, store: Store, home: Path, *, clock: Clock) -> Self:
        """Return the mirror of the store in `home`, repaired: what was edited meanwhile is taken in."""
        mirror = cls(store, home, clock)
        store.on_committed(mirror.write_out)
        try:
            buckets = await mirror._cells.load()
            await mirror._write_lagging()
            await mirror.take_in(*buckets)
        except _FAULTS as error:
            log.warning("files are not in step", error=str(error))
        return mirror

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return what is wrong now, file by file."""
        return tuple(self._troubles.values())

    async def take_in(self, *buckets: Bucket) -> None:
        """Take in what was changed on disk in `buckets`. Costs one stat a file where nothing was."""
        for bucket in buckets:
            cell = await self._cells.get(bucket)
            if cell is not None and self._has_moved(bucket, cell):
                await self._run(self._step(bucket, ()))

    async def write_out(self, changed: Iterable[tuple[Bucket, str]]) -> None:
        """Write the files of documents that were just committed; called by the store after each transaction."""
        by_bucket: dict[Bucket, list[str]] = {}
        for bucket, name in changed:
            by_bucket.setdefault(bucket, []).append(name)
        for bucket, names in by_bucket.items():
            await self._run(self._step(bucket, names))

    async def look_around(self) -> None:
        """Look at some of the buckets, in turn, and for answers from the inbox; call it every few seconds."""
        self._looks += 1
        try:
            if self._looks % COMPARE_EVERY == 0:
                self._recent.clear()
                await self._write_lagging()
            await self.take_in(*self._cells.turn(BUCKETS_A_LOOK))
        except _FAULTS as error:
            log.warning("files are not in step", error=str(error))
        for bucket in list(self._cells.asked):
            await self._run(self._step(bucket, ()))

    @asynccontextmanager
    async def erasing(self, buckets: Sequence[Bucket]) -> AsyncIterator[Erasure]:
        """Hold the files of `buckets` still while their rows are deleted; nothing of them is taken in or written."""
        async with AsyncExitStack() as held:
            for bucket in sorted(buckets, key=lambda one: one.key):
                await held.enter_async_context(self._locks.setdefault(bucket, asyncio.Lock()))
            folders = [cell.folders for bucket in buckets if (cell := await self._cells.get(bucket)) is not None]
            for bucket in buckets:
                self._watch.drop(bucket)
            yield Erasure(self._home, folders)
            for bucket in buckets:
                self._forget(bucket)

    def start(self, *, every_seconds: float) -> None:
        """Look around in the background until `close`."""
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_forever(every_seconds))

    async def close(self) -> None:
        """Finish what is being written, and take in what was last written to replaced files."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for bucket in self._watch.buckets():
            await self._run(self._step(bucket, ()))
        self._watch.close()

    async def _look_forever(self, every_seconds: float) -> None:
        while True:
            await asyncio.sleep(every_seconds)
            await self.look_around()

    async def _write_lagging(self) -> None:
        for bucket, names in (await self._cells.lagging()).items():
            await self._run(self._step(bucket, names))

    async def _run(self, work: Coroutine[None, None, None]) -> None:
        """Do `work` to its end, even if whoever waits for it is cancelled: a file is not left half in step."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def _step(self, bucket: Bucket, names: Collection[str]) -> None:
        """Bring `names` and whatever moved on disk in step, one step a bucket at a time."""
        async with self._locks.setdefault(bucket, asyncio.Lock()):
            try:
                cell = await self._cells.get(bucket)
                if cell is not None:
                    await self._step_locked(bucket, cell, names)
            except _FAULTS as error:
                log.warning("files are not in step", bucket=bucket.key, error=str(error))
                self._cells.drop(bucket)

    async def _step_locked(self, bucket: Bucket, cell: Cell, names: Collection[str]) -> None:
        moved = look(self._home, cell) | cell.behind
        settled = await settle(self._home, cell, moved) if moved else {}
        is_asked = bucket in self._cells.asked
        if not (moved or cell.leftovers or is_asked or self._watch.has_changed(bucket)):
            names = await self._cells.lagging_of(bucket, names) if names else ()
            if not names:
                return
        step = Step(self._home, bucket, cell, self._clock(), settled, self._recent)
        try:
            is_asked = await self._in_one_transaction(step, dict.fromkeys((*sorted(moved), *names)))
        except BaseException:
            step.close()
            raise
        (self._cells.asked.add if is_asked else self._cells.asked.discard)(bucket)
        await self._end(step)

    async def _in_one_transaction(self, step: Step, wanted: dict[str, None]) -> bool:
        """Do the step's work and return whether a question about its files is open."""
        async with self._store.write() as connection:
            step.begin(connection, await load_records(connection, step.bucket))
            is_asked = await judge_missing(step, wanted)
            await self._watch.take_late(step)
            for name in wanted:
                await step.sync(name)
            await clear_leftovers(step)
            touched(connection).clear()
        return is_asked

    async def _end(self, step: Step) -> None:
        """After the commit: clear temporary files, watch what was replaced, tell what is wrong."""
        for name in step.to_clear:
            await asyncio.to_thread(remove_leftover, self._home, step.cell.folders, name)
        self._watch.add(step.bucket, step.left)
        if step.cell.too_many:
            step.troubles["*"] = Trouble(step.bucket, "*", Wrong.TOO_MANY)
        for name, trouble in step.troubles.items():
            key = (step.bucket, name)
            if trouble is None:
                self._troubles.pop(key, None)
            elif self._troubles.get(key) != trouble:
                self._troubles[key] = trouble
                log.warning("file is not in step", file=trouble.describe("en"), wrong=str(trouble.wrong))

    def _forget(self, bucket: Bucket) -> None:
        self._cells.drop(bucket)
        self._cells.asked.discard(bucket)
        for key in [key for key in self._troubles if key[0] == bucket]:
            del self._troubles[key]
        self._recent.clear()

    def _has_moved(self, bucket: Bucket, cell: Cell) -> bool:
        moved = look(self._home, cell)
        return bool(moved or cell.behind or cell.leftovers or self._watch.has_changed(bucket))
