"""One dream of one bucket: looks, judges, writes MEMORY.md, diary and report in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.documents.entries import Author, Origin
from morrow.documents.gates.context import RunInput, UserMessage
from morrow.documents.gates.verdict import Hold, TurnAway
from morrow.documents.names import DREAMS, MEMORY
from morrow.documents.parse import PieceKind, parse
from morrow.documents.revisions import unified
from morrow.documents.shelf import load_plain
from morrow.dreaming.candidates import Window, collect
from morrow.dreaming.diary import append_entry, render_entry
from morrow.dreaming.fingerprint import fingerprint
from morrow.dreaming.focus import about_topic, waive_counts
from morrow.dreaming.gates import Thresholds, Verdict, judge_all
from morrow.dreaming.inputs import Describe, Inputs, load_inputs
from morrow.dreaming.reasons import Reason, SkipReason
from morrow.dreaming.report import (
    Counts,
    Engine,
    Mode,
    Outcome,
    Report,
    ReportItem,
    Status,
    Trigger,
    items_of,
)
from morrow.dreaming.writer import Planned, plan_operations
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.writing.change import By, Change, Rewrite
from morrow.writing.commit import commit
from morrow.writing.propose import Outcome as Written
from morrow.writing.propose import Words, propose

FIRST_MEMORY = "# MEMORY\n"


@dataclass(frozen=True, slots=True)
class Night:
    """What one dream is asked: of which bucket, when, why, and what the dream before it saw."""

    run: str
    bucket: Bucket
    trigger: Trigger
    started_at: datetime
    zone: str
    language: str
    topic: str = ""
    last_fingerprint: str = ""
    last_dreamt_at: datetime | None = None

    @property
    def today(self) -> date:
        """Return the local day on which the dream begins."""
        return local_day(self.started_at, self.zone)


async def dream(connection: AsyncConnection, night: Night, *, settings: Settings, describe: Describe) -> Report:
    """Dream `night` in the caller's transaction and return its report; MEMORY.md and DREAMS.md are written."""
    memory = settings.memory
    inputs = await load_inputs(
        connection, night.bucket, today=night.today, max_age_days=memory.emergence_max_age_days, zone=night.zone,
        describe=describe,
    )  # fmt: skip
    blank = _begin(night, inputs, settings)
    reason = _why_not(blank, night, inputs)
    if reason is not None:
        report = replace(blank, status=Status.SKIPPED, reason=reason)
    else:
        report = await _work(connection, blank, night, inputs, settings)
    if report.reason is not SkipReason.NO_DAILY_NOTES:  # a bucket without a note keeps no diary of its empty nights
        await _write_diary(connection, report, night)
    return report


def _begin(night: Night, inputs: Inputs, settings: Settings) -> Report:
    notes = {line.document for line in inputs.lines}
    days = sorted(line.day for line in inputs.lines)
    return Report(
        id=night.run,
        agent=night.bucket.agent,
        scope=str(night.bucket.scope),
        owner=night.bucket.owner,
        mode=Mode.FOCUSED if night.topic else Mode.NIGHTLY,
        trigger=night.trigger,
        engine=Engine.RULES,
        started_at=night.started_at,
        finished_at=night.started_at,
        status=Status.RUNNING,
        topic=night.topic,
        counts=Counts(
            notes=len(notes),
            lines=len(inputs.lines),
            recalls=sum(recalled.used for recalled in inputs.recalls),
            first_day=days[0] if days else None,
            last_day=days[-1] if days else None,
        ),
        fingerprint=fingerprint(
            inputs.lines, inputs.recalls, inputs.memory_text, _thresholds(settings), settings.memory.dream.mode
        ),
    )


def _why_not(blank: Report, night: Night, inputs: Inputs) -> SkipReason | None:
    if not inputs.lines:
        return SkipReason.NO_DAILY_NOTES
    if blank.fingerprint == night.last_fingerprint and not night.topic:
        return SkipReason.NOTHING_NEW
    return None


def _thresholds(settings: Settings) -> Thresholds:
    memory = settings.memory
    return Thresholds(
        min_mentions=memory.emergence_min_recall_count,
        min_contexts=memory.emergence_min_unique_queries,
        min_score=memory.emergence_score_threshold,
        max_candidates=memory.dream.max_candidates_per_dream,
    )


