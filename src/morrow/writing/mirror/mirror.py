"""Mirror: keeps the files and the store in step, both ways. When to look is the caller's; what to do, `step`'s."""

import asyncio
import os
import time
from collections import OrderedDict, deque
from collections.abc import Collection, Coroutine, Iterable
from pathlib import Path
from typing import Self

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import Clock
from morrow.documents.names import OWNERS_FOLDER
from morrow.errors import MorrowError
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import list_agents
from morrow.store import Store, touched
from morrow.writing.mirror.decide import Verdict
from morrow.writing.mirror.folder import Stat, open_folder
from morrow.writing.mirror.gone import answer_of, ask, judge_gone, withdraw
from morrow.writing.mirror.leftovers import clear_leftovers
from morrow.writing.mirror.look import Cell, Known, look
from morrow.writing.mirror.paths import decode, folders_of, goes_on
from morrow.writing.mirror.put import Left, remove_leftover
from morrow.writing.mirror.records import (
    NOWHERE,
    Record,
    State,
    buckets_known,
    load_records,
    versions_of,
)
from morrow.writing.mirror.settle import settle
from morrow.writing.mirror.step import Step
from morrow.writing.mirror.trouble import Trouble, Wrong

log = structlog.get_logger(__name__)

LEFT_SECONDS = 2.0  # how long a replaced file is watched for an editor that still had it open
MOST_LEFT = 64
BUCKETS_A_LOOK = 64  # how many buckets that nobody used lately one look around takes in turn
FULL_LOOK_EVERY = 30  # looks around between two comparisons of every version: another process may write no files


