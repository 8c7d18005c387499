"""Whether extraction in the background slows a conversation down: `python -m benchmarks.reply_beside_extraction`.

Turns are recorded, and questions asked, in a memory whose background jobs read a backlog of others' conversations, and
in one that has nothing to read. Runs alternate, so that other work on the machine falls on both alike.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import RESULTS, Figures, made_up_line, report
from benchmarks.speed_night import made_up_message
from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.extraction.held import Held
from morrow.models.chat import Request
from morrow.settings import MemorySettings, Settings
from morrow.testing import ScriptedModel

_ME = Owner.user("me")
_QUIET = Settings(memory=MemorySettings(dreaming_enabled=False, cooldown_minutes=0))


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured: `operations` a run, `runs` of each kind, `backlog` messages that wait in each busy run."""

    operations: int = 200
    runs: int = 5
    backlog: int = 2_000
    owners: int = 20
    pause_ms: float = 5.0


def main() -> None:
    """Measure, print the ratios, and write them to `benchmarks/results/reply-beside-extraction.json`."""
    argparse.ArgumentParser(prog="python -m benchmarks.reply_beside_extraction").parse_args()
    asyncio.run(measure(Scale(), results=RESULTS))


async def measure(scale: Scale, *, results: Path) -> dict[str, Figures]:
    """Return the figures of both engines, and leave them in `results`."""
    figures = {"rules": await _compare(scale, by_model=False), "model": await _compare(scale, by_model=True)}
    report("reply-beside-extraction", figures, results=results)
    return figures


async def _compare(scale: Scale, *, by_model: bool) -> Figures:
    alone: list[float] = []
    beside: list[float] = []
    read = 0
    for _ in range(scale.runs):
        alone.append((await _run(scale, by_model=by_model, is_busy=False))[0])
        took, messages = await _run(scale, by_model=by_model, is_busy=True)
        beside.append(took)
        read += messages
    one, other = statistics.median(alone), statistics.median(beside)
    return {
        "alone ms": round(1_000 * one, 2),
        "beside ms": round(1_000 * other, 2),
        "ratio": round(other / one, 2),
        "messages extracted meanwhile": read,
    }


async def _run(scale: Scale, *, by_model: bool, is_busy: bool) -> tuple[float, int]:
    """Return the median seconds of a turn's recall and record, and how many messages were read in the background."""
    model = ScriptedModel(answering=_nothing) if by_model else None
    with tempfile.TemporaryDirectory() as home:
        async with Memory.open(home, settings=_QUIET, models=model) as memory:
            agent = memory.agent("bench", language="en")
            await agent.row()
            if is_busy:
                await _leave_a_backlog(agent, scale)
        async with Memory.open(home, settings=_QUIET, models=model, background=True) as memory:
            agent = memory.agent("bench")
            taken = [await _turn(agent, n, scale) for n in range(scale.operations)]
            left = sum([held.unread for n in range(scale.owners) for held in await _held(memory, n)]) if is_busy else 0
    return statistics.median(taken), scale.backlog - left if is_busy else 0


async def _turn(agent: Agent, number: int, scale: Scale) -> float:
    dice = random.Random(number)  # noqa: S311 - made-up text, no secret
    line = made_up_line(dice)
    started = time.perf_counter()
    await agent.recall(line[:60], owner=_ME)
    await agent.record(line, "I see.", owner=_ME, conversation="mine")
    took = time.perf_counter() - started
    await asyncio.sleep(scale.pause_ms / 1_000)  # people pause; whatever waits may go on meanwhile
    return took


async def _leave_a_backlog(agent: Agent, scale: Scale) -> None:
    dice = random.Random(7)  # noqa: S311 - made-up text, no secret
    for start in range(0, scale.backlog, 200):
        said = [
            (Owner.user(n % scale.owners), made_up_message(dice)) for n in range(start, min(start + 200, scale.backlog))
        ]
        await asyncio.gather(*(agent.record(text, owner=owner, conversation="c") for owner, text in said))


async def _held(memory: Memory, owner: int) -> list[Held]:
    return list(await memory.jobs.waiting(owner=Owner.user(owner), agent="bench"))


def _nothing(_: Request) -> str:
    return '{"should_update": false, "reason": "nothing new"}'


if __name__ == "__main__":
    main()
