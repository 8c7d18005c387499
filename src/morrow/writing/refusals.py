"""Finds what a person said no to in one document: rejected proposals, and entries taken out by hand. Judges nothing."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Add
from morrow.documents.gates.context import Rejection
from morrow.documents.gates.rejected import names_of
from morrow.documents.shelf import sources_of
from morrow.store import in_bucket
from morrow.writing.change import Change
from morrow.writing.entry_rows import BY_HAND
from morrow.writing.proposals import Standing, proposals_on


async def refusals(connection: AsyncConnection, change: Change) -> dict[str, Rejection]:
    """Return what a person rejected or took out of the document of `change`, by request, the last time each."""
    found = await _taken_out(connection, change)
    for rejected in await proposals_on(connection, change, Standing.REJECTED):
        at = rejected.settled_at or rejected.made_at
        found |= dict.fromkeys(names_of(rejected.operation), Rejection(at, rejected.before))
    return found


async def _taken_out(connection: AsyncConnection, change: Change) -> dict[str, Rejection]:
    e, d = table.entry.c, table.document.c
    found = await connection.execute(
        select(e.id, e.text, e.retired_at)
        .join(table.document, d.id == e.document)
        .where(*in_bucket(table.document, change.bucket), d.name == change.name)
        .where(e.retired_reason.startswith(BY_HAND, autoescape=True), e.retired_by.is_(None))
        .order_by(e.retired_at)
    )
    rows = found.all()
    sources = await sources_of(connection, [row.id for row in rows])
    taken: dict[str, Rejection] = {}
    for row in rows:
        added = Add("", row.text, tuple(sources.get(row.id, ())))
        taken |= dict.fromkeys(names_of(added), Rejection(row.retired_at, ""))
    return taken
