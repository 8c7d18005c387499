"""What somebody asks to keep, as changes: a line of MEMORY.md, a structured entry, one taken out. Writes nothing.

And what is kept under keys, recalled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Add, Document, Entry, Origin, Retire, Source
from morrow.documents.names import MEMORY
from morrow.documents.shelf import load
from morrow.documents.structured import TYPES, Section, find, read_section, structured_name, upsert
from morrow.documents.wording import as_item
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket, Principal
from morrow.search.question import find as find_in_index
from morrow.text.clean import clean
from morrow.text.language import language_of
from morrow.writing.change import Change

_LESSONS = {"en": "Recent Lessons", "zh": "近期心得"}
BEST_MATCHES = 6
TAKEN_OUT = "taken out by its key"


@dataclass(frozen=True, slots=True)
class Kept:
    """One structured entry: its type and key, what it says, where that came from and when, its id, and whose it is."""

    type: str
    key: str
    content: str
    source: str
    updated: date | None
    entry: str
    bucket: Bucket


def lesson(bucket: Bucket, text: str, *, sources: tuple[Source, ...] = (), origin: Origin = Origin.USER) -> Change:
    """Return the change that keeps `text` in MEMORY.md. Raises InvalidInput for a blank text."""
    told = clean(text).strip()
    if not told:
        raise InvalidInput("there is nothing to remember in an empty text; say what to keep")
    add = Add(_LESSONS[language_of(told)], as_item(told), sources, origin)
    return Change(bucket, MEMORY, (add,), "# MEMORY\n")


def structured_change(bucket: Bucket, kind: str, section: Section, present: Document | None) -> Change:
    """Return the change that makes a structured entry stand there: its key is new, or its text is."""
    entries = present.entries if present else ()
    return Change(bucket, structured_name(kind), (upsert(entries, section),))


def removal(bucket: Bucket, kind: str, key: str, present: Document | None) -> Change:
    """Return the change that takes the entry of that key out. Raises NotFound if there is none."""
    found = find(present.entries, key) if present else None
    if found is None:
        raise NotFound(f"{key!r}: there is no {kind} entry of that key; recall the entries to see their keys")
    return Change(bucket, structured_name(kind), (Retire(found.id, TAKEN_OUT),))


def types_named(kind: str | None) -> tuple[str, ...]:
    """Return the types that are meant: one, or all of them without a name. Raises InvalidInput for an unknown one."""
    if not kind:
        return TYPES
    structured_name(kind)
    return (kind,)


def read_kept(documents: Sequence[Document], *, key: str = "") -> list[Kept]:
    """Return the structured entries of `documents`, those of the first bucket first; with a `key`, its entries only."""
    return [
        _kept(document, entry)
        for document in documents
        for entry in (document.entries if not key else _of_key(document.entries, key))
    ]


def _of_key(entries: Sequence[Entry], key: str) -> tuple[Entry, ...]:
    found = find(entries, key)
    return () if found is None else (found,)


def _kept(document: Document, entry: Entry) -> Kept:
    section = read_section(entry.text)
    kind = document.name.rpartition("/")[2].removesuffix(".md")
    return Kept(kind, section.key, section.content, section.source, section.updated, entry.id, document.bucket)


async def recall_kept(
    connection: AsyncConnection, principal: Principal, *, kind: str = "", key: str = "", query: str = "", now: datetime
) -> list[Kept]:
    """Return the structured entries that `principal` may see: of a type, of a key, or the six best for a query.

    Of two with one key the owner's own is told. Raises InvalidInput for an unknown type.
    """
    names = [structured_name(one) for one in types_named(kind)]
    documents = [one for bucket in principal.buckets for name in names if (one := await load(connection, bucket, name))]
    kept = own_first(read_kept(documents, key=key))
    if not query.strip():
        return kept
    hits = await find_in_index(
        connection, principal, query, now=now, limit=BEST_MATCHES, kinds=("entry",), documents=names
    )
    by_id = {one.entry: one for one in kept}
    return [by_id[hit.ref] for hit in hits if hit.ref in by_id]


def own_first(found: Sequence[Kept]) -> list[Kept]:
    """Return the entries, which come with the owner's own first, without those whose key stands before them."""
    first: dict[tuple[str, str], Kept] = {}
    for one in found:
        first.setdefault((one.type, one.key.casefold()), one)
    return list(first.values())