class Mirror:
    """The open mirror of one home. It never makes its caller fail: what is wrong with a file stands in `troubles`."""

    def __init__(self, store: Store, home: Path, clock: Clock) -> None:
        self._store = store
        self._home = home
        self._clock = clock
        self._cells: OrderedDict[Bucket, Cell] = OrderedDict()
        self._locks: dict[Bucket, asyncio.Lock] = {}
        self._agents: dict[str, str] = {}
        self._troubles: dict[tuple[Bucket, str], Trouble] = {}
        self._recent: dict[tuple[Bucket, str], deque[str]] = {}
        self._left: deque[tuple[float, Bucket, str, Left]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: set[Bucket] = set()
        self._looks = 0
        self._looking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, store: Store, home: Path, *, clock: Clock) -> Self:
        """Return the mirror of the store in `home`, repaired: what was edited meanwhile is taken in."""
        mirror = cls(store, home, clock)
        store.on_committed(mirror.write_out)
        await mirror.look_everywhere()
        return mirror

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return what is wrong now, file by file."""
        return tuple(self._troubles.values())

    async def take_in(self, *buckets: Bucket) -> None:
        """Take in what was changed on disk in `buckets`. Costs one stat a file where nothing was."""
        for bucket in buckets:
            cell = await self._cell(bucket)
            if cell is not None and self._is_moved(bucket, cell):
                await self._run(self._step(bucket, ()))

    async def write_out(self, changed: Iterable[tuple[Bucket, str]]) -> None:
        """Write the files of documents that were just committed; called by the store after each transaction."""
        by_bucket: dict[Bucket, list[str]] = {}
        for bucket, name in changed:
            by_bucket.setdefault(bucket, []).append(name)
        for bucket, names in by_bucket.items():
            await self._run(self._step(bucket, names))

    async def look_around(self) -> None:
        """Look at the buckets used lately and, in turn, at some of the others; call it every few seconds."""
        self._looks += 1
        if self._looks % FULL_LOOK_EVERY == 0:
            await self.look_everywhere()
            return
        turn = list(self._cells)[:BUCKETS_A_LOOK]
        for bucket in turn:
            self._cells.move_to_end(bucket)
            self._cells[bucket].behind |= self._cells[bucket].unwritten
        await self.take_in(*turn)
        for bucket in list(self._asked):
            await self._run(self._step(bucket, ()))

    async def look_everywhere(self) -> None:
        """Bring every bucket in step: those of the store, and those of which only files are there."""
        async with self._store.read_all() as connection:
            buckets = dict.fromkeys(await buckets_known(connection))
            self._agents = {agent.id: agent.name for agent in await list_agents(connection)}
        buckets |= dict.fromkeys(await asyncio.to_thread(self._buckets_on_disk))
        for bucket in buckets:
            cell = await self._cell(bucket)
            if cell is None:
                continue
            lagging = await self._lagging(bucket)
            if lagging or bucket in self._asked or self._is_moved(bucket, cell):
                await self._run(self._step(bucket, lagging))

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
        for bucket in {bucket for _, bucket, _, _ in self._left}:
            await self._run(self._step(bucket, ()))
        for *_, left in self._left:
            left.close()
        self._left.clear()

    async def _look_forever(self, every_seconds: float) -> None:
        while True:
            await asyncio.sleep(every_seconds)
            await self.look_around()

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
                cell = await self._cell(bucket)
                if cell is not None:
                    await self._step_locked(bucket, cell, names)
            except (OSError, MorrowError, SQLAlchemyError) as error:
                log.warning("files are not in step", bucket=bucket.key, error=str(error))
                self._cells.pop(bucket, None)

    async def _step_locked(self, bucket: Bucket, cell: Cell, names: Collection[str]) -> None:
        moved = look(self._home, cell) | cell.behind
        settled = await settle(self._home, cell, moved) if moved else {}
        wanted = dict.fromkeys((*sorted(moved), *names))
        if not (wanted or cell.leftovers or self._has_late(bucket) or bucket in self._asked):
            return
        if not moved and not cell.leftovers and names and not await self._lagging(bucket, names):
            return
        async with self._store.write() as connection:
            step = await self._begin(connection, bucket, cell, settled)
            await self._judge_gone(step, wanted)
            await self._take_late(step)
            for name in wanted:
                await step.sync(name)
            leftovers, cell.leftovers = cell.leftovers, set()
            await clear_leftovers(step, leftovers)
            touched(connection).clear()
        await self._end(step)

    async def _begin(
        self, connection: AsyncConnection, bucket: Bucket, cell: Cell, settled: dict[str, Stat | None]
    ) -> Step:
        return Step(
            connection=connection,
            home=self._home,
            bucket=bucket,
            cell=cell,
            records=await load_records(connection, bucket),
            now=self._clock(),
            settled=settled,
            recent=self._recent,
        )

    async def _judge_gone(self, step: Step, wanted: dict[str, None]) -> None:
        """Say for each file that is gone whether its document is emptied or asked about, and carry an answer out."""
        asked = [name for name, record in step.records.items() if record.state is State.ASKED]
        if asked:
            await self._carry_answer(step, asked, wanted)
        in_step = {name for name, record in step.records.items() if record.state is State.IN_STEP}
        gone = sorted(n for n, stat in step.settled.items() if stat is None and n in in_step and n not in step.if_gone)
        if not gone:
            return
        is_folder_gone = await asyncio.to_thread(self._is_a_folder_gone, step.cell.folders, gone)
        verdict = judge_gone(len(in_step), gone, is_folder_gone=is_folder_gone)
        step.if_gone |= dict.fromkeys(gone, verdict)
        if verdict is Verdict.ASK:
            await ask(step.connection, step.bucket, [*asked, *gone], now=step.now)
            self._asked.add(step.bucket)

    async def _carry_answer(self, step: Step, asked: list[str], wanted: dict[str, None]) -> None:
        answer = await answer_of(step.connection, step.bucket)
        if answer is not Verdict.ASK:
            for name in asked:
                record = step.records[name]
                state = State.IN_STEP if answer is Verdict.RETIRE else State.REFUSED
                step.records[name] = Record(record.version, record.hash, record.stat, state)
                step.settled[name] = None
            step.if_gone |= dict.fromkeys(asked, Verdict.RETIRE)
            wanted |= dict.fromkeys(asked)
            self._asked.discard(step.bucket)
        elif all(name in wanted and step.settled.get(name) is not None for name in asked):
            await withdraw(step.connection, step.bucket, now=step.now)
            self._asked.discard(step.bucket)

    async def _take_late(self, step: Step) -> None:
        """Take in what was written to files after they were replaced, and let go of those that are quiet."""
        for _ in range(len(self._left)):
            since, bucket, name, left = self._left.popleft()
            data = left.read_again() if bucket == step.bucket else None
            if data is not None:
                await step.take_text(name, data, Stat.of(os.fstat(left.descriptor)))
                await step.sync(name)
            if data is None and time.monotonic() - since > LEFT_SECONDS:
                left.close()
            elif data is None:
                self._left.append((since, bucket, name, left))
            else:
                left.close()

    async def _end(self, step: Step) -> None:
        """After the commit: clear temporary files, watch what was replaced, tell what is wrong."""
        for name in step.to_clear:
            await asyncio.to_thread(remove_leftover, self._home, step.cell.folders, name)
        self._left.extend((time.monotonic(), step.bucket, name, left) for name, left in step.left)
        while len(self._left) > MOST_LEFT:
            self._left.popleft()[3].close()
        if step.cell.too_many:
            step.troubles["*"] = Trouble(step.bucket, "*", Wrong.TOO_MANY)
        for name, trouble in step.troubles.items():
            key = (step.bucket, name)
            if trouble is None:
                self._troubles.pop(key, None)
            elif self._troubles.get(key) != trouble:
                self._troubles[key] = trouble
                log.warning("file is not in step", file=trouble.describe("en"), wrong=str(trouble.wrong))

    def _is_moved(self, bucket: Bucket, cell: Cell) -> bool:
        moved = look(self._home, cell)
        return bool(moved or cell.behind or cell.leftovers or self._has_late(bucket))

    def _has_late(self, bucket: Bucket) -> bool:
        return any(of == bucket and left.has_changed() for _, of, _, left in self._left)

    async def _cell(self, bucket: Bucket) -> Cell | None:
        """Return what is known of a bucket's files; None if its agent is gone."""
        found = self._cells.get(bucket)
        if found is not None:
            return found
        async with self._store.read_all() as connection:
            if bucket.scope is not Scope.GLOBAL and bucket.agent not in self._agents:
                self._agents = {agent.id: agent.name for agent in await list_agents(connection)}
            records = await load_records(connection, bucket)
        agent = self._agents.get(bucket.agent, "")
        if not agent and bucket.scope is not Scope.GLOBAL:
            return None
        cell = Cell(folders_of(bucket, agent), skips_owners=bucket.scope is Scope.TEAM)
        for name, record in records.items():
            is_on_disk = record.stat != NOWHERE and record.state in (State.IN_STEP, State.REFUSED)
            cell.files[name] = Known(record.stat if is_on_disk else None, record.hash)
        if any(record.state is State.ASKED for record in records.values()):
            self._asked.add(bucket)
        return self._cells.setdefault(bucket, cell)

    async def _lagging(self, bucket: Bucket, names: Collection[str] | None = None) -> list[str]:
        """Return the documents whose files are of another version, and the files whose documents are gone."""
        async with self._store.read_all() as connection:
            versions = await versions_of(connection, bucket)
            records = await load_records(connection, bucket)
        seen = {name: record.version for name, record in records.items() if record.state is not State.REFUSED}
        every = {**seen, **versions} if names is None else dict.fromkeys(names)
        return [name for name in every if seen.get(name) != versions.get(name)]

    def _is_a_folder_gone(self, folders: tuple[str, ...], gone: Iterable[str]) -> bool:
        for folder in {name.rpartition("/")[0] for name in gone}:
            try:
                with open_folder(self._home, (*folders, *(folder.split("/") if folder else ()))):
                    pass
            except OSError:
                return True
        return False

    def _buckets_on_disk(self) -> list[Bucket]:
        """Return the personal buckets that have a folder, also of owners who never said a word."""
        found = []
        for agent, name in self._agents.items():
            base = Path(self._home, *folders_of(Bucket.team(agent), name), OWNERS_FOLDER)
            for parts in _key_folders(base, ()):
                key = decode(parts)
                owner = _owner(key) if key else None
                if owner is not None:
                    found.append(Bucket.personal(agent, owner))
        return found


def _key_folders(base: Path, above: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Yield the folders, as parts below `base`, whose names are whole keys."""
    try:
        with os.scandir(base) as items:
            names = [item.name for item in items if item.is_dir(follow_symlinks=False)]
    except OSError:
        return
    for name in names:
        if goes_on(name) and len(above) < 20:
            yield from _key_folders(base / name, (*above, name))
        else:
            yield (*above, name)


def _owner(key: str) -> Owner | None:
    try:
        owner = Owner.parse(key)
    except MorrowError:
        return None
    return owner if owner.key == key and not owner.is_system else None
