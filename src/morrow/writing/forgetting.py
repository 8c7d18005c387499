"""Takes forgotten words out of one bucket's documents and out of their past: revisions, retired entries, proposals.

What is done is told, the words are not: revisions keep their hashes and their places in the chain.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Add, Document, Operation, Replace, Retire
from morrow.documents.forgetting import MARK, Forgotten
from morrow.documents.gates.rewriting import mapped
from morrow.documents.names import DREAMS, SOUL, is_structured
from morrow.documents.revisions import Delta, apply_delta, make_delta
from morrow.documents.shelf import list_documents, load_plain, with_entries
from morrow.owners import Bucket
from morrow.store import in_bucket
from morrow.writing.change import By, Change, EntryChange, Rewrite, decode_changes, encode_changes
from morrow.writing.codec import decode_operation, encode_operation
from morrow.writing.commit import WHOLE_EVERY, commit
from morrow.writing.proposals import Standing
from morrow.writing.table import proposal

FORGOTTEN = "forgotten"
_SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class TakenOut:
    """How much was taken out of one bucket; `entries` are the ids of those that are gone, or had been before."""

    entries: tuple[str, ...]
    documents: tuple[str, ...]
    revisions: int
    proposals: int


async def take_out(
    connection: AsyncConnection, bucket: Bucket, words: Forgotten, entries: Collection[str], *, by: By, now: datetime
) -> TakenOut:
    """Retire `entries`, cut the words out of what else holds them, and redact the past; the caller holds the bucket."""
    places = await _documents_of(connection, entries)
    changed = [
        document.name
        for document in await list_documents(connection, bucket)
        if (document.id in places or words.stands_in(document.text))
        and await _take_out(connection, document, words, set(entries), by=by, now=now)
    ]
    revisions = await _redact_past(connection, bucket, words, now)
    await _redact_entries(connection, bucket, words, entries)
    proposals = await _redact_proposals(connection, bucket, words, now)
    return TakenOut(tuple(entries), tuple(changed), revisions, proposals)


async def _documents_of(connection: AsyncConnection, entries: Collection[str]) -> set[str]:
    found = await connection.execute(select(table.entry.c.document).where(table.entry.c.id.in_(entries)).distinct())
    return set(found.scalars())


async def _take_out(
    connection: AsyncConnection, found: Document, words: Forgotten, entries: set[str], *, by: By, now: datetime
) -> bool:
    """Write a document without the words, if it holds them, and return whether it did."""
    is_told = found.name == DREAMS  # the diary says that something was dreamt, and no longer what
    document = await with_entries(connection, found)
    gone = () if is_told else tuple(Retire(one.id, FORGOTTEN) for one in document.entries if one.id in entries)
    cut = () if is_told else tuple(_cut(document, words, entries))
    if gone or cut:
        await commit(connection, [Change(found.bucket, found.name, (*cut, *gone))], by=by, now=now)
    left = await load_plain(connection, found.bucket, found.name) if gone or cut else found
    text = left.text if left else ""
    clean = words.cut(text, MARK if is_told else "")
    if clean != text:
        await commit(connection, [Rewrite(found.bucket, found.name, clean)], by=by, now=now)
    return bool(gone or cut) or clean != text


def _cut(document: Document, words: Forgotten, entries: set[str]) -> list[Operation]:
    """Return how entries that hold the words beside others lose them."""
    texts = [(one, words.cut(one.text)) for one in document.entries if one.id not in entries]
    return [Replace(one.id, " ".join(clean.split())) for one, clean in texts if clean != one.text and clean.strip()]


async def _redact_past(connection: AsyncConnection, bucket: Bucket, words: Forgotten, now: datetime) -> int:
    """Write every document's past again without the words, and return how many revisions held them."""
    c = table.revision.c
    holding = or_(*(column.contains(piece, autoescape=True) for column, piece in _looked_for(words)))
    found = select(c.document).where(*in_bucket(table.revision, bucket), holding).distinct()
    documents = list((await connection.execute(found)).scalars())
    return sum([await _redact_document(connection, document, words, now) for document in documents])


def _looked_for(words: Forgotten) -> list[tuple[Any, str]]:
    c = table.revision.c
    plain = [(column, piece) for column in (c.whole, c.delta) for piece in words.pieces]
    return plain + [(c.operations, json.dumps(piece, ensure_ascii=False)[1:-1]) for piece in words.pieces]


async def _redact_document(connection: AsyncConnection, document: str, words: Forgotten, now: datetime) -> int:
    c, d = table.revision.c, table.document.c
    name = (await connection.execute(select(d.name).where(d.id == document))).scalar_one()
    rows = await connection.execute(
        select(c.id, c.version, c.whole, c.delta, c.operations, c.redacted_at)
        .where(c.document == document)
        .order_by(c.version)
    )
    true, kept, is_redacting = "", "", False  # a version's text as it is stored now, and as it will be
    written: list[dict[str, Any]] = []
    redacted = 0
    for row in rows.all():
        true = str(row.whole) if row.whole is not None else apply_delta(true, Delta.decode(row.delta or "0:0:"))
        clean, operations = _clean(true, name, words), _clean_changes(row.operations, words)
        is_changed = clean != true or operations != row.operations
        redacted += is_changed
        is_redacting = is_redacting or is_changed
        if is_redacting:
            written.append(_stored(row, kept, clean, operations, now if is_changed else row.redacted_at))
        kept = clean
    if written:
        columns = ("whole", "delta", "operations", "redacted_at")
        statement = update(table.revision).where(c.id == bindparam("which"))
        await connection.execute(statement.values({name: bindparam(f"new_{name}") for name in columns}), written)
    return redacted


