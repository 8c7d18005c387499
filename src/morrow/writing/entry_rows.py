"""Keeps the entries' rows, sources and index in step with the text that a commit just wrote."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Document, Entry, Source
from morrow.documents.gates.verdict import Corroborate
from morrow.documents.injection import is_unfilled
from morrow.documents.names import DREAMS, is_daily_note
from morrow.documents.shelf import sources_of
from morrow.owners import Bucket
from morrow.search.index import Item, add, remove
from morrow.store import bucket_values
from morrow.writing.change import Effect, EntryChange

_NOT_INDEXED = frozenset({DREAMS})


async def store_entries(
    connection: AsyncConnection, before: Document, after: Document, *, changes: Sequence[EntryChange], now: datetime
) -> None:
    """Write what became of the entries between two versions of a document."""
    old = {entry.id: entry for entry in before.entries}
    added = [entry for entry in after.entries if entry.id not in old]
    changed = [entry for entry in after.entries if entry.id in old and _row(entry) != _row(old[entry.id])]
    retired = [change for change in changes if change.effect is Effect.RETIRED]
    where = bucket_values(after.bucket)
    if added:
        rows = [{**_row(entry), "document": after.id, "first_seen": entry.first_seen, **where} for entry in added]
        await connection.execute(insert(table.entry), rows)
    if changed:
        await _update_entries(connection, changed)
    if retired:
        await _retire_entries(connection, retired, now)
    await _add_sources(connection, after, old)
    await _index(connection, after, [*added, *_reworded(changed, old)], [change.entry for change in retired])


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
        .values({column: bindparam(f"new_{column}") for column in columns}),
        rows,
    )


async def _retire_entries(connection: AsyncConnection, retired: Sequence[EntryChange], now: datetime) -> None:
    await connection.execute(
        update(table.entry)
        .where(table.entry.c.id == bindparam("retired_id"))
        .values(retired_at=bindparam("when"), retired_by=bindparam("successor")),
        [{"retired_id": change.entry, "when": now, "successor": change.by} for change in retired],
    )


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
