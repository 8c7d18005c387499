"""Looks whether files changed since they were last in step: by stat alone, before every read. Reads hardly ever."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from morrow.clock import system_clock
from morrow.documents.names import OWNERS_FOLDER
from morrow.writing.mirror.folder import TEMPORARY, Found, Stat, read_file
from morrow.writing.mirror.put import hash_of_bytes

# A file system's clock ticks: two writes within one tick leave the same times. What is younger is read, not believed.
_TICK_NS = 100_000_000
_COARSE_TICK_NS = 2_500_000_000
_SECOND_NS = 1_000_000_000
MAX_DEPTH = 8
MAX_FILES = 10_000


@dataclass(slots=True)
class Known:
    """One file as it was when last in step; `stat` is None where there was none to be seen."""

    stat: Stat | None
    hash: str
    is_fresh: bool = True


@dataclass(slots=True)
class Cell:
    """What was last seen of one bucket's files and folders (by their names below the bucket's folder).

    `behind` would not stand still and is looked at again next time, `unwritten` could not be written and is tried again
    every now and then.
    """

    folders: tuple[str, ...]
    skips_owners: bool
    files: dict[str, Known] = field(default_factory=dict)
    listed: dict[str, tuple[int, int, bool]] = field(default_factory=dict)
    leftovers: set[str] = field(default_factory=set)
    behind: set[str] = field(default_factory=set)
    unwritten: set[str] = field(default_factory=set)
    too_many: bool = False


def look(home: Path, cell: Cell) -> set[str]:
    """Return the names of the cell's files that are not as they were: changed, gone or new."""
    base = os.path.join(home, *cell.folders)  # runs before every read; a Path takes ten times as long
    now_ns = int(system_clock().timestamp() * 1e9)
    moved = {name for name, known in list(cell.files.items()) if _has_moved(home, cell, base, name, known, now_ns)}
    for folder in list(cell.listed) or [""]:
        moved |= _look_into(cell, base, folder, now_ns)
    return moved


def stat_of(home: Path, cell: Cell, name: str) -> Stat | None:
    """Return the stat of what stands at `name` now, or None."""
    return _stat(f"{os.path.join(home, *cell.folders)}/{name}")


def _stat(path: str) -> Stat | None:
    try:
        return Stat.of(os.lstat(path))
    except (OSError, ValueError):
        return None


def _has_moved(home: Path, cell: Cell, base: str, name: str, known: Known, now_ns: int) -> bool:
    stat = _stat(f"{base}/{name}")
    if stat != known.stat:
        return True
    if stat is None or not known.is_fresh:
        return False
    known.is_fresh = _is_fresh(stat.ctime_ns, now_ns)
    seen = read_file(home, cell.folders, name)
    return isinstance(seen, Found) and bool(known.hash) and hash_of_bytes(seen.data) != known.hash


def _is_fresh(changed_ns: int, now_ns: int) -> bool:
    tick = _TICK_NS if changed_ns % _SECOND_NS else _COARSE_TICK_NS
    return now_ns - changed_ns < tick


def _look_into(cell: Cell, base: str, folder: str, now_ns: int) -> set[str]:
    """Return the files of a folder that are not known, if the folder changed since it was last listed."""
    path = f"{base}/{folder}" if folder else base
    try:
        stat = os.lstat(path)
    except OSError:
        cell.listed.pop(folder, None)
        return set()
    before = cell.listed.get(folder)
    if before is not None and before[:2] == (stat.st_mtime_ns, stat.st_ino) and not before[2]:
        return set()
    cell.listed[folder] = (stat.st_mtime_ns, stat.st_ino, _is_fresh(stat.st_mtime_ns, now_ns))
    found = set[str]()
    for name, is_folder in _items(path):
        full = f"{folder}/{name}" if folder else name
        if name.startswith(TEMPORARY):
            cell.leftovers.add(full)
        elif name.startswith(".") or (cell.skips_owners and full == OWNERS_FOLDER):
            continue
        elif is_folder:
            found |= _go_deeper(cell, base, full, now_ns)
        elif len(cell.files) >= MAX_FILES:
            cell.too_many = True
        elif name.endswith((".md", ".MD", ".Md", ".mD")) and full not in cell.files:
            found.add(full)
            cell.files[full] = Known(None, "")
    return found


def _go_deeper(cell: Cell, base: str, folder: str, now_ns: int) -> set[str]:
    if folder in cell.listed:
        return set()
    if folder.count("/") >= MAX_DEPTH:
        cell.too_many = True
        return set()
    return _look_into(cell, base, folder, now_ns)


def _items(path: str) -> list[tuple[str, bool]]:
    """Return the names in a folder, and whether each is a folder; a link counts as a file. Empty if it is a link."""
    try:
        if os.path.islink(path):
            return []
        with os.scandir(path) as items:
            return [(item.name, item.is_dir(follow_symlinks=False)) for item in items]
    except OSError:
        return []
