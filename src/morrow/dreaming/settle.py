"""Writes what a dream decided, in its caller's transaction, and says in the report what really became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Author, Operation, Origin, Retire, body_of
from morrow.documents.gates.context import RunInput, UserMessage
from morrow.documents.gates.verdict import Hold, TurnAway
from morrow.documents.gates.verdict import Reason as GateReason
from morrow.documents.names import MEMORY
from morrow.documents.revisions import unified
from morrow.dreaming.dream import Looked
from morrow.dreaming.engines import Draft
from morrow.dreaming.gates import Merged, Promoted, Superseded
from morrow.dreaming.plan import Plan, Planned
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import Engine, Outcome, Report, ReportItem, Status, items_of
from morrow.dreaming.rewriting import plan_rewriting
from morrow.dreaming.writer import plan_operations
from morrow.settings import Settings
from morrow.text.shapes import refused_shape
from morrow.writing.change import By, Change
from morrow.writing.propose import Outcome as Written
from morrow.writing.propose import Words, propose

FIRST_MEMORY = "# MEMORY\n"


@dataclass(frozen=True, slots=True)
class Done:
    """What was asked of the gates in one go, and what became of it."""

    planned: tuple[Planned, ...]
    written: Written


async def settle_by_rules(connection: AsyncConnection, looked: Looked, *, settings: Settings) -> Report:
    """Write the best line of each accepted candidate word for word, and return the finished report."""
    entries = looked.inputs.memory_entries
    planned = plan_operations(looked.verdicts, memory_entries=entries, headings=looked.headings)
    done = [await _write(connection, planned, looked, settings)] if planned else []
    return _report(looked, Plan(planned), done, settings)


async def settle_by_model(
    connection: AsyncConnection, looked: Looked, draft: Draft, *, asked: Looked, settings: Settings
) -> Report:
    """Write what of a model's draft rests on candidates and passes the gates, and return the finished report.

    `asked` is what there was when the model was asked, `looked` what there is now. What a user took back is corrected
    by the rules where the model did not, and what was said again gains its sources.
    """
    plan = _plan(looked, draft)
    read = {entry.id: entry.text for entry in asked.inputs.memory_entries}
    main, parting = _parted(plan.planned, looked, settings)
    done: list[Done] = []
    if main:
        done.append(await _write(connection, main, looked, settings, read=read))
    if parting:
        done.append(await _write(connection, parting, looked, settings, read=read, hold_all=True))
    rest = _left_to_rules(looked, done)
    if rest:
        done.append(await _write(connection, rest, looked, settings))
    report = _with_draft(_report(looked, plan, done, settings), looked, draft, done)
    fingerprint = asked.fingerprint_with(_text_after(looked, done), settings)
    is_cut = any(item.reason is Reason.OVER_LIMIT for item in report.items) and bool(report.diff)
    return replace(report, fingerprint="" if is_cut else fingerprint)  # what had no room is due in the next night


def _plan(looked: Looked, draft: Draft) -> Plan:
    if draft.content is None:
        return Plan(())
    return plan_rewriting(
        draft.content,
        shown=draft.question.shown,
        verdicts=looked.verdicts,
        lines=looked.told,
        headings=looked.headings,
    )


def _parted(
    planned: Sequence[Planned], looked: Looked, settings: Settings
) -> tuple[tuple[Planned, ...], tuple[Planned, ...]]:
    """Return the operations, and apart from them the few lines that an answer takes out without a successor.

    Those wait for a person, whatever the gates say: no night after the other wears memory down. An answer that takes
    out many, or is not whole, stays together, so that the gates see it as it is.
    """
    out = tuple(one for one in planned if isinstance(one.operation, Retire) and one.operation.by is None)
    allowed = max(1, int(settings.memory.gates.max_loss_ratio * len(looked.inputs.memory_entries)))
    if len(out) > allowed or any(refused_shape(_text_of(one)) == "placeholder" for one in planned):
        return tuple(planned), ()
    return tuple(one for one in planned if one not in out), out


def _left_to_rules(looked: Looked, done: Sequence[Done]) -> tuple[Planned, ...]:
    """Return what the rules still do: corrections that are neither written nor waiting, and repetitions."""
    settled = {one.key for part in done for one in part.planned if _fate(part, one) is not TurnAway}
    touched = {getattr(operation, "entry", "") for part in done for operation in part.written.judged.operations}
    left = [
        verdict
        for verdict in looked.verdicts
        if (isinstance(verdict, Superseded) and verdict.candidate.key not in settled)
        or (isinstance(verdict, Merged) and verdict.entry.id not in touched)
    ]
    entries = [entry for entry in looked.inputs.memory_entries if entry.id not in touched]
    planned = plan_operations(left, memory_entries=entries, headings=looked.headings)
    return tuple(one for one in planned if one.verdict is not None)


async def _write(
    connection: AsyncConnection, planned: Sequence[Planned], looked: Looked, settings: Settings, *,
    read: Mapping[str, str] | None = None, hold_all: bool = False,
) -> Done:  # fmt: skip
    night, lines = looked.night, looked.inputs.lines
    by = By(Author.DREAM, night.run, "dreamt of what was said over the days", run=night.run, origin=Origin.USER)
    operations = tuple(one.operation for one in planned)
    change = Change(night.bucket, MEMORY, operations, FIRST_MEMORY, read or {})
    words = Words(
        user_messages=tuple(UserMessage(line.message, line.quote, line.said_at) for line in lines),
        inputs=tuple(RunInput(line.text, line.said_at) for line in lines),
        asked=any(one.verdict is not None and one.verdict.candidate.asked for one in planned),
        zone=night.zone,
    )
    asks_first = settings.memory.dream.mode == "propose" or bool(night.topic)
    [written] = await propose(
        connection, [change], by=by, words=words, settings=settings, now=night.started_at,
        hold_all=hold_all or asks_first,
    )  # fmt: skip
    return Done(tuple(planned), written)


def _report(looked: Looked, plan: Plan, done: Sequence[Done], settings: Settings) -> Report:
    after = _text_after(looked, done)
    items = (*items_of(looked.verdicts, looked.dropped, headings=looked.headings), *plan.more)
    return replace(
        looked.blank,
        status=Status.COMPLETED,
        diff=unified(looked.inputs.memory_text, after, MEMORY),
        fingerprint=looked.fingerprint_with(after, settings),
        items=tuple(_settled(item, done) for item in items),
    )


def _text_after(looked: Looked, done: Sequence[Done]) -> str:
    return done[-1].written.committed.document.text if done else looked.inputs.memory_text


def _settled(item: ReportItem, done: Sequence[Done]) -> ReportItem:
    """Return an item with what the gates and the commit made of it: entry id, proposal, refusal."""
    mine = [(part, one) for part in done for one in part.planned if one.key == item.id]
    fates = [_refusal(part, one) for part, one in mine]
    if not mine or None in fates:
        return replace(item, entry=item.entry or next(filter(None, (_entry_of(*each) for each in mine)), ""))
    refusal = next((fate for fate in fates if isinstance(fate, Hold)), fates[0])
    if isinstance(refusal, Hold):
        waiting = next(filter(None, (_proposal_of(*each) for each in mine)), "")
        return replace(item, outcome=Outcome.PROPOSED, detail=str(refusal.reason), proposal=waiting)
    if refusal is None:
        return item
    detail = f"{refusal.reason}: {refusal.detail}" if refusal.detail else str(refusal.reason)
    return replace(item, outcome=Outcome.TURNED_AWAY, reason=Reason.GATE, detail=detail)


def _refusal(part: Done, planned: Planned) -> TurnAway | Hold | None:
    judged = part.written.judged
    refused: tuple[TurnAway | Hold, ...] = (*judged.turned_away, *judged.held)
    return next((refusal for refusal in refused if _is_same(refusal.operation, planned.operation)), None)


def _proposal_of(part: Done, planned: Planned) -> str:
    """Return the id of the proposal that an operation waits as, or an empty text."""
    held = zip(part.written.judged.held, part.written.proposals, strict=True)
    return next((proposal for hold, proposal in held if _is_same(hold.operation, planned.operation)), "")


def _fate(part: Done, planned: Planned) -> type[TurnAway] | type[Hold] | None:
    """Return TurnAway for what is lost to this night, held as part of a broken answer too, and Hold for what waits."""
    refusal = _refusal(part, planned)
    if isinstance(refusal, Hold) and refusal.reason not in _WAITING:
        return TurnAway
    return None if refusal is None else type(refusal)


_WAITING = frozenset({GateReason.ASKED_FIRST, GateReason.PROTECTED, GateReason.REJECTED_BEFORE})


def _is_same(one: Operation, other: Operation) -> bool:
    texts = getattr(one, "text", None) == getattr(other, "text", None)
    return texts and getattr(one, "entry", None) == getattr(other, "entry", None)


def _entry_of(part: Done, planned: Planned) -> str:
    """Return the id of the entry that an operation made or changed, or an empty text."""
    text = _text_of(planned).strip()
    return next(
        (change.entry for change in part.written.committed.changes if text and change.after.strip() == text), ""
    )


def _text_of(planned: Planned) -> str:
    return str(getattr(planned.operation, "text", ""))


def _with_draft(report: Report, looked: Looked, draft: Draft, done: Sequence[Done]) -> Report:
    """Return the report with the model's name, words and cost, its wording of each candidate, and what it left out."""
    chosen = {one.key: one for part in done for one in reversed(part.planned)}
    return replace(
        report,
        engine=Engine.MODEL,
        model=draft.model,
        prompt=draft.question.prompt,
        model_reason=draft.reason,
        usage=draft.usage,
        counts=replace(report.counts, lines_left_out=draft.question.lines_left_out),
        items=tuple(_chosen(item, chosen, looked, draft) for item in report.items),
    )


def _chosen(item: ReportItem, chosen: Mapping[str, Planned], looked: Looked, draft: Draft) -> ReportItem:
    offered = {verdict.candidate.key for verdict in looked.verdicts if isinstance(verdict, Promoted | Superseded)}
    if item.id not in offered:
        return item
    planned = chosen.get(item.id)
    if planned is None:
        reason = Reason.LEFT_OUT if item.id in draft.question.candidates else Reason.OVER_LIMIT
        return replace(item, outcome=Outcome.TURNED_AWAY, reason=reason, section="", entry="", replaced="")
    section = getattr(planned.operation, "section", item.section)
    return replace(item, text=body_of(_text_of(planned)) or item.text, section=section)
