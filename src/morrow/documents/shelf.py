"""Reads documents from their rows, each entry with what is known about it. Writing them is `writing`'s alone.

A deleted document keeps its row and versions; only what brings it back, or tells its past, asks for it.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Author, Document, Entry, EntryKind, Origin, Source
from morrow.documents.matching import located
from morrow.documents.names import is_structured
from morrow.documents.parse import parse
from morrow.owners import Bucket, Scope
from morrow.store import in_bucket


async def load(connection: AsyncConnection, bucket: Bucket, name: str) -> Document | None:
    """Return the bucket's document of that exact name with its entries in order, or None."""
    found = await load_plain(connection, bucket, name)
    return None if found is None else await with_entries(connection, found)


async def load_even_deleted(connection: AsyncConnection, bucket: Bucket, name: str) -> Document | None:
    """Return what `load` does, or the deleted document of that name, which is empty and goes on at its version."""
    statement = _documents().where(*in_bucket(table.document, bucket), table.document.c.name == name)
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else await with_entries(connection, _document(row))


async def load_plain(connection: AsyncConnection, bucket: Bucket, name: str) -> Document | None:
    """Return the bucket's document of that exact name without its entries, or None."""
    c = table.document.c
    statement = _documents().where(*in_bucket(table.document, bucket), c.name == name, c.deleted_at.is_(None))
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else _document(row)


async def load_by_id(connection: AsyncConnection, document: str) -> Document | None:
    """Return the document of that id with its entries, or None."""
    row = (await connection.execute(_documents().where(table.document.c.id == document))).one_or_none()
    return None if row is None else await with_entries(connection, _document(row))


async def list_documents(
    connection: AsyncConnection, *buckets: Bucket, prefix: str = "", names: Sequence[str] | None = None
) -> list[Document]:
    """Return the documents of `buckets` without entries, by sort order, then name."""
    c = table.document.c
    found: list[Document] = []
    for bucket in buckets:
        statement = _documents().where(*in_bucket(table.document, bucket), c.deleted_at.is_(None))
        if prefix:
            statement = statement.where(c.name.startswith(prefix, autoescape=True))
        if names is not None:
            statement = statement.where(c.name.in_(names))
        found += [_document(row) for row in await connection.execute(statement)]
    return sorted(found, key=lambda document: (document.sort_order, document.name, document.bucket.scope))


async def with_entries(connection: AsyncConnection, document: Document) -> Document:
    """Return `document` with its entries, in the order and at the lines of its text."""
    c = table.entry.c
    rows = (
        await connection.execute(
            select(table.entry).where(c.document == document.id, c.retired_at.is_(None)).order_by(c.id)
        )
    ).all()
    sources = await sources_of(connection, [row.id for row in rows])
    known = tuple(_entry(row, tuple(sources.get(row.id, ()))) for row in rows)
    parsed = parse(document.text, structured=is_structured(document.name))
    return Document(
        id=document.id,
        bucket=document.bucket,
        name=document.name,
        text=document.text,
        version=document.version,
        enabled=document.enabled,
        sort_order=document.sort_order,
        updated_at=document.updated_at,
        entries=located(known, parsed),
    )


async def load_entries(connection: AsyncConnection, entries: Sequence[str]) -> list[Entry]:
    """Return the entries of these ids as their rows have them, retired ones included; their lines are unknown (0)."""
    rows: list[Row[Any]] = []
    for start in range(0, len(entries), 500):
        wanted = table.entry.c.id.in_(entries[start : start + 500])
        rows += (await connection.execute(select(table.entry).where(wanted))).all()
    sources = await sources_of(connection, [row.id for row in rows])
    return [_entry(row, tuple(sources.get(row.id, ()))) for row in rows]


async def sources_of(connection: AsyncConnection, entries: Sequence[str]) -> dict[str, list[Source]]:
    """Return the sources of each of `entries`, the oldest first."""
    c = table.entry_source.c
    found: dict[str, list[Source]] = defaultdict(list)
    for start in range(0, len(entries), 500):  # an engine takes only so many values at once
        rows = await connection.execute(
            select(c.entry, c.conversation, c.message, c.quote, c.said_at, c.speaker)
            .where(c.entry.in_(entries[start : start + 500]))
            .order_by(c.n)
        )
        for entry, *source in rows:
            found[entry].append(Source(*source))
    return found


def _documents() -> Any:
    c = table.document.c
    return select(c.id, c.agent, c.scope, c.owner, c.name, c.text, c.version, c.enabled, c.sort_order, c.updated_at)


def _document(row: Row[Any]) -> Document:
    return Document(
        id=row.id,
        bucket=Bucket(row.agent, Scope(row.scope), row.owner),
        name=row.name,
        text=row.text,
        version=row.version,
        enabled=row.enabled,
        sort_order=row.sort_order,
        updated_at=row.updated_at,
    )


def _entry(row: Row[Any], sources: tuple[Source, ...]) -> Entry:
    return Entry(
        id=row.id,
        section=row.section,
        kind=EntryKind(row.kind),
        text=row.text,
        line=0,
        author=Author(row.author),
        origin=Origin(row.origin),
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        sources=sources,
        pinned=row.pinned,
        confirmed_at=row.confirmed_at,
        supersedes=row.supersedes,
    )