def _clean(text: str, name: str, words: Forgotten) -> str:
    if not words.stands_in(text):
        return text
    return words.cut(text, MARK) if name == DREAMS else words.cut_entries(text, structured=is_structured(name))


def _clean_changes(encoded: str, words: Forgotten) -> str:
    changes = decode_changes(encoded)
    clean = tuple(_clean_change(change, words) for change in changes)
    return encoded if clean == changes else encode_changes(clean)


def _clean_change(change: EntryChange, words: Forgotten) -> EntryChange:
    return replace(change, before=words.left(change.before), after=words.left(change.after))


def _stored(row: Any, before: str, text: str, operations: str, redacted_at: datetime | None) -> dict[str, Any]:
    is_whole = row.version % WHOLE_EVERY == 1
    return {
        "which": row.id,
        "new_whole": text if is_whole else None,
        "new_delta": None if is_whole else make_delta(before, text).encode(),
        "new_operations": operations,
        "new_redacted_at": redacted_at,
    }


async def _redact_entries(
    connection: AsyncConnection, bucket: Bucket, words: Forgotten, entries: Collection[str]
) -> None:
    """Empty the rows of forgotten entries, and cut the words out of the quotations and reasons of all others."""
    e, s = table.entry.c, table.entry_source.c
    gone = sorted(entries)
    for start in range(0, len(gone), 500):
        some = gone[start : start + 500]
        await connection.execute(update(table.entry).where(e.id.in_(some)).values(text="", retired_reason=FORGOTTEN))
        await connection.execute(delete(table.entry_source).where(s.entry.in_(some)))
    quotes = await connection.execute(
        select(s.n, s.quote).where(*in_bucket(table.entry_source, bucket), _any(s.quote, words))
    )
    for row in quotes.all():
        clean = words.cut(row.quote, MARK)
        await connection.execute(update(table.entry_source).where(s.n == row.n).values(quote=clean))
    retired = await connection.execute(
        select(e.id, e.text, e.retired_reason).where(
            *in_bucket(table.entry, bucket), e.retired_at.is_not(None),
            or_(_any(e.text, words), _any(e.retired_reason, words)),
        )
    )  # fmt: skip
    for entry, text, reason in retired.all():
        cut = {"text": words.cut(text, MARK), "retired_reason": words.cut(reason or "", MARK)}
        await connection.execute(update(table.entry).where(e.id == entry).values(cut))


def _any(column: Any, words: Forgotten) -> Any:
    return or_(*(column.contains(piece, autoescape=True) for piece in words.pieces))


async def redact_grown(connection: AsyncConnection, agent: str, words: Forgotten, *, now: datetime) -> int:
    """Take the words out of what is proposed for an agent's SOUL.md, which may be made of one owner's memory."""
    return await _redact_proposals(connection, Bucket.team(agent), words, now, proposal.c.document == SOUL)


async def drop_grown(connection: AsyncConnection, agent: str) -> int:
    """Delete what was proposed for an agent's SOUL.md and not taken, and return how much that was."""
    c = proposal.c
    mine = (*in_bucket(proposal, Bucket.team(agent)), c.document == SOUL, c.revision.is_(None))
    return (await connection.execute(delete(proposal).where(*mine))).rowcount


async def _redact_proposals(
    connection: AsyncConnection, bucket: Bucket, words: Forgotten, now: datetime, *some: ColumnElement[bool]
) -> int:
    """Withdraw what waits with the words in it, take the words out of all proposals, and return how many held them."""
    c = proposal.c
    rows = await connection.execute(
        select(c.id, c.operation, c.before, c.detail, c.status).where(*in_bucket(proposal, bucket), *some)
    )
    redacted = 0
    for row in rows.all():
        operation = decode_operation(row.operation)
        clean, before, detail = _clean_operation(operation, words), words.left(row.before), words.cut(row.detail)
        if (clean, before, detail) == (operation, row.before, row.detail):
            continue
        values: dict[str, Any] = {"operation": encode_operation(clean), "before": before, "detail": detail}
        if row.status == Standing.OPEN:
            values |= {"status": Standing.WITHDRAWN, "settled_at": now, "settled_by": _SYSTEM}
        await connection.execute(update(proposal).where(c.id == row.id).values(values))
        redacted += 1
    return redacted


def _clean_operation(operation: Operation, words: Forgotten) -> Operation:
    clean = mapped(operation, lambda text: words.cut(text, MARK))
    if isinstance(operation, Add | Replace) and isinstance(clean, Add | Replace):
        return replace(clean, text=words.left(operation.text))
    return clean
