"""Moves what no longer fits into a document's cap to its archive, in the transaction that made it too long."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.caps import cap
from morrow.documents.entries import Add
from morrow.documents.names import MEMORY, PROFILE
from morrow.settings import Settings
from morrow.writing.change import By, Change, Committed, Rewrite
from morrow.writing.commit import commit
from morrow.writing.entry_rows import name_heirs


def cap_of(name: str, settings: Settings) -> int:
    """Return how many characters an automated writer may leave in the document of that name; 0: as many as it likes."""
    return {PROFILE: settings.memory.profile_max_chars, MEMORY: settings.memory.memory_md_max_chars}.get(name, 0)


async def keep_under_cap(
    connection: AsyncConnection, done: Committed, *, by: By, settings: Settings, now: datetime
) -> Committed:
    """Return the document as it is under its cap; what fell off stands in `archive/<name>`, sources and all."""
    document = done.document
    archive = f"archive/{document.name}"
    capped = cap(document.text, document.entries, cap_of(document.name, settings), archive=archive)
    if not capped.fallen:
        return done
    moved = [Add(entry.section, entry.text, entry.sources, entry.origin) for entry in capped.fallen]
    why = replace(by, reason=f"{by.reason}; moved to {archive}, for {document.name} has a cap")
    changes = (
        Rewrite(document.bucket, document.name, capped.text),
        Change(document.bucket, archive, tuple(moved), f"# {document.name} archive\n"),
    )
    [cut, put] = await commit(connection, changes, by=why, now=now)
    places = {change.after: change.entry for change in put.changes}
    heirs = {entry.id: places[entry.text] for entry in capped.fallen if entry.text in places}
    await name_heirs(connection, heirs)
    return replace(cut, before=done.before, changes=(*done.changes, *cut.changes))
