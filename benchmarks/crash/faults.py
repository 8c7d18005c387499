"""Lets system calls of the writer fail, or kill it at them: a full or broken disk loses nothing either."""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.crash.checks import Acked, check_cold, check_opened
from benchmarks.figures import Figures

FAULTS = (
    "pwrite64:error=EIO",
    "pwrite64:error=ENOSPC",
    "pwrite64:signal=KILL",
    "fdatasync:error=EIO",
    "fdatasync:signal=KILL",
    "fsync:error=EIO",
    "fsync:signal=KILL",
    "renameat:error=ENOSPC",
    "renameat:signal=KILL",
    "renameat2:error=EIO",
    "renameat2:error=EINVAL",
    "renameat2:signal=KILL",
    "unlinkat:signal=KILL",
)
MOMENTS = (3, 5, 8, 13, 21, 34, 55)
_WRITES = 8


def fail_calls(moments: int) -> Figures:
    """Return what is lost when each of the faults comes at each of the first `moments` moments."""
    totals = dict.fromkeys(("lost", "half", "corrupt", "not in step"), 0)
    began, runs, acknowledged = time.monotonic(), 0, 0
    for fault in FAULTS:
        for moment in MOMENTS[:moments]:
            runs += 1
            with tempfile.TemporaryDirectory() as folder:
                base = Path(folder)
                _write_with(fault, moment, base)
                lines = (base / "acks").read_text("utf-8") if (base / "acks").exists() else ""
                acked = Acked.read(lines.split("\n"))
                acknowledged += len(acked.versions) + len(acked.messages)
                for found in (check_cold(base / "home", acked), asyncio.run(check_opened(base / "home", acked))):
                    totals["lost"] += found.lost
                    totals["half"] += found.half
                    totals["corrupt"] += found.corrupt
                    totals["not in step"] += found.not_in_step
    return {"runs": runs, "acknowledged": acknowledged, **totals, "seconds": round(time.monotonic() - began, 1)}


def _write_with(fault: str, moment: int, base: Path) -> None:
    call = fault.partition(":")[0]
    strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={fault}:when={moment}"]
    writer = [sys.executable, "-m", "benchmarks.crash.writer", str(base), str(_WRITES)]
    subprocess.run([*strace, *writer], check=False, capture_output=True)  # noqa: S603 - our own command
