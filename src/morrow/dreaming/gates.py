"""Decides of each candidate whether it becomes memory, repeats or renews it, or is turned away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from morrow.documents.day_mark import without_mark
from morrow.documents.entries import Entry
from morrow.dreaming.candidates import Candidate
from morrow.dreaming.corrections import denies, takes_back
from morrow.dreaming.dated import last_day_named
from morrow.dreaming.kinds import StatementKind, kind_of
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.reasons import Reason
from morrow.dreaming.scoring import ScoreParts, score
from morrow.dreaming.themes import Statement, link
from morrow.text.similarity import Duplicates, normalise


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a candidate needs; the first four are waived for what the user asked for or confirmed."""

    min_mentions: int = 3
    min_contexts: int = 2
    min_days: int = 2
    min_score: float = 0.6
    max_candidates: int = 100


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a candidate is from being promoted: its score against the least one, and what is missing in counts."""

    score: float
    min_score: float
    mentions: int = 0
    contexts: int = 0
    days: int = 0

    @property
    def is_none(self) -> bool:
        """Whether nothing is missing."""
        return self.score >= self.min_score and not (self.mentions or self.contexts or self.days)


@dataclass(frozen=True, slots=True)
class Promoted:
    """The candidate becomes an entry of MEMORY.md."""

    candidate: Candidate
    score: ScoreParts


@dataclass(frozen=True, slots=True)
class Merged:
    """The candidate says again what `entry` says; the entry gains its sources."""

    candidate: Candidate
    score: ScoreParts
    entry: Entry


@dataclass(frozen=True, slots=True)
class Superseded:
    """The candidate takes the place of `entry`, whose value the user took back."""

    candidate: Candidate
    score: ScoreParts
    entry: Entry


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The candidate stays in the notes; `by` is the later line that speaks against it, where one does."""

    candidate: Candidate
    score: ScoreParts
    reason: Reason
    distance: Distance
    by: NoteLine | Entry | None = None


Verdict = Promoted | Merged | Superseded | TurnedAway


class Known:
    """The entries of MEMORY.md, asked whether they say something already. Built once a dream."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._statements = {key: _statement(without_mark(entry.body)) for key, entry in self._entries.items()}
        self._duplicates = Duplicates((key, statement.text) for key, statement in self._statements.items())

    def saying(self, candidate: Candidate) -> Entry | None:
        """Return the entry that says what a candidate says, or speaks of it with all its specifics, or None."""
        for line in (candidate.best, *candidate.lines):
            found = self._duplicates.find(line.text)
            if found is not None:
                return self._entries[found]
        return None if candidate.is_waived else self._on_topic(candidate)

    def taken_back_by(self, candidate: Candidate) -> Entry | None:
        """Return the entry whose value a line of the candidate takes back, unless it was confirmed after that."""
        for line in reversed(candidate.lines):
            if not line.replaces:
                continue
            for entry in self._entries.values():
                is_confirmed_since = entry.confirmed_at is not None and entry.confirmed_at > line.said_at
                if not is_confirmed_since and takes_back(line, without_mark(entry.body)):
                    return entry
        return None

    def denied_by(self, candidate: Candidate) -> Entry | None:
        """Return the entry that a candidate's best line turns round, or None."""
        later = candidate.best.text
        return next((entry for entry in self._entries.values() if denies(later, without_mark(entry.body))), None)

    def _on_topic(self, candidate: Candidate) -> Entry | None:
        statement = _statement(candidate.best.text)
        strengths = {key: link(known, statement) for key, known in self._statements.items()}
        best = max(strengths, key=lambda key: strengths[key], default=None)
        if best is None or not strengths[best]:
            return None
        reading = self._statements[best].reading
        return self._entries[best] if all(reading.has(one) for one in statement.reading.specifics) else None


