"""The one place that writes documents: text, revision, entries, sources and index, in the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Add, Document, Entry, Operation, Retire
from morrow.documents.names import check_name, is_structured
from morrow.documents.operations import Applied, apply, rewrite
from morrow.documents.revisions import hash_of, make_delta
from morrow.documents.shelf import load_even_deleted
from morrow.owners import Bucket
from morrow.store import bucket_values, touch
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets
from morrow.writing.audit import Act, Action, append, revision_detail
from morrow.writing.change import By, Change, Committed, Effect, EntryChange, Rewrite, encode_changes
from morrow.writing.entry_rows import BY_HAND, Step, store_entries
from morrow.writing.seeding import order_of

WHOLE_EVERY = 50  # revisions between two whole texts: bounds how many deltas a reading of the past applies


async def commit(
    connection: AsyncConnection, changes: Sequence[Change | Rewrite], *, by: By, now: datetime
) -> list[Committed]:
    """Write `changes` and return each document as it is then, in the same order.

    A change that leaves a text as it was writes nothing. Raises FileNotAllowed for a name that is none.
    """
    await hold_buckets(connection, {change.bucket for change in changes})
    return [await _commit_one(connection, change, by=by, now=now) for change in changes]


async def delete(connection: AsyncConnection, document: Document, *, by: By, now: datetime) -> None:
    """Take a document away: its entries retire in a last version, and it stands nowhere until one is brought back."""
    await commit(connection, [Rewrite(document.bucket, document.name, "")], by=by, now=now)
    await connection.execute(update(table.document).where(table.document.c.id == document.id).values(deleted_at=now))
    touch(connection, document.bucket, document.name)


async def _commit_one(connection: AsyncConnection, change: Change | Rewrite, *, by: By, now: datetime) -> Committed:
    name = check_name(change.name)
    found = await load_even_deleted(connection, change.bucket, name)
    before = found or _blank(change.bucket, name, now)
    applied = _apply(before, change, by=by, now=now)
    if applied.text == before.text and found is not None and applied.entries == before.entries:
        return Committed(before, before.text, (), None)
    if found is None:
        await _insert_document(connection, before, applied.text, now)
    kept_old = _superseded(before, applied, change, now)
    after = _moved_on(before, _with_links(applied, kept_old), now)
    retirements = _retirements(change, before, applied)
    changes = tuple(_compare(before.entries, applied.entries, retirements))
    revision = None
    if found is None or applied.text != before.text:
        revision = await _write_revision(connection, before, after, changes=changes, by=by, now=now)
        touch(connection, after.bucket, after.name)
    hand = BY_HAND if by.author.is_person else ""
    reasons = {entry: hand + retirement.reason for entry, retirement in retirements.items()}
    known = change.known or () if isinstance(change, Rewrite) else ()
    step = Step(before, after, changes, reasons=reasons, otherwise=hand + by.reason, superseded=kept_old, known=known)
    await store_entries(connection, step, now=now)
    return Committed(after, before.text, changes, revision)


def _apply(before: Document, change: Change | Rewrite, *, by: By, now: datetime) -> Applied:
    make_id = partial(new_id, now)
    if isinstance(change, Rewrite) and change.known is not None:
        return _apply_known(before, change, change.known, by=by, now=now)
    if isinstance(change, Rewrite):
        return rewrite(
            before.text, before.entries, change.text, author=by.author, origin=by.origin, now=now, new_id=make_id,
            structured=is_structured(before.name),
        )  # fmt: skip
    start = before.text if before.text.strip() else change.first_text
    known = {entry.id for entry in before.entries}
    operations = _linked([op for op in change.operations if getattr(op, "entry", None) in {None, *known}])
    applied = apply(
        start, before.entries, operations, author=by.author, now=now, new_id=make_id,
        structured=is_structured(before.name),
    )  # fmt: skip
    if change.exactly is None:
        return applied
    return rewrite(
        applied.text, applied.entries, change.exactly, author=by.author, origin=by.origin, now=now, new_id=make_id,
        structured=is_structured(before.name),
    )  # fmt: skip


def _linked(operations: Sequence[Operation]) -> list[Operation]:
    """Return the operations without the links to entries that none of them takes out: what stays is not superseded."""
    retired = {operation.entry for operation in operations if isinstance(operation, Retire)}
    return [
        replace(operation, supersedes=None)
        if isinstance(operation, Add) and operation.supersedes not in retired
        else operation
        for operation in operations
    ]


def _apply_known(before: Document, change: Rewrite, known: Sequence[Entry], *, by: By, now: datetime) -> Applied:
    """Return a text whose entries are known from the past; whose words differ from today's, its writer vouches for."""
    if change.text == before.text:
        return Applied(before.text, before.entries)
    applied = rewrite(
        before.text, known, change.text, author=by.author, origin=by.origin, now=now, new_id=partial(new_id, now),
        structured=is_structured(before.name),
    )  # fmt: skip
    today = {entry.id: entry.text for entry in before.entries}
    entries = [
        replace(entry, author=by.author) if today.get(entry.id, entry.text) != entry.text else entry
        for entry in applied.entries
    ]
    return Applied(applied.text, tuple(entries))


