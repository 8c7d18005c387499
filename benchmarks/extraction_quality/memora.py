"""Scores the rules engine on Memora's weeks: flagged turns are what should be kept. Reads a published file only."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from morrow.documents.entries import Origin
from morrow.extraction.rules import Heard, extract

ZONE = "UTC"


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation: its messages, the ids of those flagged for memory, and the operation it stands for."""

    operation: str
    messages: tuple[Heard, ...]
    flagged: frozenset[str]


@dataclass(slots=True)
class Score:
    """Counts of cited messages and of covered operations, with what was missed."""

    cited: int = 0
    cited_rightly: int = 0
    operations: int = 0
    operations_found: int = 0
    flagged: int = 0
    flagged_found: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    missed_lines: list[str] = field(default_factory=list)
    wrong_lines: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of the cited messages that are flagged."""
        return self.cited_rightly / max(self.cited, 1)

    @property
    def recall(self) -> float:
        """Share of the operations with a line that cites a flagged turn of their session."""
        return self.operations_found / max(self.operations, 1)

    @property
    def turn_recall(self) -> float:
        """Share of the flagged turns that some line cites."""
        return self.flagged_found / max(self.flagged, 1)


def read_sessions(path: Path) -> Iterator[Session]:
    """Yield every session of the published file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            person = json.loads(line)
            for session in person["sessions"]:
                yield _session(person["persona"], session)


def _session(persona: str, session: dict[str, object]) -> Session:
    name = f"{persona}-{session['session_id']}"
    at = datetime.fromisoformat(f"{session['date']}T12:00").replace(tzinfo=ZoneInfo(ZONE))
    turns = session["conversation"]
    assert isinstance(turns, list)
    messages = tuple(
        Heard(
            message=f"{name}:{place}",
            conversation=name,
            text=str(turn["message"]),
            role="user" if turn["speaker"] == "user_agent" else "assistant",
            origin=Origin.USER if turn["speaker"] == "user_agent" else Origin.AGENT,
            speaker=str(turn["speaker"]),
            at=at,
        )
        for place, turn in enumerate(turns)
    )
    flagged = frozenset(one.message for one, turn in zip(messages, turns, strict=True) if turn["share_memory"])
    kind = f"{session['session_type']} {session['operation']}" if session["operation"] and flagged else ""
    return Session(kind, messages, flagged)


def score(path: Path) -> Score:
    """Return the score of the rules engine over all sessions of the file."""
    total = Score()
    for session in read_sessions(path):
        cited = {statement.message for statement in extract(session.messages, zone=ZONE)}
        _count(total, session, cited)
    return total


def _count(total: Score, session: Session, cited: set[str]) -> None:
    texts = {one.message: one.text for one in session.messages}
    total.cited += len(cited)
    total.cited_rightly += len(cited & session.flagged)
    total.flagged += len(session.flagged)
    total.flagged_found += len(cited & session.flagged)
    total.wrong_lines.extend(texts[name] for name in sorted(cited - session.flagged))
    if not session.operation:
        return
    total.operations += 1
    if cited & session.flagged:
        total.operations_found += 1
        return
    total.missed[session.operation] += 1
    total.missed_lines.extend(f"{session.operation}: {texts[name]}" for name in sorted(session.flagged))
