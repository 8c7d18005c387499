"""What was last seen of every bucket's files, from their records and the disk. Compares versions, writes nothing."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from morrow.documents.names import OWNERS_FOLDER
from morrow.errors import MorrowError
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import list_agents
from morrow.store import Store
from morrow.writing.mirror.look import Cell, Known
from morrow.writing.mirror.paths import decode, folders_of, goes_on
from morrow.writing.mirror.records import (
    NOWHERE,
    Record,
    State,
    every_record,
    every_version,
    load_records,
    versions_of,
)


class Cells:
    """The cells of one home, the least lately looked at first. `asked` are the buckets with a question in the inbox."""

    def __init__(self, store: Store, home: Path) -> None:
        self.asked: set[Bucket] = set()
        self._store = store
        self._home = home
        self._cells: OrderedDict[Bucket, Cell] = OrderedDict()
        self._agents: dict[str, str] = {}

    async def get(self, bucket: Bucket) -> Cell | None:
        """Return a bucket's cell; None if its agent is gone."""
        found = self._cells.get(bucket)
        if found is not None:
            return found
        async with self._store.read_all() as connection:
            if bucket.scope is not Scope.GLOBAL and bucket.agent not in self._agents:
                self._agents = {agent.id: agent.name for agent in await list_agents(connection)}
            records = await load_records(connection, bucket)
        return self._make(bucket, records)

    async def load(self) -> list[Bucket]:
        """Load every bucket that has files, in the records or on the disk, and return all there are."""
        async with self._store.read_all() as connection:
            self._agents = {agent.id: agent.name for agent in await list_agents(connection)}
            records = await every_record(connection)
        for bucket in (*records, *await asyncio.to_thread(self._on_disk)):
            if bucket not in self._cells:
                self._make(bucket, records.get(bucket, {}))
        return list(self._cells)

    async def lagging(self) -> dict[Bucket, list[str]]:
        """Return the documents whose files are of another version or refused, and the files of deleted documents."""
        async with self._store.read_all() as connection:
            versions, records = await every_version(connection), await every_record(connection)
        buckets = {**versions, **records}
        behind = {b: _behind(versions.get(b, {}), records.get(b, {})) for b in buckets}
        return {bucket: names for bucket, names in behind.items() if names}

    async def lagging_of(self, bucket: Bucket, names: Collection[str]) -> list[str]:
        """Return those of `names` whose files are of another version than their documents."""
        async with self._store.read_all() as connection:
            versions, records = await versions_of(connection, bucket), await load_records(connection, bucket)
        return [name for name in _behind(versions, records) if name in names]

    def turn(self, count: int) -> list[Bucket]:
        """Return the `count` buckets that were looked at the longest ago, and count them as looked at."""
        found = list(self._cells)[:count]
        for bucket in found:
            self._cells.move_to_end(bucket)
            self._cells[bucket].behind |= self._cells[bucket].unwritten
        return found

    def drop(self, bucket: Bucket) -> None:
        """Forget what was seen of a bucket: a step failed half-way."""
        self._cells.pop(bucket, None)

    def _make(self, bucket: Bucket, records: Mapping[str, Record]) -> Cell | None:
        agent = self._agents.get(bucket.agent, "")
        if not agent and bucket.scope is not Scope.GLOBAL:
            return None
        cell = Cell(folders_of(bucket, agent), skips_owners=bucket.scope is Scope.TEAM)
        for name, record in records.items():
            is_on_disk = record.stat != NOWHERE and record.state in (State.IN_STEP, State.REFUSED)
            cell.files[name] = Known(record.stat if is_on_disk else None, record.hash)
        if any(record.state is State.ASKED for record in records.values()):
            self.asked.add(bucket)
        return self._cells.setdefault(bucket, cell)

    def _on_disk(self) -> list[Bucket]:
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


def _behind(versions: Mapping[str, int], records: Mapping[str, Record]) -> list[str]:
    written = {name: record.version for name, record in records.items() if record.state is not State.REFUSED}
    return [name for name in {**records, **versions} if written.get(name) != versions.get(name)]


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
