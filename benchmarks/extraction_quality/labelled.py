"""Scores the rules engine on our own labelled lines, one message each: what is kept that should be, and what is not."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from morrow.documents.entries import Origin
from morrow.extraction.rules import Heard, extract

ZONE = "Asia/Shanghai"
SAID_AT = datetime(2026, 4, 9, 4, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Line:
    """One labelled message: whether it should be kept, and what kind of line or of noise it is."""

    id: str
    language: str
    keep: bool
    kind: str
    text: str


@dataclass(slots=True)
class Score:
    """Counts of kept lines, with the wrong ones by kind."""

    kept_rightly: int = 0
    kept_wrongly: int = 0
    missed: int = 0
    misses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def precision(self) -> float:
        """Share of the kept lines that should be kept."""
        return self.kept_rightly / max(self.kept_rightly + self.kept_wrongly, 1)

    @property
    def recall(self) -> float:
        """Share of the lines that should be kept which are."""
        return self.kept_rightly / max(self.kept_rightly + self.missed, 1)


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the labelled lines of the file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Line(row["id"], row["lang"], row["keep"], row["kind"], row["text"])


def score(path: Path, *, language: str) -> Score:
    """Return the score over the lines of one language."""
    total = Score()
    for line in read_lines(path):
        if line.language != language:
            continue
        is_kept = bool(extract((_heard(line),), zone=ZONE))
        total.kept_rightly += is_kept and line.keep
        total.kept_wrongly += is_kept and not line.keep
        total.missed += line.keep and not is_kept
        if is_kept != line.keep:
            mark = "kept wrongly" if is_kept else "missed"
            total.misses[f"{mark} {line.kind}"].append(f"{line.id}: {line.text}")
    return total


def _heard(line: Line) -> Heard:
    return Heard(
        message=line.id,
        conversation=line.id,
        text=line.text,
        role="user",
        origin=Origin.USER,
        speaker="",
        at=SAID_AT,
    )
