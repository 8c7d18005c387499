"""Forgets an entry in one bucket: it, the notes it was made of, their words in messages, history and inbox, for good.

What lies above this floor (reports, summaries) is told the same words by the caller, in the same transaction.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.forgetting import Cut, Said, cut_messages
from morrow.documents import table
from morrow.documents.entries import Author, Source, body_of
from morrow.documents.forgetting import MARK, Forgotten
from morrow.documents.names import DREAMS, is_daily_note
from morrow.owners import Bucket
from morrow.recall.table import recall_event
from morrow.roster.answers import blank_answers
from morrow.search.index import purge
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets
from morrow.writing.audit import Act, Action, append
from morrow.writing.change import By
from morrow.writing.forgetting import TakenOut, take_out
from morrow.writing.past import history
from morrow.writing.table import forgetting
from morrow.writing.tombstones import lay


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a forgetting did, in numbers and names, without a word of what was forgotten.

    `removed` counts by kind: entries, documents, revisions, proposals, messages, reports, summaries. `kept` are
    messages that still hold the words: those that were to stay, and those of a group. `related` are entries made of
    the same messages that say something else; whoever wants them gone names them.
    """

    id: str
    entry: str
    forgotten_at: datetime
    actor: str
    removed: Mapping[str, int] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()

    def with_removed(self, **counts: int) -> "Receipt":
        """Return the receipt with more counts in it."""
        return replace(self, removed={**self.removed, **counts})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be forgotten: an entry's id (or a proposal's), its words, and the messages they come from."""

    subject: str
    texts: tuple[str, ...]
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A forgetting under way: the words, for those who hold them elsewhere, and the receipt so far."""

    words: Forgotten
    receipt: Receipt
    conversations: tuple[str, ...]


async def find_receipt(connection: AsyncConnection, bucket: Bucket, subject: str) -> Receipt | None:
    """Return the receipt of the forgetting of `subject`, if it was forgotten in `bucket`."""
    c = forgetting.c
    found = await connection.execute(
        select(forgetting).where(*in_bucket(forgetting, bucket), c.subject == subject).order_by(c.at).limit(1)
    )
    row = found.one_or_none()
    return None if row is None else _receipt(row)


async def forget(
    connection: AsyncConnection, bucket: Bucket, wanted: Wanted, *, actor: str, keep_messages: bool, now: datetime
) -> Forgetting:
    """Take `wanted` out of documents, their past, proposals, messages and index, and lay a tombstone for its words."""
    await hold_buckets(connection, [bucket])
    found = await _closure(connection, bucket, wanted)
    words = Forgotten.of(found.texts)
    by = By(Author.PERSON, actor, "forgotten")
    taken = await take_out(connection, bucket, words, found.entries, by=by, now=now)
    sources = {source.message for source in wanted.sources if source.message}
    cut = Cut(words.pieces, partial(words.cut, mark=MARK), partial(words.cut_excerpt, mark=MARK))
    said = await cut_messages(connection, bucket, cut, sources, keep=keep_messages)
    await _forget_recalls(connection, bucket, [*found.entries, *said.hidden])
    await blank_answers(connection)
    await purge(connection)
    await lay(connection, bucket, words.texts, now=now)
    await append(connection, bucket, Act(actor, Action.FORGET, wanted.subject), now=now)
    receipt = _new_receipt(wanted, taken, said, found.related, actor=actor, now=now)
    return Forgetting(words, receipt, said.conversations)


async def keep_receipt(connection: AsyncConnection, bucket: Bucket, receipt: Receipt) -> None:
    """Store a receipt, when all that it tells of is done."""
    told = {
        "removed": receipt.removed, "kept": receipt.kept, "related": receipt.related, "documents": receipt.documents,
    }  # fmt: skip
    await connection.execute(
        insert(forgetting).values(
            id=receipt.id, subject=receipt.entry, actor=receipt.actor, at=receipt.forgotten_at,
            receipt=json.dumps(told), **bucket_values(bucket),
        )
    )  # fmt: skip


async def words_of_entry(connection: AsyncConnection, bucket: Bucket, entry: str, sources: Sequence[Source]) -> Wanted:
    """Return what forgetting an entry of `bucket` means: its words at all times, and those it was made of."""
    e = table.entry.c
    found = await connection.execute(select(e.text, e.document).where(*in_bucket(table.entry, bucket), e.id == entry))
    row = found.one()
    texts = {row.text, *(source.quote for source in sources)}
    for revision in await history(connection, row.document, limit=None, entry=entry):
        texts |= {
            text for change in revision.changes if change.entry == entry for text in (change.before, change.after)
        }
    return Wanted(entry, tuple(sorted(text for text in texts if text.strip())), tuple(sources))


@dataclass(frozen=True, slots=True)
class _Closure:
    texts: tuple[str, ...]
    entries: tuple[str, ...]
    related: tuple[str, ...]


async def _closure(connection: AsyncConnection, bucket: Bucket, wanted: Wanted) -> _Closure:
    """Return the entries that say the same, the note lines it was made of, and those that only share a message."""
    e, d, s = table.entry.c, table.document.c, table.entry_source.c
    quoted = {(source.message, source.quote) for source in wanted.sources if source.message}
    rows = await connection.execute(
        select(s.entry, s.message, s.quote).where(
            *in_bucket(table.entry_source, bucket), s.message.in_({message for message, _ in quoted})
        )
    )
    sharing: dict[str, bool] = {}
    for entry, message, quote in rows:
        sharing[entry] = sharing.get(entry, False) or (message, quote) in quoted
    words = Forgotten.of(wanted.texts)
    said, related = {wanted.subject: ""}, []
    found = await connection.execute(
        select(e.id, e.text, e.retired_at, d.name)
        .join(table.document, d.id == e.document)
        .where(*in_bucket(table.entry, bucket), d.name != DREAMS)
    )
    for row in found:
        is_its_note = sharing.get(row.id, False) and is_daily_note(row.name) is not None
        if row.id == wanted.subject or is_its_note or words.says(row.text):
            said[row.id] = row.text
        elif row.id in sharing and row.retired_at is None:
            related.append(row.id)
    bodies = [body_of(text) for text in (*wanted.texts, *said.values()) if text.strip()]
    return _Closure(tuple(dict.fromkeys(bodies)), tuple(said), tuple(related))


async def _forget_recalls(connection: AsyncConnection, bucket: Bucket, refs: Sequence[str]) -> None:
    for start in range(0, len(refs), 500):
        some = recall_event.c.ref.in_(refs[start : start + 500])
        await connection.execute(delete(recall_event).where(*in_bucket(recall_event, bucket), some))


def _new_receipt(
    wanted: Wanted, taken: TakenOut, said: Said, related: tuple[str, ...], *, actor: str, now: datetime
) -> Receipt:
    removed = {
        "entries": len(taken.entries),
        "documents": len(taken.documents),
        "revisions": taken.revisions,
        "proposals": taken.proposals,
        "messages": len(said.cut),
    }
    kept = (*said.hidden, *said.elsewhere)
    return Receipt(new_id(now), wanted.subject, now, actor, removed, kept, related, taken.documents)


def _receipt(row: Any) -> Receipt:
    told = json.loads(row.receipt)
    kept, related, documents = (tuple(told[name]) for name in ("kept", "related", "documents"))
    return Receipt(row.id, row.subject, row.at, row.actor, told["removed"], kept, related, documents)
