"""The door of the one write path: judges what a writer asks for, commits what may be, files what must wait."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Operation, Origin, Replace
from morrow.documents.gates.context import GateContext, RunInput, UserMessage
from morrow.documents.gates.pipeline import judge_frame, judge_run
from morrow.documents.gates.verdict import Hold, Judged, Reason
from morrow.documents.shelf import load, load_plain
from morrow.settings import Settings
from morrow.store.statements import hold_buckets
from morrow.writing.capping import keep_under_cap
from morrow.writing.change import By, Change, Committed
from morrow.writing.commit import commit
from morrow.writing.entry_rows import corroborate
from morrow.writing.proposals import file_held
from morrow.writing.refusals import refusals
from morrow.writing.tombstones import lift, standing


@dataclass(frozen=True, slots=True)
class Words:
    """What a run was made from: the gates check every claim against it. `zone` names its days."""

    user_messages: tuple[UserMessage, ...] = ()
    inputs: tuple[RunInput, ...] = ()
    origin: Origin = Origin.USER
    asked: bool = False
    zone: str = "UTC"
    whole_by_contract: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one change: the document as it is now, and every operation's verdict."""

    committed: Committed
    judged: Judged
    proposals: tuple[str, ...]


async def propose(
    connection: AsyncConnection, changes: Sequence[Change], *, by: By, words: Words, settings: Settings, now: datetime,
    hold_all: bool = False,
) -> list[Outcome]:  # fmt: skip
    """Judge `changes` as one run, write what the gates accept in the caller's transaction, and return what became.

    What a gate holds waits as a proposal, and with `hold_all` so does what the gates accept; what they turn away is in
    the outcome with its reason and is not written.
    """
    await hold_buckets(connection, {change.bucket for change in changes})
    parts = [await _part(connection, change, by=by, words=words, settings=settings) for change in changes]
    judged = [_held(verdicts) if hold_all else verdicts for verdicts in judge_run(parts)]
    outcomes = []
    for change, (_, context), entry_verdicts in zip(changes, parts, judged, strict=True):
        as_asked = replace(change, exactly=None) if hold_all else change
        verdicts, exactly = await _as_written(connection, as_asked, entry_verdicts, context)
        accepted = replace(change, operations=verdicts.operations, corrected=_corrected(verdicts), exactly=exactly)
        is_wanted = bool(verdicts.operations) or exactly is not None
        [committed] = await commit(connection, [accepted], by=by, now=now) if is_wanted else [None]
        if committed is not None and not by.author.is_person:
            committed = await keep_under_cap(connection, committed, by=by, settings=settings, now=now)
        await corroborate(connection, change.bucket, verdicts.corroborated)
        await lift(connection, [stone for accept in verdicts.accepted for stone in accept.told_again], now=now)
        filed = await file_held(connection, change, context.entries, verdicts.held, by=by, now=now)
        outcomes.append(Outcome(committed or await _untouched(connection, change, now), verdicts, filed))
    return outcomes


async def _as_written(
    connection: AsyncConnection, change: Change, judged: Judged, context: GateContext
) -> tuple[Judged, str | None]:
    """Return the whole text if it may be stored as it was written, and the verdicts with what speaks against it."""
    if change.exactly is None:
        return judged, None
    present = await load_plain(connection, change.bucket, change.name)
    refused = judge_frame(present.text if present else "", change.exactly, context)
    is_as_asked = not refused and judged.operations == change.operations
    return replace(judged, turned_away=judged.turned_away + refused), change.exactly if is_as_asked else None


def _corrected(judged: Judged) -> frozenset[str]:
    """Return the entries whose new texts a message of the user gives: their old ones are kept as superseded."""
    corrections = [accept.operation for accept in judged.accepted if accept.corrected_by is not None]
    return frozenset(operation.entry for operation in corrections if isinstance(operation, Replace))


async def _part(
    connection: AsyncConnection, change: Change, *, by: By, words: Words, settings: Settings
) -> tuple[tuple[Operation, ...], GateContext]:
    present = await load(connection, change.bucket, change.name)
    rejected = {} if by.author.is_person else await refusals(connection, change)
    context = GateContext(
        document=change.name,
        author=by.author,
        entries=present.entries if present else (),
        shared=change.bucket.is_shared,
        origin=words.origin,
        user_messages=words.user_messages,
        inputs=words.inputs,
        asked=words.asked,
        zone=words.zone,
        tombstones=await standing(connection, change.bucket),
        soul_mode=settings.memory.soul.mode,
        max_loss_ratio=settings.memory.gates.max_loss_ratio,
        whole_by_contract=words.whole_by_contract,
        read=change.read,
        rejected=rejected,
    )
    return change.operations, context


def _held(judged: Judged) -> Judged:
    """Return the verdicts with everything accepted waiting for a person instead."""
    waiting = tuple(Hold(operation, Reason.ASKED_FIRST) for operation in judged.operations)
    return replace(judged, accepted=(), held=judged.held + waiting)


async def _untouched(connection: AsyncConnection, change: Change, now: datetime) -> Committed:
    nothing = replace(change, operations=())
    present = await load(connection, change.bucket, change.name)
    if present is not None:
        return Committed(present, present.text, (), None)
    return Committed.nothing(nothing, now)
