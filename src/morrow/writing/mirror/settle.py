"""Waits until files stand still, so that a half-written save is not read. Reads nothing itself."""

import asyncio
from collections.abc import Collection
from pathlib import Path

from morrow.writing.mirror.folder import Stat
from morrow.writing.mirror.look import Cell, stat_of

BETWEEN_LOOKS_SECONDS = 0.05
MOST_LOOKS = 4
DOUBTFUL_SECONDS = 0.3  # how long a file must be gone or less than half of what it was to be believed
EMPTY_SECONDS = 1.0  # how long it must be empty: many editors empty a file before they write it


async def settle(home: Path, cell: Cell, names: Collection[str]) -> dict[str, Stat | None]:
    """Return the stat of each of `names` that stood still between two looks (None: it is not there)."""
    before = {name: stat_of(home, cell, name) for name in names}
    for _ in range(MOST_LOOKS):
        await asyncio.sleep(max(_doubt(cell, name, stat) for name, stat in before.items()))
        now = {name: stat_of(home, cell, name) for name in names}
        if now == before:
            break
        before, last = now, before
    else:
        return {name: stat for name, stat in before.items() if last[name] == stat}
    return before


def _doubt(cell: Cell, name: str, stat: Stat | None) -> float:
    """Return for how many seconds a file must stay as it is now."""
    if stat is None:
        return DOUBTFUL_SECONDS
    if not stat.size:
        return EMPTY_SECONDS
    known = cell.files.get(name)
    was = known.stat.size if known is not None and known.stat is not None else 0
    return DOUBTFUL_SECONDS if stat.size * 2 < was else BETWEEN_LOOKS_SECONDS
