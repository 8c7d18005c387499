"""One dream of one bucket, in two steps: look and judge, then write MEMORY.md, diary and report in one transaction.

Between the two a model may be asked; what it was told is looked at again before anything is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.documents.entries import Author, Origin
from morrow.documents.names import DREAMS
from morrow.documents.parse import PieceKind, parse
from morrow.documents.shelf import load_plain
from morrow.dreaming.archive import (
    NIGHTS_AT_ONCE,
    Diary,
    DiaryNight,
    archive_nights,
    archived_by,
    nights_to_archive,
)
from morrow.dreaming.candidates import Candidate, Dropped, Window, collect
from morrow.dreaming.contract import Material
from morrow.dreaming.diary import append_entry, render_entry
from morrow.dreaming.fingerprint import fingerprint
from morrow.dreaming.focus import about_topic, waive_counts
from morrow.dreaming.gates import Thresholds, Verdict, judge_all
from morrow.dreaming.inputs import Describe, Inputs, load_inputs
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.reasons import SkipReason
from morrow.dreaming.report import Counts, Engine, Mode, Report, Status, Trigger
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.writing.change import By, Rewrite
from morrow.writing.commit import commit

NOTHING_SUMMARISED: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Night:
    """What one dream is asked: of which bucket, when, why, by whom, and what the dream before it saw."""

    run: str
    bucket: Bucket
    trigger: Trigger
    started_at: datetime
    zone: str
    language: str
    topic: str = ""
    engine: Engine = Engine.RULES
    last_fingerprint: str = ""
    last_dreamt_at: datetime | None = None

    @property
    def today(self) -> date:
        """Return the local day on which the dream begins."""
        return local_day(self.started_at, self.zone)


@dataclass(frozen=True, slots=True)
class Looked:
    """What a dream saw and how it judged, before anything is written; `blank` is the report so far."""

    night: Night
    inputs: Inputs
    blank: Report
    candidates: tuple[Candidate, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    told: tuple[NoteLine, ...] = ()

    @property
    def is_skipped(self) -> bool:
        """Whether there is nothing to do; the report says why."""
        return self.blank.status is Status.SKIPPED

    @property
    def headings(self) -> tuple[str, ...]:
        """Return the `## ` headings of MEMORY.md, in order."""
        pieces = parse(self.inputs.memory_text).pieces
        return tuple(piece.section for piece in pieces if piece.kind is PieceKind.HEADING and piece.level == 2)

    @property
    def material(self) -> Material:
        """Return what a model is told of the night: nothing refused, forgotten, or of another topic."""
        return Material(
            self.inputs.memory_text, self.inputs.memory_entries, self.verdicts, self.told, self.night.topic,
            self.night.language,
        )  # fmt: skip

    def fingerprint_with(self, memory_text: str, settings: Settings) -> str:
        """Return the name of all that was looked at, with MEMORY.md as it is after the dream."""
        inputs = self.inputs
        decisive = (_thresholds(settings, self.night), settings.memory.dream.mode, str(self.night.engine))
        return fingerprint(inputs.lines, inputs.recalls, memory_text, *decisive)


async def look(
    connection: AsyncConnection, night: Night, *, settings: Settings, describe: Describe, seen: Looked | None = None
) -> Looked:
    """Return what there is to dream of in `night`, judged; a report that is skipped already says why.

    What was `seen` before is judged again only if anything has changed.
    """
    memory = settings.memory
    inputs = await load_inputs(
        connection, night.bucket, today=night.today, max_age_days=memory.emergence_max_age_days, zone=night.zone,
        describe=describe,
    )  # fmt: skip
    looked = Looked(night, inputs, _begin(night, inputs))
    looked = replace(
        looked, blank=replace(looked.blank, fingerprint=looked.fingerprint_with(inputs.memory_text, settings))
    )
    if seen is not None and looked.blank.fingerprint == seen.blank.fingerprint:
        return replace(seen, inputs=inputs)
    reason = _why_not(looked)
    return _skipped(looked, reason) if reason is not None else _judged(looked, settings)


async def write_diary(
    connection: AsyncConnection, report: Report, night: Night, *, settings: Settings,
    summaries: Mapping[str, str] = NOTHING_SUMMARISED,
) -> None:  # fmt: skip
    """Add the report's entry to DREAMS.md, and move to the archive what is old, or too long, in the same transaction.

    A bucket without a note keeps no diary of its empty nights. `summaries` are a model's, by the night's time.
    """
    diary = await load_plain(connection, night.bucket, DREAMS)
    before = diary.text if diary else ""
    is_empty = report.reason is SkipReason.NO_DAILY_NOTES
    text = before if is_empty else append_entry(before, render_entry(report, night.language, night.zone))
    old = _to_archive(text, night, settings)
    if old:
        archives = await archive_nights(
            connection, night.bucket, old, summaries, lang=night.language, zone=night.zone
        )  # fmt: skip
        await commit(connection, archives, by=archived_by(night.run), now=night.started_at)
        text = Diary.of(text).without(old)
    if text == before:
        return
    by = By(Author.DREAM, night.run, "wrote down the dream", run=night.run, origin=Origin.SYSTEM)
    await commit(connection, [Rewrite(night.bucket, DREAMS, text)], by=by, now=night.started_at)


async def old_nights(connection: AsyncConnection, night: Night, settings: Settings) -> tuple[DiaryNight, ...]:
    """Return the nights that will leave the diary when this one is written down."""
    diary = await load_plain(connection, night.bucket, DREAMS)
    this = append_entry(diary.text if diary else "", f"## {night.started_at:%Y-%m-%d %H:%M}\n")
    return _to_archive(this, night, settings)


def _to_archive(text: str, night: Night, settings: Settings) -> tuple[DiaryNight, ...]:
    at_once = NIGHTS_AT_ONCE if night.engine is Engine.MODEL else 1
    return nights_to_archive(Diary.of(text), today=night.today, settings=settings, at_once=at_once)


def _begin(night: Night, inputs: Inputs) -> Report:
    notes = {line.document for line in inputs.lines}
    days = sorted(line.day for line in inputs.lines)
    return Report(
        id=night.run,
        agent=night.bucket.agent,
        scope=str(night.bucket.scope),
        owner=night.bucket.owner,
        mode=Mode.FOCUSED if night.topic else Mode.NIGHTLY,
        trigger=night.trigger,
        engine=night.engine,
        started_at=night.started_at,
        finished_at=night.started_at,
        status=Status.RUNNING,
        topic=night.topic,
        counts=Counts(
            notes=len(notes),
            lines=len(inputs.lines),
            lines_skipped=inputs.skipped,
            recalls=sum(recalled.used for recalled in inputs.recalls),
            first_day=days[0] if days else None,
            last_day=days[-1] if days else None,
        ),
    )


def _why_not(looked: Looked) -> SkipReason | None:
    night = looked.night
    if not looked.inputs.lines:
        return SkipReason.NO_DAILY_NOTES
    if looked.blank.fingerprint == night.last_fingerprint and not night.topic:
        return SkipReason.NOTHING_NEW
    return None


def _skipped(looked: Looked, reason: SkipReason) -> Looked:
    return replace(looked, blank=replace(looked.blank, status=Status.SKIPPED, reason=reason))


def _judged(looked: Looked, settings: Settings) -> Looked:
    night, inputs, memory = looked.night, looked.inputs, settings.memory
    window = Window(night.today, memory.emergence_day_range, memory.emergence_max_age_days, night.last_dreamt_at)
    collected = collect(inputs.lines, inputs.recalls, window=window)
    candidates, dropped = collected.candidates, collected.dropped
    told = _tellable(inputs.lines, dropped, window)
    if night.topic:
        candidates, dropped = about_topic(candidates, night.topic), ()
        told = tuple(line for candidate in candidates for line in candidate.lines)
        if not candidates:
            return _skipped(looked, SkipReason.NO_MATCH_FOR_TOPIC)
    verdicts = judge_all(
        candidates,
        thresholds=_thresholds(settings, night),
        memory_entries=inputs.memory_entries,
        today=night.today,
    )
    blank = replace(looked.blank, counts=replace(looked.blank.counts, candidates=len(candidates)))
    return replace(looked, blank=blank, candidates=candidates, verdicts=verdicts, dropped=dropped, told=told)


def _tellable(lines: Sequence[NoteLine], dropped: Sequence[Dropped], window: Window) -> tuple[NoteLine, ...]:
    refused = {found.line for found in dropped}
    return tuple(line for line in lines if line not in refused and line.day >= window.first_day)


def _thresholds(settings: Settings, night: Night) -> Thresholds:
    return waive_counts(thresholds_of(settings)) if night.topic else thresholds_of(settings)


def thresholds_of(settings: Settings) -> Thresholds:
    """Return what a candidate needs in a dream of everything."""
    memory = settings.memory
    return Thresholds(
        min_mentions=memory.emergence_min_recall_count,
        min_contexts=memory.emergence_min_unique_queries,
        min_score=memory.emergence_score_threshold,
        max_candidates=memory.dream.max_candidates_per_dream,
    )