async def _work(connection: AsyncConnection, blank: Report, night: Night, inputs: Inputs, settings: Settings) -> Report:
    window = Window(
        night.today, settings.memory.emergence_day_range, settings.memory.emergence_max_age_days, night.last_dreamt_at
    )
    collected = collect(inputs.lines, inputs.recalls, window=window)
    candidates, thresholds = collected.candidates, _thresholds(settings)
    if night.topic:
        candidates, thresholds = about_topic(candidates, night.topic), waive_counts(thresholds)
        if not candidates:
            return replace(blank, status=Status.SKIPPED, reason=SkipReason.NO_MATCH_FOR_TOPIC)
    verdicts = judge_all(candidates, thresholds=thresholds, memory_entries=inputs.memory_entries, today=night.today)
    headings = _headings(inputs.memory_text)
    planned = plan_operations(verdicts, memory_entries=inputs.memory_entries, headings=headings)
    written = await _write(connection, planned, night, inputs, settings)
    items = items_of(verdicts, () if night.topic else collected.dropped, headings=headings)
    after = written.committed.document.text if written else inputs.memory_text
    return replace(
        blank,
        status=Status.COMPLETED,
        counts=replace(blank.counts, candidates=len(candidates)),
        diff=unified(inputs.memory_text, after, MEMORY),
        fingerprint=fingerprint(inputs.lines, inputs.recalls, after, thresholds, settings.memory.dream.mode),
        items=tuple(_settled(items, planned, written)),
    )


def _headings(text: str) -> tuple[str, ...]:
    return tuple(piece.section for piece in parse(text).pieces if piece.kind is PieceKind.HEADING and piece.level == 2)


async def _write(
    connection: AsyncConnection, planned: Sequence[Planned], night: Night, inputs: Inputs, settings: Settings
) -> Written | None:
    if not planned:
        return None
    by = By(Author.DREAM, night.run, "dreamt of what was said over the days", run=night.run, origin=Origin.USER)
    change = Change(night.bucket, MEMORY, tuple(plan.operation for plan in planned), FIRST_MEMORY)
    words = Words(
        user_messages=tuple(UserMessage(line.message, line.quote, line.said_at) for line in inputs.lines),
        inputs=tuple(RunInput(line.text, line.said_at) for line in inputs.lines),
        asked=any(_is_asked(plan.verdict) for plan in planned),
        zone=night.zone,
    )
    [written] = await propose(
        connection, [change], by=by, words=words, settings=settings, now=night.started_at,
        hold_all=settings.memory.dream.mode == "propose" or bool(night.topic),
    )  # fmt: skip
    return written


def _is_asked(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.candidate.asked


def _settled(items: Sequence[ReportItem], planned: Sequence[Planned], written: Written | None) -> Sequence[ReportItem]:
    """Return the items with what the gates and the commit made of them: entry ids, proposals, refusals."""
    if written is None:
        return items
    refusals: tuple[TurnAway | Hold, ...] = (*written.judged.turned_away, *written.judged.held)
    refused = {_key_of(refusal.operation, planned): refusal for refusal in refusals}
    added = {change.after.strip(): change.entry for change in written.committed.changes if change.after}
    texts = {plan.verdict.candidate.key: _text_of(plan) for plan in planned if plan.verdict is not None}
    settled = []
    for item in items:
        refusal = refused.get(item.id)
        if isinstance(refusal, Hold):
            settled.append(replace(item, outcome=Outcome.PROPOSED, detail=str(refusal.reason)))
        elif isinstance(refusal, TurnAway):
            detail = f"{refusal.reason}: {refusal.detail}" if refusal.detail else str(refusal.reason)
            settled.append(replace(item, outcome=Outcome.TURNED_AWAY, reason=Reason.GATE, detail=detail))
        else:
            settled.append(replace(item, entry=item.entry or added.get(texts.get(item.id, ""), "")))
    return settled


def _key_of(operation: object, planned: Sequence[Planned]) -> str:
    text, entry = getattr(operation, "text", None), getattr(operation, "entry", None)
    for plan in planned:
        same = getattr(plan.operation, "text", None) == text and getattr(plan.operation, "entry", None) == entry
        if same and plan.verdict is not None:
            return plan.verdict.candidate.key
    return ""


def _text_of(plan: Planned) -> str:
    return str(getattr(plan.operation, "text", "")).strip()


async def _write_diary(connection: AsyncConnection, report: Report, night: Night) -> None:
    diary = await load_plain(connection, night.bucket, DREAMS)
    text = append_entry(diary.text if diary else "", render_entry(report, night.language, night.zone))
    by = By(Author.DREAM, night.run, "wrote down the dream", run=night.run, origin=Origin.SYSTEM)
    await commit(connection, [Rewrite(night.bucket, DREAMS, text)], by=by, now=night.started_at)
