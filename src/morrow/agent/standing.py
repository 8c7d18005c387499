"""What became of the things on a morning card since the dream: read from entries and proposals, by id."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Add, Author, Replace, body_of
from morrow.dreaming.card import CardState, Standing, card_id, shown_items
from morrow.dreaming.report import Report, ReportItem
from morrow.writing.change import Effect, decode_changes
from morrow.writing.proposals import Proposal, find_proposal
from morrow.writing.proposals import Standing as Settlement

_SETTLED = {
    Settlement.OPEN: CardState.WAITING,
    Settlement.REJECTED: CardState.REJECTED,
    Settlement.WITHDRAWN: CardState.GONE,
}


@dataclass(frozen=True, slots=True)
class Target:
    """One thing on a card: its proposal, if it waited, and the entry that it is or became; empty while it waits."""

    item: ReportItem
    proposal: Proposal | None
    entry: str


async def targets(connection: AsyncConnection, report: Report) -> dict[str, Target]:
    """Return what stands on the report's card, by the id that it is acted on by."""
    return {card_id(item): await _target(connection, item) for item in shown_items(report)}


async def standings(connection: AsyncConnection, found: Sequence[Target]) -> dict[str, Standing]:
    """Return how each thing stands now, by the id that it is acted on by."""
    rows = await _entries(connection, [target.entry for target in found if target.entry])
    return {card_id(target.item): _standing(target, rows.get(target.entry)) for target in found}


async def _target(connection: AsyncConnection, item: ReportItem) -> Target:
    proposal = await find_proposal(connection, item.proposal) if item.proposal and not item.entry else None
    entry = item.entry or (await _made_of(connection, proposal) if proposal else "")
    return Target(item, proposal, entry)


async def _made_of(connection: AsyncConnection, proposal: Proposal) -> str:
    """Return the entry that an accepted proposal became, or nothing."""
    c = table.revision.c
    encoded = (await connection.execute(select(c.operations).where(c.id == proposal.revision))).scalar_one_or_none()
    made = [change for change in decode_changes(encoded or "[]") if change.effect in (Effect.ADDED, Effect.CHANGED)]
    return made[0].entry if made else ""


async def _entries(connection: AsyncConnection, wanted: Sequence[str]) -> dict[str, Any]:
    e, d = table.entry.c, table.document.c
    rows = await connection.execute(
        select(e.id, e.text, e.author, e.confirmed_at, e.retired_at, d.name, d.version)
        .join(table.document, d.id == e.document)
        .where(e.id.in_(wanted))
    )
    return {row.id: row for row in rows}


def _standing(target: Target, row: Any | None) -> Standing:
    if row is None:
        return _waiting(target)
    text = body_of(row.text)
    is_back = bool(target.item.replaced) and text == body_of(target.item.replaced)
    if row.retired_at is not None or is_back:
        return Standing(CardState.GONE, target.item.text, row.id, row.name, row.version)
    state = CardState.NEW if row.confirmed_at is None else CardState.CONFIRMED
    if Author(row.author).is_person:
        state = CardState.CONFIRMED if target.proposal and text == _proposed(target.proposal) else CardState.EDITED
    return Standing(state, text, row.id, row.name, row.version)


def _proposed(proposal: Proposal) -> str:
    operation = proposal.operation
    return body_of(operation.text) if isinstance(operation, Add | Replace) else body_of(proposal.before)


def _waiting(target: Target) -> Standing:
    proposal = target.proposal
    if proposal is None:
        return Standing(CardState.GONE if target.entry else CardState.WAITING, target.item.text)
    state = _SETTLED.get(proposal.standing, CardState.CONFIRMED)
    return Standing(state, _proposed(proposal) or target.item.text)
