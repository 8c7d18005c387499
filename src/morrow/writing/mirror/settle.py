"""Waits until files stand still, so that a half-written save is not read. Reads nothing itself."""

import asyncio
from collections.abc import Collection
from pathlib import Path

from morrow.writing.mirror.folder import Stat
from morrow.writing.mirror.look import Cell, stat_of

BETWEEN_LOOKS_SECONDS = 0.05
MOST_LOOKS = 4
DOUBTFUL_SECONDS = 0.3  # how long a file must be gone, empty or less than half of what it was to be believed


async def settle(home: Path, cell: Cell, names: Collection[str]) -> dict[str, Stat | None]:
    """Return the stat of each of `names` that stood still between two looks (None: it is not there)."""
    before = {name: stat_of(home, cell, name) for name in names}
    for _ in range(MOST_LOOKS):
        is_doubtful = any(_is_doubtful(cell, name, stat) for name, stat in before.items())
        await asyncio.sleep(DOUBTFUL_SECONDS if is_doubtful else BETWEEN_LOOKS_SECONDS)
        now = {name: stat_of(home, cell, name) for name in names}
        if now == before:
            break
        before, last = now, before
    else:
        return {name: stat for name, stat in before.items() if last[name] == stat}
    return before


def _is_doubtful(cell: Cell, name: str, stat: Stat | None) -> bool:
    known = cell.files.get(name)
    if known is None or known.stat is None:
        return stat is None or not stat.size
    return stat is None or stat.size * 2 < known.stat.size
