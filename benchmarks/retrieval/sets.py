"""Loads the data sets from the folder in MORROW_BENCH_DATA, after checking that they are the known files."""

import hashlib
import json
import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

_FILES = {
    "locomo": ("locomo-dev.jsonl", "2750d484d6606f6819dd0ac2755a15743dfa54e2070edf82bcc3978189d37a71"),
    "beam": ("beam-100k-dev.jsonl", "c579163d17a6fff58d38ea880b624508c6ab7030e6ff20d19bad85d102eae9dc"),
    "madial": ("madial-zh-dev.jsonl", "461fb95835f78953c9e927df76aa4021b00bd36f479700b40bf29fc3d1ad8f5c"),
}
NAMES = tuple(_FILES)
_FORMS = ("%I:%M %p on %d %B, %Y", "%B-%d-%Y", "%Y-%m-%d")


@dataclass(frozen=True, slots=True)
class Unit:
    """One message to be recorded, with the id that questions name it by."""

    id: str
    session: str
    speaker: str
    role: str
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the ids of the messages and sessions that answer it; never empty."""

    text: str
    category: str
    units: frozenset[str]
    sessions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chat:
    """One person's history and what is asked about it."""

    id: str
    units: tuple[Unit, ...]
    questions: tuple[Question, ...]


def load(name: str) -> list[Chat]:
    """Return the chats of the set `name`. Raises SystemExit, with what to do, if it is missing or another file."""
    file, expected = _FILES[name]
    home = Path(os.environ.get("MORROW_BENCH_DATA", "."))
    path = next((p for p in (home / file, home / "data" / file) if p.exists()), None)
    if path is None:
        raise SystemExit(f"{file}: set MORROW_BENCH_DATA to the folder that holds it")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != expected:
        raise SystemExit(f"{path}: not the file the figures were taken with (its SHA-256 differs)")
    return [_chat(json.loads(line)) for line in content.decode("utf-8").strip().split("\n")]


def _chat(data: dict[str, list[dict[str, str]]]) -> Chat:
    units = tuple(_unit(place, unit) for place, unit in enumerate(data["units"]))
    known = {unit.id for unit in units}
    questions = (
        Question(
            q["question"],
            q["category"],
            frozenset(known.intersection(q["evidence"])),
            frozenset(q["evidence_sessions"]),
        )
        for q in data["questions"]
    )
    return Chat(str(data["id"]), units, tuple(q for q in questions if q.units))


def _unit(place: int, data: dict[str, str]) -> Unit:
    speaker = data["speaker"]
    role = "assistant" if speaker == "assistant" else "user"
    # Messages of a session share its date; a second each keeps their order.
    at = _read_date(data["date"]) + timedelta(seconds=place)
    return Unit(
        data["id"], data["session"], "" if speaker in ("user", "assistant") else speaker, role, at, data["text"]
    )


def _read_date(text: str) -> datetime:
    plain = re.sub(r"\s+", " ", text.strip())
    for form in _FORMS:
        try:
            return datetime.strptime(plain, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return datetime(2000, 1, 1, tzinfo=UTC)
