"""Collects candidates: drops lines that may not become memory, groups the rest, counts their evidence."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from morrow.documents.entries import Origin, Source
from morrow.dreaming.corrections import Corrections
from morrow.dreaming.dated import needs_date
from morrow.dreaming.kinds import StatementKind, kind_of
from morrow.dreaming.notes import NoteLine, Recalled
from morrow.dreaming.reasons import Reason
from morrow.dreaming.scoring import Evidence, count_evidence
from morrow.dreaming.themes import Statement, group, said_first, statements
from morrow.text.shapes import refused_shape
from morrow.text.similarity import normalise
from morrow.text.specifics import read
from morrow.text.words import content_tokens, topic_tokens

MAX_STATEMENT_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True)
class Window:
    """How far back a dream looks: notes of the last `day_range` days, evidence of the last `max_age_days` days.

    `since` is when the bucket last dreamt; what was said or used after it is new.
    """

    today: date
    day_range: int = 7
    max_age_days: int = 30
    since: datetime | None = None

    @property
    def first_day(self) -> date:
        """Return the first day whose notes bring new candidates."""
        return self.today - timedelta(days=self.day_range - 1)

    @property
    def oldest_evidence(self) -> date:
        """Return the first day whose notes and recalls still count."""
        return self.today - timedelta(days=self.max_age_days)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that never became a candidate; `shape` names the shape for which it was refused."""

    line: NoteLine
    reason: Reason
    shape: str = ""
    is_new: bool = True

    @property
    def key(self) -> str:
        """Return a name for it that no candidate has and that is the same in every dream."""
        return f"line:{self.line.ref}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One statement that may become memory, with everything that speaks for it or against it.

    `best` is the line to promote, word for word; `lines` are all that support it, in the order they were said. `key`
    names the candidate by its best statement's normal form. `is_new` if its evidence grew since the last dream.
    `corrected_by` and `contradicted_by` are later lines.
    """

    key: str
    best: NoteLine
    lines: tuple[NoteLine, ...]
    evidence: Evidence
    asked: bool = False
    confirmed: bool = False
    is_new: bool = True
    corrected_by: NoteLine | None = None
    contradicted_by: NoteLine | None = None

    @property
    def is_waived(self) -> bool:
        """Whether the user asked for it or confirmed it, so that it need not be said often."""
        return self.asked or self.confirmed

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return the messages it rests on, the best line's first, each once."""
        return tuple(dict.fromkeys((self.best.source, *(line.source for line in self.lines))))


@dataclass(frozen=True, slots=True)
class Collected:
    """What a dream found in the notes: candidates in order of their keys, and the lines it left out, with reasons."""

    candidates: tuple[Candidate, ...]
    dropped: tuple[Dropped, ...]


def collect(lines: Iterable[NoteLine], recalls: Iterable[Recalled], *, window: Window) -> Collected:
    """Return the candidates of a window, whatever the order of the input.

    A group is a candidate if a line of it stands in the notes of the last days or was recalled within the evidence's
    age; older lines only support. A question supports, but what was only ever asked is no candidate.
    """
    lines = [line for line in lines if window.oldest_evidence <= line.day <= window.today]
    dropped = [found for line in lines if (found := _dropped(line, window.since)) is not None]
    refused = {id(found.line) for found in dropped}
    kept = [line for line in lines if id(line) not in refused]
    by_ref = _by_ref(recalls, window)
    corrections = Corrections(kept)
    grouped = [
        _candidate(members, by_ref, corrections, window)
        for members in group(statements(kept))
        if _is_current(members, by_ref, window)
    ]
    candidates = [candidate for candidate in grouped if not _asks(candidate.best)]
    questions = [candidate.best for candidate in grouped if _asks(candidate.best)]
    dropped += [Dropped(line, Reason.SHAPE, "question", is_new=_said_since(line, window.since)) for line in questions]
    dropped.sort(key=lambda found: (found.line.day, found.line.ref, found.line.text))
    return Collected(tuple(sorted(candidates, key=lambda candidate: candidate.key)), tuple(dropped))


