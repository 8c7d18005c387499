"""Measures what crashes lose: `python -m benchmarks.crash [--kills 200] [--images 2000]`."""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from benchmarks.crash.checks import Acked, check_cold, check_opened
from benchmarks.crash.faults import fail_calls
from benchmarks.crash.image import cut_at, lay_out
from benchmarks.crash.kill import kill_again_and_again
from benchmarks.crash.trace import has_strace, trace
from benchmarks.figures import Figures, report


def main() -> None:
    """Kill and cut, print what was lost, and write it to `benchmarks/results/crash.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--images", type=int, default=2000)
    parser.add_argument("--faults", type=int, default=5, help="moments at which each fault is injected")
    parser.add_argument("--versions", type=int, default=30, help="writes in the traced run")
    wanted = parser.parse_args()
    figures = {}
    if wanted.kills:
        figures["kill -9"] = kill_again_and_again(wanted.kills)
    if wanted.images and has_strace():
        figures["power cut"] = cut_again_and_again(wanted.images, wanted.versions)
    if wanted.faults and has_strace():
        figures["failing system calls"] = fail_calls(wanted.faults)
    report("crash", figures)


def cut_again_and_again(images: int, versions: int, *, seed: int = 7) -> Figures:
    """Return what power cuts at `images` random moments of one traced run lose."""
    dice = random.Random(seed)  # noqa: S311 - moments, no secret
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder).resolve() / "base"
        base.mkdir()
        operations = trace(base, versions)
        totals = dict.fromkeys(("lost", "half", "corrupt", "not in step"), 0)
        acknowledged = 0
        for number in range(images):
            files, lines = cut_at(operations, dice.randrange(1, len(operations) + 1), dice)
            acked = Acked.read(lines.split("\n"))
            acknowledged += len(acked.versions) + len(acked.messages)
            image = Path(folder) / f"image{number}"
            lay_out(files, image)
            for found in (check_cold(image / "home", acked), asyncio.run(check_opened(image / "home", acked))):
                totals["lost"] += found.lost
                totals["half"] += found.half
                totals["corrupt"] += found.corrupt
                totals["not in step"] += found.not_in_step
            _remove(image)
    return {
        "images": images, "operations": len(operations), "syncs": sum(o.kind == "sync" for o in operations),
        "acknowledged": acknowledged, **totals, "seconds": round(time.monotonic() - began, 1),
    }  # fmt: skip


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()


if __name__ == "__main__":
    main()
