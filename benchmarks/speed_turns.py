"""How fast turns are recorded and recalled, beside SQLite alone on the same disk: `python -m benchmarks.speed_turns`.

Everything goes through `Agent.record` and `Agent.recall`; every recorded turn is durable when it is counted.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import bare
from benchmarks.figures import (
    RESULTS,
    Figures,
    Meter,
    bytes_on_disk,
    made_up_line,
    megabytes_in_memory,
    named,
    percentiles,
    report,
)
from morrow import Memory, Owner
from morrow.agent import Agent

_Turn = tuple[str, str]
_ME = Owner.user(0)


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured; `rows` are the sizes of memory that questions are asked of."""

    turns: int = 10_000
    callers: int = 64
    alone: int = 500
    rows: tuple[int, ...] = (10_000, 100_000)
    questions: int = 200
    others: int = 100_000


def main() -> None:
    """Measure, print milliseconds and ratios, and write them to `benchmarks/results/speed-turns.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed_turns")
    parser.add_argument("--share", type=float, default=1.0, help="of the full counts, such as 0.02")
    asyncio.run(measure(scaled(Scale(), parser.parse_args().share), results=RESULTS))


def scaled(full: Scale, share: float) -> Scale:
    """Return a scale with `share` of the counts."""
    return Scale(
        turns=round(full.turns * share),
        callers=full.callers,
        alone=round(full.alone * share),
        rows=tuple(round(rows * share) for rows in full.rows),
        questions=round(full.questions * share),
        others=round(full.others * share),
    )


async def measure(scale: Scale, *, results: Path) -> dict[str, Figures]:
    """Return the figures of recording and of recalling at each size, and leave them in `results`."""
    figures = {"recording": await _recording(scale)}
    for rows in scale.rows:
        figures[f"recall of {rows} rows"] = await _recalling(rows, scale)
    report("speed-turns", figures, results=results)
    return figures


async def _recording(scale: Scale) -> Figures:
    dice = random.Random(7)  # noqa: S311 - made-up text, no secret
    turns = [(made_up_line(dice), made_up_line(dice)) for _ in range(scale.turns)]
    with tempfile.TemporaryDirectory() as folder:
        floor = bare.record_pairs(Path(folder) / "one.db", turns[: scale.alone], in_one_transaction=1)
        batched = sum(bare.record_pairs(Path(folder) / "many.db", turns, in_one_transaction=scale.callers))
        async with Memory.open(Path(folder) / "home") as memory:
            agent = memory.agent("bench")
            await agent.row()
            with Meter() as lone:
                alone = await _record_alone(agent, turns[: scale.alone])
            with Meter() as shared:
                await _record_together(agent, turns, callers=scale.callers)
            in_memory = megabytes_in_memory()
        size = bytes_on_disk(Path(folder) / "home")
    one, bare_one = percentiles(alone), percentiles(floor)
    return {
        "turns/s": round(len(turns) / shared.wall),
        "processor ms a turn": round(1_000 * shared.processor / len(turns), 2),
        "bare turns/s": round(len(turns) / batched),
        "times the floor's seconds": round(shared.wall / batched, 1),
        **named("one caller", one),
        "one caller processor ms": round(1_000 * lone.processor / len(alone), 2),
        **named("bare", bare_one),
        "times the floor's p50": round(one["p50"] / bare_one["p50"], 1),
        "bytes a turn": round(size / (len(turns) + len(alone))),
        "bare bytes a turn": round(sum(len(a) + len(b) for a, b in turns) / len(turns)),
        "MB in memory": in_memory,
    }


async def _record_alone(agent: Agent, turns: Sequence[_Turn]) -> list[float]:
    taken = []
    for text, reply in turns:
        started = time.perf_counter()
        await agent.record(text, reply, owner=_ME, conversation="alone")
        taken.append(time.perf_counter() - started)
    return taken


async def _record_together(agent: Agent, turns: Sequence[_Turn], *, callers: int) -> None:
    """Let so many callers record `turns` at the same time, each one after the other."""
    left = iter(turns)

    async def call(owner: Owner, conversation: str) -> None:
        for text, reply in left:
            await agent.record(text, reply, owner=owner, conversation=conversation)

    await asyncio.gather(*(call(Owner.user(n), f"c{n}") for n in range(callers)))


async def _recalling(rows: int, scale: Scale) -> Figures:
    dice = random.Random(7)  # noqa: S311 - made-up text, no secret
    lines = [made_up_line(dice) for _ in range(rows)]
    questions = [made_up_line(dice, words=6) for _ in range(scale.questions)]
    others = max(scale.others - rows, 0)
    with tempfile.TemporaryDirectory() as folder:
        bare.fill_index(Path(folder) / "bare.db", lines)
        floor = percentiles(bare.ask_index(Path(folder) / "bare.db", questions))
        async with Memory.open(Path(folder) / "home") as memory:
            agent = memory.agent("bench")
            await agent.row()
            seconds = await _say(agent, [(_ME, line) for line in lines])
            with Meter() as meter:
                alone = percentiles(await _ask(agent, questions))
            await _say(agent, [(Owner.user(1 + n % 1_000), lines[n % rows]) for n in range(others)])
            beside = percentiles(await _ask(agent, questions)) if others else alone
            in_memory = megabytes_in_memory()
        size = bytes_on_disk(Path(folder) / "home")
    return {
        "rows/s in": round(rows / seconds),
        **named("recall", alone),
        "recall processor ms": round(1_000 * meter.processor / len(questions), 2),
        **named("bare FTS5", floor),
        "times the floor's p50": round(alone["p50"] / floor["p50"], 2),
        **named(f"recall beside {others} of others", beside),
        "bytes a row": round(size / (rows + others)),
        "MB in memory": in_memory,
    }


async def _say(agent: Agent, lines: Sequence[tuple[Owner, str]]) -> float:
    started = time.perf_counter()
    for start in range(0, len(lines), bare.AT_ONCE):
        said = lines[start : start + bare.AT_ONCE]
        await asyncio.gather(*(agent.record(line, owner=owner, conversation="c") for owner, line in said))
    return time.perf_counter() - started


async def _ask(agent: Agent, questions: Sequence[str]) -> list[float]:
    taken = []
    for question in questions:
        started = time.perf_counter()
        await agent.recall(question, owner=_ME)
        taken.append(time.perf_counter() - started)
    return taken


if __name__ == "__main__":
    main()
