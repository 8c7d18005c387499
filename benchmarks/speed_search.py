"""How fast a question is answered beside SQLite's FTS5 alone: `python -m benchmarks.speed_search [--rows 10000]`.

One owner asks, with all rows his own, then with ten times as many rows of 1,000 others beside them.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks import bare
from benchmarks.figures import Figures, bytes_on_disk, made_up_line, megabytes_in_memory, percentiles, report
from morrow.owners import Bucket, Owner, Principal
from morrow.search import Item, add, find
from morrow.store import Store

_NOW = datetime(2026, 4, 9, 8, 0, tzinfo=UTC)
_ASKED = 200


def main() -> None:
    """Measure each size, print milliseconds and ratios, and write them to `benchmarks/results/`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed_search")
    parser.add_argument("--rows", type=int, action="append")
    sizes = parser.parse_args().rows or [10_000, 100_000]
    report("speed-search", {f"{rows} rows": asyncio.run(_measure(rows)) for rows in sizes})


async def _measure(rows: int) -> Figures:
    dice = random.Random(7)  # noqa: S311 - made-up text, no secret
    lines = [made_up_line(dice) for _ in range(rows)]
    questions = [made_up_line(dice, words=6) for _ in range(_ASKED)]
    with tempfile.TemporaryDirectory() as folder:
        floor = Path(folder) / "bare.db"
        bare_seconds = bare.fill_index(floor, lines)
        store = await Store.open(Path(folder) / "home")
        seconds = await _fill(store, [(Owner.user(0), line) for line in lines])
        size = bytes_on_disk(Path(folder) / "home")
        alone = percentiles(await _ask(store, questions))
        plain = percentiles(bare.ask_index(floor, questions))
        others = [(Owner.user(1 + n % 1_000), lines[n % rows]) for n in range(10 * rows)] if rows <= 10_000 else []
        await _fill(store, others)
        beside = percentiles(await _ask(store, questions)) if others else alone
        await store.close()
        bare_size = floor.stat().st_size
    return {
        "rows/s in": round(rows / seconds),
        "bare rows/s in": round(rows / bare_seconds),
        **{f"{name} ms": value for name, value in alone.items()},
        **{f"bare {name} ms": value for name, value in plain.items()},
        **{f"{name} ms beside others": value for name, value in beside.items()},
        "p50 ratio to bare": round(alone["p50"] / plain["p50"], 2),
        "bytes a row": round(size / rows),
        "bare bytes a row": round(bare_size / rows),
        "MB in memory": megabytes_in_memory(),
    }


async def _fill(store: Store, lines: Sequence[tuple[Owner, str]]) -> float:
    started = time.perf_counter()
    for start in range(0, len(lines), bare.AT_ONCE):
        items = [
            Item(Bucket.personal("a", owner), "note", f"{owner}-{start + n}", line, document="memory/2026-04-01.md",
                 at=_NOW - timedelta(minutes=start + n))
            for n, (owner, line) in enumerate(lines[start : start + bare.AT_ONCE])
        ]  # fmt: skip
        async with store.write() as connection:
            await add(connection, items)
    return time.perf_counter() - started


async def _ask(store: Store, questions: Sequence[str]) -> list[float]:
    principal = Principal("a", Owner.user(0))
    taken = []
    for question in questions:
        started = time.perf_counter()
        async with store.read(principal) as connection:
            await find(connection, principal, question, now=_NOW, limit=10)
        taken.append(time.perf_counter() - started)
    return taken


if __name__ == "__main__":
    main()
