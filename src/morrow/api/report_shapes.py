"""The JSON of dreams: reports with every candidate, the morning card, and how dreaming stands."""

from datetime import date
from typing import Annotated, Self

from pydantic import Field

from morrow.agent.morning import DreamingStatus
from morrow.api.shapes import Answer, Moment, Shape
from morrow.dreaming.card import CardState
from morrow.dreaming.reasons import Reason, SkipReason
from morrow.dreaming.report import Engine, Mode, Outcome, Report, Status, Trigger
from morrow.owners import Scope


class DreamIn(Shape):
    """What a dream is about; nothing means everything."""

    topic: Annotated[str | None, Field(max_length=200, examples=["Lisbon"])] = None
    dry_run: Annotated[bool, Field(description="Write nothing, only show what would become of it")] = False


class SourceOut(Answer):
    """The message, or the line of a note, that something rests on."""

    conversation: str
    message: str
    quote: str
    said_at: Moment
    speaker: str


class ScoreOut(Answer):
    """A score and its five parts, each in 0..1 and not yet weighted."""

    frequency: float
    recency: float
    diversity: float
    freshness: float
    spread: float
    total: float


class EvidenceOut(Answer):
    """What speaks for a candidate: days it was stated, uses, contexts, days of either, and how long ago."""

    stated: int
    recalled: int
    contexts: int
    days: int
    idle_days: int
    age_days: int


class DistanceOut(Answer):
    """What a candidate lacks: its score against the least one, and missing counts."""

    score: float
    min_score: float
    mentions: int
    contexts: int
    days: int


class ItemOut(Answer):
    """One candidate with its outcome; `entry` is the id of the entry that it became or joined."""

    id: str
    outcome: Outcome
    text: str
    reason: Reason | None
    detail: str
    section: str
    entry: str
    proposal: Annotated[str, Field(description="The proposal that it waits as, if it does")]
    replaced: str
    score: ScoreOut | None
    evidence: EvidenceOut | None
    distance: DistanceOut | None
    sources: list[SourceOut]
    is_new: bool


class CountsOut(Answer):
    """How much a dream looked at, how many lines a model was not told for want of room, how many nobody looked at."""

    notes: int
    lines: int
    candidates: int
    recalls: int
    first_day: date | None
    last_day: date | None
    lines_left_out: int
    lines_skipped: int


class UsageOut(Answer):
    """What a dream's model calls took; all 0 for rules."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float


class ReportOut(Answer):
    """One dream over one bucket (`owner` is empty for a shared one); `modelReason` is the model's own words."""

    id: str
    agent: str
    scope: Scope
    owner: str
    mode: Mode
    trigger: Trigger
    engine: Engine
    started_at: Moment
    status: Status
    finished_at: Moment | None
    topic: str
    model: str
    prompt: Annotated[str, Field(description="Version of what the model was asked")]
    in_place_of: Annotated[str, Field(description="Why the rules wrote what a model should have")]
    reason: SkipReason | None
    model_reason: str
    error: str
    counts: CountsOut
    usage: UsageOut
    diff: Annotated[str, Field(description="How MEMORY.md changed, as a unified diff")]
    fingerprint: str
    items: list[ItemOut]


class ReportsOut(Answer):
    """Reports of dreams."""

    reports: list[ReportOut]

    @classmethod
    def of(cls, *reports: Report) -> Self:
        """Return the shape of reports."""
        return cls(reports=[ReportOut.model_validate(report) for report in reports])


class ReportPageOut(ReportsOut):
    """A page of reports; `next` is the `after` of the following one, null at the end."""

    next: str | None


class SeenIn(Shape):
    """Whose card was seen."""

    report: Annotated[str, Field(description="The `report` of the card")]


class ForgetIn(Shape):
    """How something is forgotten."""

    keep_messages: Annotated[
        bool, Field(description="Leave the messages it was said in as they are, and only keep them from being found")
    ] = False


class ThresholdsOut(Answer):
    """What a candidate needs to become memory; asked for or confirmed, only the last holds."""

    min_mentions: int
    min_contexts: int
    min_days: int
    min_score: float
    max_candidates: int


class LastRunOut(Answer):
    """The last time a dream began, by the ledger: it outlives a restart, and a dream that broke off."""

    id: str
    status: str
    reason: str
    started_at: Moment
    finished_at: Moment | None


class CandidatesOut(Answer):
    """What a dream now would consider, the most deserving first."""

    items: list[ItemOut]


class StatusOut(Answer):
    """How dreaming stands for one owner."""

    enabled: bool
    cron: Annotated[str, Field(examples=["0 0 3 * * ?"])]
    zone: Annotated[str, Field(examples=["Europe/Lisbon"])]
    running: bool
    next_run: Moment | None
    last_report: ReportOut | None
    diary_entry: Annotated[str, Field(description="The newest entry of DREAMS.md")]
    thresholds: ThresholdsOut
    last_run: LastRunOut | None
    nearest: Annotated[list[ItemOut], Field(description="The candidates of the last dream that lack the least")]
    pending: Annotated[int, Field(description="How many candidates of the last dream lack something")]

    @classmethod
    def of(cls, status: DreamingStatus) -> Self:
        """Return the shape of a status."""
        last = status.last_report
        return cls(
            enabled=status.is_enabled,
            cron=status.cron,
            zone=status.zone,
            running=status.is_running,
            next_run=status.next_run,
            last_report=None if last is None else ReportOut.model_validate(last),
            diary_entry=status.diary_entry,
            thresholds=ThresholdsOut.model_validate(status.thresholds),
            last_run=None if status.last_run is None else LastRunOut.model_validate(status.last_run),
            nearest=[ItemOut.model_validate(item) for item in status.nearest],
            pending=status.pending,
        )


class CardEntryOut(Answer):
    """One thing a dream made of what was said; while it waits in the inbox, `id` is the proposal's.

    `state` is how it stands now, `text` how it reads now, `version` that of its document (0: it waits).
    """

    id: str
    outcome: Outcome
    state: CardState
    text: str
    section: str
    why: str
    replaced: str
    sources: list[SourceOut]
    document: str
    version: Annotated[int, Field(description="For `If-Match`: only if the entry was not changed since")]


class CardOut(Answer):
    """The morning card; `emptyReason` says why there is nothing new, and is empty otherwise."""

    report: str
    headline: str
    dreamt_at: Moment
    engine: Engine
    model: str
    entries: list[CardEntryOut]
    empty_reason: str
    inbox: Annotated[int, Field(description="How many things wait for the person")]


class MorningOut(Answer):
    """The morning card, or null if there is none that was not seen."""

    card: CardOut | None


class ReceiptOut(Answer):
    """What a forgetting removed, in numbers by kind, and what it did not reach; no word of what was forgotten.

    `kept` are messages that still hold the words, `related` entries made of the same messages that say something else.
    Backups and exported files are never reached.
    """

    id: str
    entry: str
    forgotten_at: Moment
    actor: str
    removed: Annotated[dict[str, int], Field(examples=[{"entries": 3, "revisions": 4, "messages": 3}])]
    kept: list[str]
    related: list[str]
    documents: list[str]


class SettledOut(Answer):
    """What became of a card's entry; a receipt if it was forgotten."""

    entry: CardEntryOut
    receipt: ReceiptOut | None
