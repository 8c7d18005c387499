"""What a disk may hold when the power is cut at one moment of a trace: all that was synced, and some of the rest."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.crash.trace import Operation

_SECTOR = 512
ACKS = "acks"


@dataclass(slots=True, eq=False)
class _File:
    """One file's bytes that are surely on the disk, and the writes that may be."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)


@dataclass(slots=True)
class Disk:
    """A folder as programs see it, as it is surely on the disk, and the changes of names between the two."""

    names: dict[str, _File] = field(default_factory=dict)
    durable: dict[str, _File] = field(default_factory=dict)
    waiting: list[tuple[str, str, str, _File]] = field(default_factory=list)
    acks: bytearray = field(default_factory=bytearray)

    def play(self, operation: Operation) -> None:
        """Do one operation."""
        if operation.path == ACKS:
            self.acks += operation.data
        elif operation.kind in ("write", "truncate"):
            self._file(operation.path).pending.append(operation)
        elif operation.kind == "sync":
            self._sync(operation.path)
        elif operation.kind == "create":
            self._file(operation.path)
        elif operation.kind != "mkdir":  # folders are made with their files: an empty one holds nothing to lose
            self._rename(operation)

    def cut(self, dice: random.Random) -> dict[str, bytes]:
        """Return the files after a power cut now: names in the order of the journal, unsynced data torn or gone."""
        names = dict(self.durable)
        for change in self.waiting[: dice.randrange(len(self.waiting) + 1)]:
            _apply_name(names, change)
        return {name: _torn(file, dice) for name, file in names.items()}

    def _file(self, path: str) -> _File:
        if path not in self.names:
            self.names[path] = _File()
            self.waiting.append(("create", path, "", self.names[path]))
        return self.names[path]

    def _sync(self, path: str) -> None:
        file = self.names.get(path)
        if file is None:  # a folder: the names in it are on the disk now
            mine = [change for change in self.waiting if _folder(change[1]) == path]
        else:
            _flush(file)
            mine = self._until_created(file, _folder(path))
        for change in mine:
            _apply_name(self.durable, change)
            self.waiting.remove(change)

    def _until_created(self, file: _File, folder: str) -> list[tuple[str, str, str, _File]]:
        """Return the waiting changes that the sync of a new file brings along: a journal keeps a folder's order."""
        born = next((n for n, change in enumerate(self.waiting) if change[0] == "create" and change[3] is file), -1)
        return [change for change in self.waiting[: born + 1] if _folder(change[1]) == folder]

    def _rename(self, operation: Operation) -> None:
        file = self.names.get(operation.path)
        if file is None:
            return
        _apply_name(self.names, change := (operation.kind, operation.path, operation.other, file))
        self.waiting.append(change)


def cut_at(operations: Sequence[Operation], moment: int, dice: random.Random) -> tuple[dict[str, bytes], str]:
    """Return the files and the acknowledgements if the power is cut after `moment` operations."""
    disk = Disk()
    for operation in operations[:moment]:
        disk.play(operation)
    return disk.cut(dice), disk.acks.decode("ascii")


def lay_out(files: dict[str, bytes], base: Path) -> None:
    """Write an image's files below `base`; the shared memory of a database does not outlive a power cut."""
    for name, data in files.items():
        if not name.endswith("-shm"):
            path = base / name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.write_bytes(data)


def _apply_name(names: dict[str, _File], change: tuple[str, str, str, _File]) -> None:
    kind, path, other, file = change
    if kind in ("create", "link"):
        names[other or path] = file
    elif kind == "unlink":
        names.pop(path, None)
    elif kind == "exchange":
        swapped = {path: names.get(other), other: names.get(path)}
        names.update({name: now for name, now in swapped.items() if now is not None})
    else:
        names.pop(path, None)
        names[other] = file


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _flush(file: _File) -> None:
    for operation in file.pending:
        _write(file.durable, operation)
    file.pending = []


def _torn(file: _File, dice: random.Random) -> bytes:
    """Return a file's bytes with a quarter of the times none, a quarter all, else some of the unsynced writes."""
    data, mood = bytearray(file.durable), dice.random()
    for operation in file.pending:
        if mood < 0.25 or (mood >= 0.5 and dice.random() < 0.5):
            continue
        if operation.kind == "write" and len(operation.data) > _SECTOR and dice.random() < 0.3:
            kept = dice.randrange(1, len(operation.data) // _SECTOR + 1) * _SECTOR
            _write(data, replace(operation, data=operation.data[:kept]))
        else:
            _write(data, operation)
    return bytes(data)


def _write(data: bytearray, operation: Operation) -> None:
    if operation.kind == "truncate":
        del data[operation.offset :]
        data.extend(bytes(operation.offset - len(data)))
        return
    at = len(data) if operation.offset < 0 else operation.offset
    data.extend(bytes(max(0, at - len(data))))
    data[at : at + len(operation.data)] = operation.data
