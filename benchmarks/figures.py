"""What the benchmarks share: percentiles, made-up text, sizes in memory and on disk, and the JSON that each leaves."""

import json
import os
import platform
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
Figures = dict[str, float]
_WORDS = 20_000


def percentiles(seconds: Sequence[float], ranks: Sequence[int] = (50, 95, 99)) -> Figures:
    """Return the percentiles of some durations, in milliseconds."""
    ordered = sorted(seconds)
    return {f"p{rank}": round(1_000 * ordered[len(ordered) * rank // 100], 2) for rank in ranks}


def named(prefix: str, figures: Mapping[str, float], unit: str = "ms") -> Figures:
    """Return `figures` with what they are figures of in front of each name, and the unit behind."""
    return {f"{prefix} {name} {unit}": value for name, value in figures.items()}


@dataclass(slots=True)
class Meter:
    """Counts seconds from `with` to its end: on the wall, and of the processor, which other work disturbs less."""

    wall: float = 0.0
    processor: float = 0.0

    def __enter__(self) -> "Meter":
        self.wall, self.processor = -time.perf_counter(), -time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall += time.perf_counter()
        self.processor += time.process_time()


def made_up_line(dice: random.Random, *, words: int = 25) -> str:
    """Return made-up words whose frequencies fall as those of a language do."""
    return " ".join(f"w{int(_WORDS ** dice.random())}ing" for _ in range(words))


def megabytes_in_memory() -> float:
    """Return the resident size of this process now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1024**2, 1)


def bytes_on_disk(folder: Path) -> int:
    """Return the size of all files in `folder`."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def report(name: str, figures: Mapping[str, Mapping[str, float]], *, results: Path = RESULTS) -> Path:
    """Print the figures of each part and write them, with the machine's size, to `<name>.json`."""
    for part, values in figures.items():
        print(f"{part}:", "  ".join(f"{key} {value}" for key, value in values.items()))
    machine = {"cores": os.cpu_count() or 0, "python": platform.python_version()}
    results.mkdir(exist_ok=True)
    path = results / f"{name}.json"
    path.write_text(json.dumps({"machine": machine, **figures}, indent=2) + "\n", encoding="utf-8")
    return path
