"""What a dream did, as one value that is stored, shown and replayed, and its JSON form. Renders no text for people."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from morrow.documents.entries import Entry, Source
from morrow.dreaming.candidates import Dropped
from morrow.dreaming.gates import Distance, Merged, Promoted, TurnedAway, Verdict
from morrow.dreaming.kinds import heading_for
from morrow.dreaming.reasons import Reason, SkipReason
from morrow.dreaming.scoring import Evidence, ScoreParts
from morrow.errors import InvalidInput

RUN_KIND = "dream"  # of the runs that keep reports


class Outcome(StrEnum):
    """What became of one candidate, or of a line of memory that a model put into other words or took out."""

    PROMOTED = "promoted"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    TURNED_AWAY = "turned_away"
    PROPOSED = "proposed"
    REWORDED = "reworded"
    RETIRED = "retired"


class Status(StrEnum):
    """How far a run is; `completed` needs work done."""

    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    SKIPPED = "skipped"
    FAILED = "failed"
    CANCELED = "canceled"


class Mode(StrEnum):
    """Whether a dream looked at everything or at one topic."""

    NIGHTLY = "NIGHTLY"
    FOCUSED = "FOCUSED"


class Trigger(StrEnum):
    """What started a dream."""

    CRON = "cron"
    USER = "user"
    CATCH_UP = "catch-up"


class Engine(StrEnum):
    """Who wrote: fixed rules or a language model."""

    RULES = "rules"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class ReportItem:
    """One candidate with its outcome. `id` is the candidate's key, `entry` the id of the entry it became or joined.

    `proposal` is the one that it waits as in the inbox. `detail` says more about the reason: the shape or gate by name,
    or the later words that speak against it. `replaced` is the old text of a superseded entry.
    `is_new` if its evidence grew since the last dream.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    id: str
    outcome: Outcome
    text: str
    reason: Reason | None = None
    detail: str = ""
    section: str = ""
    entry: str = ""
    proposal: str = ""
    replaced: str = ""
    score: ScoreParts | None = None
    evidence: Evidence | None = None
    distance: Distance | None = None
    sources: tuple[Source, ...] = ()
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a dream looked at; the days are those of the first and last note.

    `lines_skipped` are those beyond what one dream looks at; `lines_left_out` are the distinct lines for which there
    was no room in what a model is told.
    """

    notes: int = 0
    lines: int = 0
    candidates: int = 0
    recalls: int = 0
    first_day: date | None = None
    last_day: date | None = None
    lines_left_out: int = 0
    lines_skipped: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a dream's model calls took; all 0 for rules."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0

    def plus(self, more: "Usage") -> "Usage":
        """Return both together."""
        return Usage(
            self.calls + more.calls,
            self.input_tokens + more.input_tokens,
            self.output_tokens + more.output_tokens,
            self.cost_usd + more.cost_usd,
        )


@dataclass(frozen=True, slots=True)
class Report:
    """One run of a dream over one bucket (`owner` is empty for a shared one).

    `prompt` is the version of what a model was asked, `in_place_of` says why the rules wrote what a model should have.
    `model_reason` holds the model's own words and is shown only as a quotation; `diff` is the real change of MEMORY.md.
    `fingerprint` names all that was looked at.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    id: str
    agent: str
    scope: str
    owner: str
    mode: Mode
    trigger: Trigger
    engine: Engine
    started_at: datetime
    status: Status
    finished_at: datetime | None = None
    topic: str = ""
    model: str = ""
    prompt: str = ""
    in_place_of: str = ""
    reason: SkipReason | None = None
    model_reason: str = ""
    error: str = ""
    counts: Counts = field(default_factory=Counts)
    usage: Usage = field(default_factory=Usage)
    diff: str = ""
    fingerprint: str = ""
    items: tuple[ReportItem, ...] = ()

    @property
    def promoted(self) -> tuple[ReportItem, ...]:
        """Return what became memory."""
        return self.having(Outcome.PROMOTED)

    @property
    def merged(self) -> tuple[ReportItem, ...]:
        """Return what memory held already and now has more sources for."""
        return self.having(Outcome.MERGED)

    @property
    def superseded(self) -> tuple[ReportItem, ...]:
        """Return what took the place of an older entry."""
        return self.having(Outcome.SUPERSEDED)

    @property
    def turned_away(self) -> tuple[ReportItem, ...]:
        """Return what stayed in the notes, with reasons."""
        return self.having(Outcome.TURNED_AWAY)

    @property
    def proposed(self) -> tuple[ReportItem, ...]:
        """Return what waits for a person in the inbox."""
        return self.having(Outcome.PROPOSED)

    def having(self, *outcomes: Outcome) -> tuple[ReportItem, ...]:
        """Return the items with one of these outcomes, in order."""
        return tuple(item for item in self.items if item.outcome in outcomes)

    def nearest_misses(self, limit: int | None = 3) -> tuple[ReportItem, ...]:
        """Return the turned-away candidates that lack the least, nearest first."""
        reasons = {Reason.ONE_OFF, Reason.BELOW_THRESHOLD}
        missed = [item for item in self.items if item.reason in reasons and item.distance is not None]
        return tuple(sorted(missed, key=_lack)[:limit])