def candidate_key(text: str) -> str:
    """Return the name by which a statement is known from one dream to the next."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()[:16]


def _dropped(line: NoteLine, since: datetime | None) -> Dropped | None:
    is_new = _said_since(line, since)
    if line.managed:
        return Dropped(line, Reason.MANAGED, is_new=is_new)
    if line.forgotten:
        return Dropped(line, Reason.FORGOTTEN, is_new=is_new)
    if line.origin is not Origin.USER:
        return Dropped(line, Reason.UNTRUSTED_ORIGIN, is_new=is_new)
    shape = "too_long" if len(line.text) > MAX_STATEMENT_CHARACTERS else refused_shape(line.text)
    return None if shape is None else Dropped(line, Reason.SHAPE, shape, is_new=is_new)


def _said_since(line: NoteLine, since: datetime | None) -> bool:
    return since is None or line.said_at > since


def _asks(line: NoteLine) -> bool:
    return line.text.rstrip(' "”」)）').endswith(("?", "？"))


def _by_ref(recalls: Iterable[Recalled], window: Window) -> dict[str, list[Recalled]]:
    by_ref: defaultdict[str, list[Recalled]] = defaultdict(list)
    for recall in recalls:
        if recall.used and window.oldest_evidence <= recall.day <= window.today:
            by_ref[recall.ref].append(recall)
    return by_ref


def _is_current(members: Sequence[Statement], by_ref: dict[str, list[Recalled]], window: Window) -> bool:
    lines = (line for member in members for line in member.lines)
    return any(line.day >= window.first_day or line.ref in by_ref for line in lines)


def _candidate(
    members: Sequence[Statement], by_ref: dict[str, list[Recalled]], corrections: Corrections, window: Window
) -> Candidate:
    lines = sorted({line for member in members for line in member.lines}, key=said_first)
    recalls = [recall for ref in {line.ref for line in lines} for recall in by_ref.get(ref, ())]
    best = best_line([line for line in lines if corrections.of(line) is None] or lines)
    return Candidate(
        key=candidate_key(best.text),
        best=best,
        lines=tuple(lines),
        evidence=count_evidence(lines, recalls, today=window.today, max_age_days=window.max_age_days),
        asked=any(line.asked for line in lines),
        confirmed=any(line.confirmed for line in lines),
        is_new=_is_new(lines, recalls, window.since),
        corrected_by=corrections.of(best),
        contradicted_by=corrections.denying(best, lines[-1].said_at),
    )


def _is_new(lines: Iterable[NoteLine], recalls: Iterable[Recalled], since: datetime | None) -> bool:
    if since is None or any(line.said_at > since for line in lines):
        return True
    return any(recall.day >= since.date() for recall in recalls)


def best_line(lines: Sequence[NoteLine]) -> NoteLine:
    """Return the line that says best what all of them say.

    In this order: asked for or confirmed, no question, the most of the words that recur on several days, a decision,
    no words that only make sense on their day, the fewest exact details that no other line has, the fewest words of
    one day only, the latest, the shortest.
    """
    days: defaultdict[str, set[date]] = defaultdict(set)
    for line in lines:
        for token in content_tokens(line.text):
            days[token].add(line.day)
    details = Counter(specific for line in lines for specific in read(line.text).specifics)

    def worth(line: NoteLine) -> tuple[bool, bool, int, bool, bool, int, int, str, int, str]:
        recurring = sum(len(days[token]) > 1 for token in topic_tokens(line.text))
        own_details = sum(details[specific] == 1 for specific in read(line.text).specifics)
        own_words = sum(len(days[token]) == 1 for token in set(content_tokens(line.text)))
        said = line.said_at.isoformat()
        return (
            line.asked or line.confirmed,
            not _asks(line),
            recurring,
            kind_of(line.text) is StatementKind.DECISION,
            not needs_date(line),
            -own_details,
            -own_words,
            said,
            -len(line.text),
            line.ref,
        )

    return max(lines, key=worth)