def judge_all(
    candidates: Iterable[Candidate], *, thresholds: Thresholds, memory_entries: Sequence[Entry], today: date
) -> tuple[Verdict, ...]:
    """Return a verdict on every candidate, the worthiest first; those beyond the limit are turned away unjudged."""
    known = Known(memory_entries)
    scored = [(candidate, score(candidate.evidence)) for candidate in candidates]
    scored.sort(key=lambda pair: (not pair[0].is_waived, -pair[1].total, pair[0].key))
    judged = [
        judge(candidate, thresholds=thresholds, known=known, today=today)
        for candidate, _ in scored[: thresholds.max_candidates]
    ]
    beyond = [
        TurnedAway(candidate, parts, Reason.OVER_LIMIT, distance(candidate, parts, thresholds))
        for candidate, parts in scored[thresholds.max_candidates :]
    ]
    return (*judged, *beyond)


def judge(candidate: Candidate, *, thresholds: Thresholds, known: Known, today: date) -> Verdict:
    """Return what becomes of a candidate.

    A correction of what MEMORY.md says needs no second mention: leaving the old value there for days would be wrong.
    """
    parts = score(candidate.evidence)
    missing = distance(candidate, parts, thresholds)
    against = _speaks_against(candidate, today)
    if against is not None:
        reason, by = against
        return TurnedAway(candidate, parts, reason, missing, by)
    taken_back = known.taken_back_by(candidate)
    if taken_back is not None:
        return Superseded(candidate, parts, taken_back)
    entry = known.saying(candidate)
    if entry is not None:
        return _repeat(candidate, parts, missing, entry)
    if not (candidate.is_waived or missing.is_none):
        is_one_off = candidate.evidence.stated + candidate.evidence.recalled == 1
        return TurnedAway(candidate, parts, Reason.ONE_OFF if is_one_off else Reason.BELOW_THRESHOLD, missing)
    denied = known.denied_by(candidate)
    return Promoted(candidate, parts) if denied is None else _last_word(candidate, parts, missing, denied)


def _last_word(candidate: Candidate, parts: ScoreParts, missing: Distance, denied: Entry) -> Superseded | TurnedAway:
    if denied.last_seen > candidate.lines[-1].said_at:
        return TurnedAway(candidate, parts, Reason.CONTRADICTED, missing, denied)
    return Superseded(candidate, parts, denied)


def distance(candidate: Candidate, parts: ScoreParts, thresholds: Thresholds) -> Distance:
    """Return what a candidate's score and counts lack of the thresholds."""
    evidence = candidate.evidence
    return Distance(
        score=parts.total,
        min_score=thresholds.min_score,
        mentions=max(0, thresholds.min_mentions - evidence.stated - evidence.recalled),
        contexts=max(0, thresholds.min_contexts - evidence.contexts),
        days=max(0, thresholds.min_days - evidence.days),
    )


def _speaks_against(candidate: Candidate, today: date) -> tuple[Reason, NoteLine | None] | None:
    if candidate.corrected_by is not None:
        return Reason.CORRECTED, candidate.corrected_by
    if candidate.contradicted_by is not None:
        return Reason.CONTRADICTED, candidate.contradicted_by
    return (Reason.TOO_OLD, None) if _is_over(candidate, today) else None


def _is_over(candidate: Candidate, today: date) -> bool:
    """Return whether nothing of the last days speaks for it, or it is a plan for a day that was to come and passed."""
    if not candidate.evidence.days:
        return True
    day = last_day_named(candidate.best) if kind_of(candidate.best.text) is StatementKind.PLAN else None
    return day is not None and candidate.best.day < day < today


def _repeat(candidate: Candidate, parts: ScoreParts, missing: Distance, entry: Entry) -> Merged | TurnedAway:
    told = {(source.conversation, source.message) for source in entry.sources}
    is_new = any((source.conversation, source.message) not in told for source in candidate.sources)
    if is_new:
        return Merged(candidate, parts, entry)
    return TurnedAway(candidate, parts, Reason.ALREADY_KNOWN, missing)


def _statement(text: str) -> Statement:
    return Statement(normalise(text), text)