def _superseded(before: Document, applied: Applied, change: Change | Rewrite, now: datetime) -> dict[str, Entry]:
    """Return the corrected entries as they were, by the id of the entry that now says otherwise; each has a new id."""
    if isinstance(change, Rewrite) or not change.corrected:
        return {}
    texts = {entry.id: entry.text for entry in applied.entries if entry.id in change.corrected}
    old = [entry for entry in before.entries if texts.get(entry.id, entry.text) != entry.text]
    return {entry.id: replace(entry, id=new_id(now)) for entry in old}


def _with_links(applied: Applied, superseded: Mapping[str, Entry]) -> Applied:
    entries = [
        replace(entry, supersedes=superseded[entry.id].id) if entry.id in superseded else entry
        for entry in applied.entries
    ]
    return Applied(applied.text, tuple(entries))


def _blank(bucket: Bucket, name: str, now: datetime) -> Document:
    enabled, sort_order = order_of(name)
    return Document(
        id=new_id(now), bucket=bucket, name=name, text="", version=0, enabled=enabled, sort_order=sort_order,
        updated_at=now,
    )  # fmt: skip


def _moved_on(before: Document, applied: Applied, now: datetime) -> Document:
    grown = before.version + (applied.text != before.text or before.version == 0)
    return Document(
        id=before.id, bucket=before.bucket, name=before.name, text=applied.text, version=grown,
        enabled=before.enabled, sort_order=before.sort_order, updated_at=now, entries=applied.entries,
    )  # fmt: skip


def _retirements(change: Change | Rewrite, before: Document, applied: Applied) -> dict[str, Retire]:
    """Return the retirements by entry; one whose place a new entry takes names that one."""
    if isinstance(change, Rewrite):
        return {}
    known = {entry.id for entry in before.entries}
    heirs = {entry.supersedes: entry.id for entry in applied.entries if entry.id not in known}
    return {
        operation.entry: replace(operation, by=heirs.get(operation.entry, operation.by))
        for operation in change.operations
        if isinstance(operation, Retire)
    }


def _compare(before: Sequence[Entry], after: Sequence[Entry], retirements: dict[str, Retire]) -> Iterable[EntryChange]:
    old = {entry.id: entry for entry in before}
    new = {entry.id for entry in after}
    for entry in after:
        known = old.get(entry.id)
        if known is None:
            yield EntryChange(Effect.ADDED, entry.id, entry.section, "", entry.text)
        elif known.text != entry.text:
            yield EntryChange(Effect.CHANGED, entry.id, entry.section, known.text, entry.text)
        elif known.section != entry.section:
            yield EntryChange(Effect.MOVED, entry.id, entry.section, known.text, entry.text)
    for entry in before:
        if entry.id not in new:
            retirement = retirements.get(entry.id)
            by = retirement.by if retirement else None
            yield EntryChange(Effect.RETIRED, entry.id, entry.section, entry.text, "", by)


async def _insert_document(connection: AsyncConnection, made: Document, text: str, now: datetime) -> None:
    await connection.execute(
        insert(table.document).values(
            id=made.id, name=made.name, enabled=made.enabled, sort_order=made.sort_order, version=0, text=text,
            updated_at=now, **bucket_values(made.bucket),
        )
    )  # fmt: skip


async def _write_revision(
    connection: AsyncConnection, before: Document, after: Document, *, changes: tuple[EntryChange, ...], by: By,
    now: datetime,
) -> str:  # fmt: skip
    await connection.execute(
        update(table.document)
        .where(table.document.c.id == after.id)
        .values(text=after.text, version=after.version, updated_at=now, deleted_at=None)
    )
    revision = new_id(now)
    parent_hash = hash_of(before.text) if before.version else ""
    operations = encode_changes(changes)
    is_whole = after.version % WHOLE_EVERY == 1
    await connection.execute(
        insert(table.revision).values(
            id=revision,
            document=after.id,
            version=after.version,
            parent_hash=parent_hash,
            hash=hash_of(after.text),
            author=by.author,
            actor=by.actor,
            reason=by.reason,
            run=by.run,
            whole=after.text if is_whole else None,
            delta=None if is_whole else make_delta(before.text, after.text).encode(),
            operations=operations,
            at=now,
            **bucket_values(after.bucket),
        )
    )
    detail = revision_detail(parent_hash, hash_of(after.text), by.author, by.actor, by.reason, operations)
    await append(connection, after.bucket, Act(by.actor, Action.REVISION, revision, detail), now=now)
    return revision
