"""Others' work while a model misbehaves: `python -m benchmarks.model_faults [--operations N] [--runs N] [--faults …]`.

Somebody keeps talking to a model that shows one fault after the other. Meanwhile somebody else searches, reads and
writes: once beside the healthy model and once beside each fault, in alternating runs. The ratio is that of the medians;
1.1 means that a faulty model costs others a tenth. Also counts the turns whose words are on disk afterwards.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.figures import RESULTS, Figures, megabytes_in_memory, report
from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.chat.errors import TurnFailed
from morrow.models.config import ModelConfig, open_model
from morrow.settings import load_settings
from morrow.testing import Fault, ModelServer

TALKS, WORKS = Owner.user("talks"), Owner.user("works")
HEALTHY = "healthy"
_CONTEXT = multiprocessing.get_context("spawn")  # a fork would take this process's event loop along
SETTINGS = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.auto-summarize-enabled": False,
    "mate.memory.mirror.enabled": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured; `pause_ms` is the time between two messages of whoever talks."""

    operations: int = 200
    runs: int = 5
    pause_ms: int = 20
    timeout_seconds: float = 1.0
    faults: Sequence[Fault] = field(default_factory=lambda: tuple(sorted(Fault)))


@dataclass(slots=True)
class Said:
    """What was said to the model, and how much of it is missing on disk."""

    turns: int = 0
    lost: int = 0


async def measure(scale: Scale, *, results: Path = RESULTS) -> dict[str, Figures]:
    """Measure every fault beside the healthy model, print and write the figures, and return them."""
    said = Said()
    before = megabytes_in_memory()
    grown = 0.0
    figures: dict[str, Figures] = {}
    for fault in scale.faults:
        seconds: dict[str, list[float]] = {HEALTHY: [], fault: []}
        with _served(None) as healthy, _served(fault) as faulty:
            for _ in range(scale.runs):
                for times, url in zip(seconds.values(), (healthy, faulty), strict=True):
                    times.append(await _one_run(scale, url, said))
        grown = max(grown, megabytes_in_memory() - before)
        medians = {mode: statistics.median(times) for mode, times in seconds.items()}
        figures[str(fault)] = {
            "healthy ms": round(1_000 * medians[HEALTHY], 1),
            "faulty ms": round(1_000 * medians[fault], 1),
            "ratio": round(medians[fault] / medians[HEALTHY], 3),
        }
    ratios = [found["ratio"] for found in figures.values()]
    figures["all faults"] = {
        "faults": len(scale.faults),
        "median ratio": round(statistics.median(ratios), 3),
        "worst ratio": max(ratios),
        "turns": said.turns,
        "turns lost": said.lost,
        "MB grown": round(grown, 1),
    }
    report("model-faults", figures, results=results)
    return figures


async def _one_run(scale: Scale, url: str, said: Said) -> float:
    """Return how long somebody's operations take together while another talks to the model at `url`."""
    with tempfile.TemporaryDirectory() as folder:
        async with _open(folder, url, scale) as memory:
            agent = memory.agent()
            await agent.remember("The deploy key rotates every Friday.", owner=WORKS)
            talking = asyncio.create_task(_keep_talking(agent, scale, said))
            try:
                return await _work(agent, scale)
            finally:
                talking.cancel()
                await asyncio.gather(talking, return_exceptions=True)


@contextlib.contextmanager
def _served(fault: Fault | None) -> Iterator[str]:
    """Give the address of a model in a process of its own: what the server itself takes is not morrow's."""
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_serve, args=(fault, theirs), daemon=True)
    process.start()
    try:
        yield str(ours.recv())
    finally:
        process.terminate()
        process.join()


def _serve(fault: Fault | None, told: "Connection[str, str]") -> None:
    async def serve() -> None:
        async with ModelServer(answering=lambda _: "Fine." if fault is None else fault) as server:
            told.send(server.url)
            await asyncio.Event().wait()

    asyncio.run(serve())


@contextlib.asynccontextmanager
async def _open(folder: str, url: str, scale: Scale) -> AsyncIterator[Memory]:
    settings = load_settings(None, environ={}, overrides=SETTINGS)
    config = ModelConfig("openai", "scripted", base_url=url, timeout_seconds=scale.timeout_seconds, max_retries=1)
    model = open_model(config, {})
    try:
        async with Memory.open(folder, settings=settings, models=model) as memory:
            yield memory
    finally:
        await model.aclose()


async def _keep_talking(agent: Agent, scale: Scale, said: Said) -> None:
    while True:
        words = f"This is message {said.turns}."
        said.turns += 1
        try:
            conversation = (await agent.chat(words, owner=TALKS)).conversation
        except TurnFailed as failed:
            conversation = failed.conversation
        kept = await agent.messages(conversation, owner=TALKS)
        said.lost += kept[0].text != words
        await asyncio.sleep(scale.pause_ms / 1_000)


async def _work(agent: Agent, scale: Scale) -> float:
    times = []
    for number in range(scale.operations):
        began = time.perf_counter()
        match number % 3:
            case 0:
                await agent.recall("when does the deploy key rotate?", owner=WORKS)
            case 1:
                await agent.documents.read("MEMORY.md", owner=WORKS)
            case _:
                await agent.record(f"Note {number} of the day.", "I see.", owner=WORKS, conversation="notes")
        times.append(time.perf_counter() - began)
    return sum(times)


def main() -> None:
    """Measure with what the command line says."""
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("--operations", type=int, default=200)
    known.add_argument("--runs", type=int, default=5)
    known.add_argument("--faults", nargs="*", type=Fault, default=sorted(Fault), help="which ones; all by default")
    told = known.parse_args()
    asyncio.run(measure(Scale(operations=told.operations, runs=told.runs, faults=told.faults)))


if __name__ == "__main__":
    main()