_ADAPTER = TypeAdapter(Report)


def encode(report: Report) -> str:
    """Return a report as JSON; equal reports give equal text."""
    return _ADAPTER.dump_json(report).decode()


def decode(text: str) -> Report:
    """Return the report that `encode` wrote. Raises InvalidInput for anything else, unknown fields included."""
    try:
        return _ADAPTER.validate_json(text, strict=True)
    except ValidationError as error:
        raise InvalidInput(f"not a dream report: {error.error_count()} fields are wrong") from error


def items_of(
    verdicts: Iterable[Verdict], dropped: Iterable[Dropped] = (), *, headings: tuple[str, ...] = ()
) -> tuple[ReportItem, ...]:
    """Return one item for each verdict and each line that was left out, managed lines excepted."""
    judged = [_judged(verdict, headings) for verdict in verdicts]
    return (*judged, *(_left_out(one) for one in dropped if one.reason is not Reason.MANAGED))


def _judged(verdict: Verdict, headings: tuple[str, ...]) -> ReportItem:
    candidate = verdict.candidate
    item = ReportItem(
        id=candidate.key,
        outcome=Outcome.PROMOTED,
        text=candidate.best.text,
        score=verdict.score,
        evidence=candidate.evidence,
        sources=candidate.sources,
        is_new=candidate.is_new,
    )
    if isinstance(verdict, TurnedAway):
        by = verdict.by
        detail = "" if by is None else by.body if isinstance(by, Entry) else by.text
        away = Outcome.TURNED_AWAY
        return replace(item, outcome=away, reason=verdict.reason, detail=detail, distance=verdict.distance)
    if isinstance(verdict, Promoted):
        return replace(item, section=heading_for(candidate.best.text, headings))
    item = replace(item, section=verdict.entry.section, entry=verdict.entry.id)
    if isinstance(verdict, Merged):
        return replace(item, outcome=Outcome.MERGED)
    return replace(item, outcome=Outcome.SUPERSEDED, replaced=verdict.entry.body)


def _left_out(dropped: Dropped) -> ReportItem:
    is_forgotten = dropped.reason is Reason.FORGOTTEN  # its words are gone, and stay gone
    return ReportItem(
        id=dropped.key,
        outcome=Outcome.TURNED_AWAY,
        text="" if is_forgotten else dropped.line.text,
        reason=dropped.reason,
        detail=dropped.shape,
        sources=() if is_forgotten else (dropped.line.source,),
        is_new=dropped.is_new,
    )


def _lack(item: ReportItem) -> tuple[float, float, str]:
    distance = item.distance
    if distance is None:
        return float("inf"), 0.0, item.id
    return distance.mentions + distance.contexts + distance.days, distance.min_score - distance.score, item.id
