"""Reads a document's past: its revisions, and its text at any version."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.revisions import Delta, apply_delta
from morrow.errors import NotFound
from morrow.writing.change import EntryChange, decode_changes
from morrow.writing.commit import WHOLE_EVERY


@dataclass(frozen=True, slots=True)
class Revision:
    """One committed state of a document: who made it from which, why, and what happened to its entries."""

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
    changes: tuple[EntryChange, ...]


async def history(connection: AsyncConnection, document: str, *, limit: int = 100) -> list[Revision]:
    """Return a document's revisions, the newest first."""
    c = table.revision.c
    rows = await connection.execute(
        select(
            c.id, c.document, c.version, c.parent_hash, c.hash, c.author, c.actor, c.reason, c.run, c.at, c.operations
        )
        .where(c.document == document)
        .order_by(c.version.desc())
        .limit(limit)
    )
    return [Revision(*row[:10], changes=decode_changes(row[10])) for row in rows]


async def text_at(connection: AsyncConnection, document: str, version: int) -> str:
    """Return a document's text at `version` (0: empty, before the first). Raises NotFound for one that never was."""
    if version == 0:
        return ""
    c = table.revision.c
    rows = (
        await connection.execute(
            select(c.version, c.whole, c.delta)
            .where(c.document == document, c.version <= version)
            .order_by(c.version.desc())
            .limit(WHOLE_EVERY)
        )
    ).all()
    if not rows or rows[0].version != version:
        raise NotFound(f"version {version}: the document has no such version")
    deltas = []
    for row in rows:
        if row.whole is not None:
            text = str(row.whole)
            break
        deltas.append(Delta.decode(row.delta))
    else:
        text = ""
    for delta in reversed(deltas):
        text = apply_delta(text, delta)
    return text
