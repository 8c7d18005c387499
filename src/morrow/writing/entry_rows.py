"""Keeps the entries' rows, sources and index in step with the text that a commit just wrote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Document, Entry, Source
from morrow.documents.gates.verdict import Corroborate
from morrow.documents.injection import is_unfilled
from morrow.documents.names import DREAMS, is_daily_note
from morrow.documents.shelf import sources_of
from morrow.owners import Bucket
from morrow.search.index import Item, add, remove
from morrow.store import bucket_values, in_bucket
from morrow.writing.change import Effect, EntryChange

SUPERSEDED = "superseded"
BY_HAND = "by hand: "  # begins the reason of what a person took out: no machine writes it again unasked
_NOT_INDEXED = frozenset({DREAMS})


@dataclass(frozen=True, slots=True)
class Step:
    """One document from one version to the next, and what became of its entries.

    `reasons` say why entries were retired, `otherwise` for those not in it. `superseded` are corrected entries as they
    were, by the id of the entry that says otherwise now. `known` are entries of the past that may live again.
    """

    before: Document
    after: Document
    changes: Sequence[EntryChange]
    reasons: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""
    superseded: Mapping[str, Entry] = field(default_factory=dict)
    known: Sequence[Entry] = ()


async def store_entries(connection: AsyncConnection, step: Step, *, now: datetime) -> None:
    """Write what became of the entries between two versions of a document."""
    old = {entry.id: entry for entry in step.before.entries}
    past = {entry.id: entry for entry in step.known if entry.id not in old}
    after = step.after.entries
    added = [entry for entry in after if entry.id not in old and entry.id not in past]
    revived = [entry for entry in after if entry.id in past]
    changed = [entry for entry in after if entry.id in old and _row(entry) != _row(old[entry.id])]
    retired = [change for change in step.changes if change.effect is Effect.RETIRED]
    if added:
        await connection.execute(insert(table.entry), [_new_row(entry, step.after) for entry in added])
    if changed or revived:
        await _update_entries(connection, [*changed, *revived])
    await _keep_superseded(connection, step, now)
    if retired:
        await _retire_entries(connection, step, retired, now)
    await _add_sources(connection, step.after, {**past, **old})
    await _hand_over_sources(connection, step.after, retired)
    fresh = [*added, *revived, *_reworded(changed, old)]
    await _index(connection, step.after, fresh, [change.entry for change in retired])


async def corroborate(connection: AsyncConnection, bucket: Bucket, known: Sequence[Corroborate]) -> None:
    """Give entries that were said again their new sources; their texts and authors stay as they are."""
    where = bucket_values(bucket)
    for one in known:
        told = {(s.message, s.quote) for s in (await sources_of(connection, [one.entry])).get(one.entry, [])}
        fresh = [source for source in one.sources if (source.message, source.quote) not in told]
        if not fresh:
            continue
        await connection.execute(insert(table.entry_source), [{**_source_row(one.entry, s), **where} for s in fresh])
        last = max(source.said_at for source in fresh)
        await connection.execute(
            update(table.entry)
            .where(table.entry.c.id == one.entry, table.entry.c.last_seen < last)
            .values(last_seen=last)
        )


def _new_row(entry: Entry, document: Document) -> dict[str, Any]:
    where = bucket_values(document.bucket)
    return {**_row(entry), "document": document.id, "first_seen": entry.first_seen, **where}


async def name_heirs(connection: AsyncConnection, heirs: Mapping[str, str]) -> None:
    """Note of retired entries which ones of other documents stand for them now, by id."""
    if heirs:
        c = table.entry.c
        named = update(table.entry).where(c.id == bindparam("old"), c.retired_at.is_not(None))
        rows = [{"old": old, "heir": heir} for old, heir in heirs.items()]
        await connection.execute(named.values(retired_by=bindparam("heir")), rows)


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "section": entry.section,
        "kind": entry.kind,
        "text": entry.text,
        "author": entry.author,
        "origin": entry.origin,
        "pinned": entry.pinned,
        "confirmed_at": entry.confirmed_at,
        "last_seen": entry.last_seen,
        "supersedes": entry.supersedes,
    }


async def _update_entries(connection: AsyncConnection, entries: Sequence[Entry]) -> None:
    rows = [{f"new_{column}": value for column, value in _row(entry).items()} for entry in entries]
    columns = [column for column in _row(entries[0]) if column != "id"]
    await connection.execute(
        update(table.entry)
        .where(table.entry.c.id == bindparam("new_id"))
        .values({column: bindparam(f"new_{column}") for column in columns})
        .values(retired_at=None, retired_by=None, retired_reason=None),
        rows,
    )


async def _keep_superseded(connection: AsyncConnection, step: Step, now: datetime) -> None:
    """Keep corrected entries as retired rows with their old texts and sources."""
    for successor, entry in step.superseded.items():
        gone = {"retired_at": now, "retired_by": successor, "retired_reason": SUPERSEDED}
        await connection.execute(insert(table.entry).values(**_new_row(entry, step.after), **gone))
        where = bucket_values(step.after.bucket)
        if entry.sources:
            rows = [{**_source_row(entry.id, source), **where} for source in entry.sources]
            await connection.execute(insert(table.entry_source), rows)


async def _retire_entries(
    connection: AsyncConnection, step: Step, retired: Sequence[EntryChange], now: datetime
) -> None:
    await connection.execute(
        update(table.entry)
        .where(table.entry.c.id == bindparam("retired_id"))
        .values(retired_at=now, retired_by=bindparam("successor"), retired_reason=bindparam("why")),
        [{"retired_id": c.entry, "successor": c.by, "why": step.reasons.get(c.entry, step.otherwise)} for c in retired],
    )


async def _hand_over_sources(connection: AsyncConnection, after: Document, retired: Sequence[EntryChange]) -> None:
    """Give the sources of retired entries to the entries of the same owner that now say what they said.

    An entry that says otherwise than the one it supersedes gets none of it: the old words do not speak for the new.
    """
    otherwise = {entry.supersedes for entry in after.entries}
    heirs = {change.entry: change.by for change in retired if change.by and change.entry not in otherwise}
    if not heirs:
        return
    c, bucket = table.entry.c, after.bucket
    living = select(c.id).where(*in_bucket(table.entry, bucket), c.id.in_(set(heirs.values())))
    known = {row.id for row in await connection.execute(living)}
    sources = await sources_of(connection, [*known, *heirs])
    rows: list[dict[str, Any]] = []
    for entry, heir in heirs.items():
        fresh = [source for source in sources.get(entry, ()) if heir in known and source not in sources[heir]]
        sources[heir] += fresh
        rows += [{**_source_row(heir, source), **bucket_values(bucket)} for source in fresh]
    if rows:
        await connection.execute(insert(table.entry_source), rows)


async def _add_sources(connection: AsyncConnection, after: Document, old: dict[str, Entry]) -> None:
    rows: list[dict[str, Any]] = []
    for entry in after.entries:
        known = set(old[entry.id].sources) if entry.id in old else set()
        rows += [_source_row(entry.id, source) for source in entry.sources if source not in known]
    if rows:
        where = bucket_values(after.bucket)
        await connection.execute(insert(table.entry_source), [{**row, **where} for row in rows])


def _source_row(entry: str, source: Source) -> dict[str, Any]:
    return {
        "entry": entry,
        "conversation": source.conversation,
        "message": source.message,
        "quote": source.quote,
        "said_at": source.said_at,
        "speaker": source.speaker,
    }


def _reworded(changed: Sequence[Entry], old: dict[str, Entry]) -> list[Entry]:
    return [entry for entry in changed if entry.text != old[entry.id].text]


async def _index(connection: AsyncConnection, document: Document, entries: Sequence[Entry], gone: list[str]) -> None:
    if document.name in _NOT_INDEXED:
        return
    kind = "note" if is_daily_note(document.name) else "entry"
    if gone:
        await remove(connection, document.bucket, kind, gone)
    items = [
        Item(
            bucket=document.bucket, kind=kind, ref=entry.id, text=entry.body, document=document.name,
            at=max((source.said_at for source in entry.sources), default=entry.last_seen),
        )
        for entry in entries
        if not is_unfilled(entry.text)
    ]  # fmt: skip
    if items:
        await add(connection, items)
