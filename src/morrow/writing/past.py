"""Reads a document's past: its revisions, its text and its entries at any version. Changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Document, Entry
from morrow.documents.revisions import Delta, apply_delta
from morrow.documents.shelf import load_entries
from morrow.errors import NotFound
from morrow.writing.change import Effect, EntryChange, decode_changes
from morrow.writing.commit import WHOLE_EVERY


@dataclass(frozen=True, slots=True)
class Revision:
    """One committed state of a document: who made it from which, why, and what happened to its entries.

    `redacted_at` is when something in it was forgotten: its text is given out without that.
    """

    id: str
    document: str
    version: int
    parent_hash: str
    hash: str
    author: str
    actor: str
    reason: str
    run: str | None
    at: datetime
    redacted_at: datetime | None
    changes: tuple[EntryChange, ...]


async def history(
    connection: AsyncConnection, document: str, *, limit: int | None = 100, after: int = 0, entry: str | None = None
) -> list[Revision]:
    """Return a document's revisions behind version `after`, the newest first; with `entry`, those that touched it."""
    c = table.revision.c
    statement = _revisions().where(c.document == document, c.version > after)
    if entry is not None:
        statement = statement.where(c.operations.contains(entry, autoescape=True))
    rows = await connection.execute(statement.order_by(c.version.desc()).limit(limit))
    return [_revision(row) for row in rows]


async def revision_at(connection: AsyncConnection, document: str, version: int) -> Revision:
    """Return the revision that made `version`. Raises NotFound for one that never was."""
    c = table.revision.c
    found = await connection.execute(_revisions().where(c.document == document, c.version == version))
    row = found.one_or_none()
    if row is None:
        raise NotFound(f"version {version}: the document has no such version; its history lists those it has")
    return _revision(row)


async def find_revision(connection: AsyncConnection, revision: str) -> Revision:
    """Return the revision of that id. Raises NotFound."""
    row = (await connection.execute(_revisions().where(table.revision.c.id == revision))).one_or_none()
    if row is None:
        raise NotFound(f"revision {revision!r}: there is no such revision")
    return _revision(row)


async def revisions_of_run(connection: AsyncConnection, run: str) -> list[Revision]:
    """Return what a run wrote, the newest first; of what the connection may see."""
    c = table.revision.c
    rows = await connection.execute(_revisions().where(c.run == run).order_by(c.document, c.version.desc()))
    return [_revision(row) for row in rows]


async def text_at(connection: AsyncConnection, document: str, version: int) -> str:
    """Return a document's text at `version` (0: empty, before the first).

    What was forgotten is left out of it. Raises NotFound for a version that never was, or of which nothing is kept.
    """
    if version == 0:
        return ""
    c = table.revision.c
    rows = (
        await connection.execute(
            select(c.version, c.whole, c.delta, c.redacted_at)
            .where(c.document == document, c.version <= version)
            .order_by(c.version.desc())
            .limit(WHOLE_EVERY)
        )
    ).all()
    if not rows or rows[0].version != version:
        raise NotFound(f"version {version}: the document has no such version; its history lists those it has")
    if rows[0].whole is None and rows[0].delta is None:
        raise NotFound(f"version {version}: something in it was forgotten, so its text is not given out any more")
    return _replayed(rows)


async def entries_at(connection: AsyncConnection, present: Document, version: int) -> tuple[Entry, ...]:
    """Return the entries that stood in a document at `version`, with the texts they had then."""
    stood = {entry.id: (entry.section, entry.text) for entry in present.entries}
    for revision in await history(connection, present.id, limit=None, after=version):
        for change in reversed(revision.changes):
            if change.effect is Effect.ADDED:
                stood.pop(change.entry, None)
            else:
                stood[change.entry] = (change.section, change.before)
    rows = await load_entries(connection, list(stood))
    return tuple(replace(row, section=stood[row.id][0], text=stood[row.id][1]) for row in rows)


def _replayed(rows: Sequence[Any]) -> str:
    """Return the text that the deltas make, given newest first down to the last whole text or the first version."""
    deltas: list[Delta] = []
    text = ""
    for row in rows:
        if row.whole is not None:
            text = str(row.whole)
            break
        deltas.append(Delta.decode(row.delta))
    for delta in reversed(deltas):
        text = apply_delta(text, delta)
    return text


def _revisions() -> Any:
    c = table.revision.c
    return select(
        c.id, c.document, c.version, c.parent_hash, c.hash, c.author, c.actor, c.reason, c.run, c.at, c.redacted_at,
        c.operations,
    )  # fmt: skip


def _revision(row: Row[Any]) -> Revision:
    return Revision(
        id=row.id,
        document=row.document,
        version=row.version,
        parent_hash=row.parent_hash,
        hash=row.hash,
        author=row.author,
        actor=row.actor,
        reason=row.reason,
        run=row.run,
        at=row.at,
        redacted_at=row.redacted_at,
        changes=decode_changes(row.operations),
    )
