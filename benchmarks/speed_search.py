"""How fast a question is answered beside SQLite's FTS5 alone: `python -m benchmarks.speed_search [--rows 10000]`.

One owner asks, with all rows his own, then with ten times as many rows of 1,000 others beside them.
"""

import argparse
import asyncio
import json
import random
import re
import resource
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from morrow.owners import Bucket, Owner, Principal
from morrow.search import Item, add, find
from morrow.store import Store

_RESULTS = Path(__file__).parent / "results" / "speed-search.json"
_NOW = datetime(2026, 4, 9, 8, 0, tzinfo=UTC)
_ASKED = 200
_AT_ONCE = 500
_WORDS = 20_000
_Figures = dict[str, float]


def main() -> None:
    """Measure each size, print milliseconds and ratios, and write them to `benchmarks/results/`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed_search")
    parser.add_argument("--rows", type=int, action="append")
    sizes = parser.parse_args().rows or [10_000, 100_000]
    figures = {str(rows): asyncio.run(_measure(rows)) for rows in sizes}
    for rows, values in figures.items():
        print(f"{rows} rows:", "  ".join(f"{name} {value}" for name, value in values.items()))
    _RESULTS.parent.mkdir(exist_ok=True)
    _RESULTS.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


async def _measure(rows: int) -> _Figures:
    dice = random.Random(7)  # noqa: S311 - made-up text, no secret
    lines = [_line(dice) for _ in range(rows)]
    questions = [_line(dice, words=6) for _ in range(_ASKED)]
    with tempfile.TemporaryDirectory() as folder:
        bare = sqlite3.connect(Path(folder) / "bare.db")
        bare_seconds = _fill_bare(bare, lines)
        store = await Store.open(Path(folder) / "home")
        seconds = await _fill(store, [(Owner.user(0), line) for line in lines])
        size = sum(file.stat().st_size for file in (Path(folder) / "home").iterdir())
        bare_size = (Path(folder) / "bare.db").stat().st_size
        alone = await _ask(store, questions)
        floor = _ask_bare(bare, questions)
        others = [(Owner.user(1 + n % 1_000), lines[n % rows]) for n in range(10 * rows)] if rows <= 10_000 else []
        await _fill(store, others)
        beside = await _ask(store, questions) if others else alone
        await store.close()
        bare.close()
    return {
        "rows/s in": round(rows / seconds),
        "bare rows/s in": round(rows / bare_seconds),
        **{f"{name} ms": value for name, value in alone.items()},
        **{f"bare {name} ms": value for name, value in floor.items()},
        **{f"{name} ms beside others": value for name, value in beside.items()},
        "p50 ratio to bare": round(alone["p50"] / floor["p50"], 2),
        "bytes a row": round(size / rows),
        "bare bytes a row": round(bare_size / rows),
        "peak MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def _line(dice: random.Random, words: int = 25) -> str:
    """Return made-up words whose frequencies fall as those of a language do."""
    return " ".join(f"w{int(_WORDS ** dice.random())}ing" for _ in range(words))


async def _fill(store: Store, lines: Sequence[tuple[Owner, str]]) -> float:
    started = time.perf_counter()
    for start in range(0, len(lines), _AT_ONCE):
        items = [
            Item(Bucket.personal("a", owner), "note", f"{owner}-{start + n}", line, document="memory/2026-04-01.md",
                 at=_NOW - timedelta(minutes=start + n))
            for n, (owner, line) in enumerate(lines[start : start + _AT_ONCE])
        ]  # fmt: skip
        async with store.write() as connection:
            await add(connection, items)
    return time.perf_counter() - started


async def _ask(store: Store, questions: Sequence[str]) -> _Figures:
    principal = Principal("a", Owner.user(0))
    taken = []
    for question in questions:
        started = time.perf_counter()
        async with store.read(principal) as connection:
            await find(connection, principal, question, now=_NOW, limit=10)
        taken.append(time.perf_counter() - started)
    return _percentiles(taken)


def _fill_bare(bare: sqlite3.Connection, lines: Sequence[str]) -> float:
    started = time.perf_counter()
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE VIRTUAL TABLE line USING fts5(text, tokenize='porter unicode61')")
    for start in range(0, len(lines), _AT_ONCE):
        with bare:
            bare.executemany("INSERT INTO line VALUES (?)", [(line,) for line in lines[start : start + _AT_ONCE]])
    bare.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return time.perf_counter() - started


def _ask_bare(bare: sqlite3.Connection, questions: Sequence[str]) -> _Figures:
    taken = []
    for question in questions:
        started = time.perf_counter()
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
        bare.execute("SELECT text FROM line WHERE line MATCH ? ORDER BY rank LIMIT 10", [words]).fetchall()
        taken.append(time.perf_counter() - started)
    return _percentiles(taken)


def _percentiles(taken: Sequence[float]) -> _Figures:
    ordered = sorted(taken)
    return {f"p{p}": round(1_000 * ordered[len(ordered) * p // 100], 2) for p in (50, 95, 99)}


if __name__ == "__main__":
    main()
