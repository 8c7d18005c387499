"""Runs the extraction scores: `python -m benchmarks.extraction_quality`. Prints figures and misses, and writes JSON.

The held-out lines give figures only, never their misses: they are there to tell tuning from overfitting.
"""

import json
import os
import sys
import time
from pathlib import Path

from benchmarks.extraction_quality import labelled, memora
from morrow.documents.entries import Origin
from morrow.extraction.rules import Heard, extract_message

_HERE = Path(__file__).parent
_RESULTS = _HERE.parent / "results" / "extraction_quality.json"


def main() -> None:
    """Score every set at hand, print it, and write the figures to `benchmarks/results/`."""
    figures: dict[str, dict[str, float]] = {}
    for name in ("labelled", "held_out"):
        for language in ("en", "zh"):
            figures[f"{name} {language}"] = _labelled(name, language)
    data = os.environ.get("MORROW_BENCH_DATA")
    if data:
        figures["memora-weekly"] = _memora(Path(data) / "memora-weekly-dev.jsonl")
        figures["speed"] = {"messages_a_second": _speed(Path(data) / "locomo-dev.jsonl")}
    else:
        print("MORROW_BENCH_DATA is not set: Memora and the speed on LoCoMo are left out")
    for name, values in figures.items():
        print(f"{name:16}", "  ".join(f"{key} {value:.3f}" for key, value in values.items()))
    _RESULTS.parent.mkdir(exist_ok=True)
    _RESULTS.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _labelled(name: str, language: str) -> dict[str, float]:
    score = labelled.score(_HERE / f"{name}.jsonl", language=language)
    if name == "labelled":
        for kind, lines in sorted(score.misses.items()):
            print(f"{kind}:", *lines, sep="\n    ")
    return {"precision": score.precision, "recall": score.recall}


def _memora(path: Path) -> dict[str, float]:
    score = memora.score(path)
    print("Memora operations missed:", dict(score.missed))
    if "--lines" in sys.argv:
        print(*score.missed_lines, "cited without a flag:", *score.wrong_lines, sep="\n    ")
    return {"precision": score.precision, "recall": score.recall, "turn_recall": score.turn_recall}


def _speed(path: Path) -> float:
    """Return how many LoCoMo turns a second one core reads, each taken as a user's message."""
    turns: list[Heard] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            units = json.loads(line)["units"]
            turns.extend(
                Heard(str(unit["id"]), "c", unit["text"], "user", Origin.USER, unit["speaker"], labelled.SAID_AT)
                for unit in units
            )
    started = time.perf_counter()
    for turn in turns:
        extract_message(turn, zone="UTC")
    return len(turns) / (time.perf_counter() - started)


if __name__ == "__main__":
    main()
