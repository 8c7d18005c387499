"""Kills the writer at random moments, again and again on one home, and looks what is left each time."""

import asyncio
import multiprocessing
import random
import tempfile
import time
from pathlib import Path

from benchmarks.crash.checks import Acked, check_cold, check_opened
from benchmarks.crash.writer import run
from benchmarks.figures import Figures

_MANY = 1_000_000


def kill_again_and_again(points: int, *, seed: int = 1) -> Figures:
    """Return what `points` kills lost; the writer goes on in the same home after each."""
    dice = random.Random(seed)  # noqa: S311 - moments, no secret
    start = multiprocessing.get_context("forkserver")
    start.set_forkserver_preload(["benchmarks.crash.writer"])
    totals = dict.fromkeys(("lost", "half", "corrupt", "not in step"), 0)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        (base / "acks").touch()
        for _ in range(points):
            process = start.Process(target=run, args=(str(base), _MANY))
            process.start()
            _wait_for_an_ack(base / "acks", process)
            time.sleep(dice.random() * 0.1)
            process.kill()
            process.join()
            found = check_cold(base / "home", _acked(base))
            totals["lost"] += found.lost
            totals["half"] += found.half
            totals["corrupt"] += found.corrupt
        last = asyncio.run(check_opened(base / "home", _acked(base)))
        totals["lost"] += last.lost
        totals["not in step"] += last.not_in_step
        acked = len(_acked(base).versions) + len(_acked(base).messages)
    return {"points": points, "acknowledged": acked, **totals, "seconds": round(time.monotonic() - began, 1)}


def _wait_for_an_ack(acks: Path, process: multiprocessing.process.BaseProcess) -> None:
    """Wait until the writer has acknowledged something more, so that each kill hits it at work."""
    before = acks.stat().st_size
    while acks.stat().st_size == before and process.is_alive():
        time.sleep(0.002)


def _acked(base: Path) -> Acked:
    return Acked.read((base / "acks").read_text("utf-8").split("\n"))
