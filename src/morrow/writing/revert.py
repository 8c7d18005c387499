"""Works out how to take something back: what a document's text and entries are then. Writes nothing.

Restoring gives a document an old text as it was. Undoing takes one revision, or one entry's change of it, out of
today's text: a three-way merge in which the revision is the base, so whatever was changed since then stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Author, Document, Entry, Move, Operation, Replace, Retire
from morrow.documents.matching import located, text_key
from morrow.documents.merge import Conflict, merge
from morrow.documents.names import is_structured
from morrow.documents.operations import apply
from morrow.documents.parse import parse
from morrow.documents.shelf import load_entries
from morrow.errors import NotFound
from morrow.writing.change import Effect, EntryChange, Rewrite
from morrow.writing.past import Revision, entries_at, text_at


@dataclass(frozen=True, slots=True)
class Undo:
    """The text that a document gets, and the passages that stay because they were changed since."""

    rewrite: Rewrite
    kept: tuple[Conflict, ...] = ()


async def restore(connection: AsyncConnection, present: Document, version: int) -> Undo:
    """Return how `present` gets the text it had at `version`. Raises NotFound for no such version."""
    text = await text_at(connection, present.id, version)
    known = await entries_at(connection, present, version)
    return Undo(Rewrite(present.bucket, present.name, text, known))


async def undo_revision(connection: AsyncConnection, present: Document, revision: Revision) -> Undo:
    """Return how `present` loses what `revision` did."""
    before = await text_at(connection, present.id, revision.version - 1)
    after = await text_at(connection, present.id, revision.version)
    return await _undone(connection, present, before=before, after=after, changes=revision.changes)


async def undo_change(connection: AsyncConnection, present: Document, revision: Revision, entry: str) -> Undo:
    """Return how `present` loses what `revision` did to one entry. Raises NotFound if it did nothing to it.

    An entry that took the place of another and that other one are one change: the old one stands again.
    """
    changes = _with_replaced(revision, entry)
    if not changes:
        raise NotFound(f"version {revision.version} did nothing to entry {entry!r}; its history lists what it did")
    text = present.text
    conflicts: tuple[Conflict, ...] = ()
    for change in changes:
        before, after = await _around(connection, present, revision, change)
        merged = merge(after, before, text, is_structured(present.name))
        text, conflicts = merged.text, (*conflicts, *merged.conflicts)
    known = await _known(connection, present, changes)
    return Undo(Rewrite(present.bucket, present.name, text, known), conflicts)


def _with_replaced(revision: Revision, entry: str) -> tuple[EntryChange, ...]:
    """Return what a revision did to an entry; with it what was taken out for it, or what it was taken out for."""
    added = {change.entry for change in revision.changes if change.effect is Effect.ADDED}
    heirs = {c.entry: c.by for c in revision.changes if c.effect is Effect.RETIRED and c.by in added}
    heir = heirs.get(entry) or entry
    meant = {entry, heir, *(old for old, by in heirs.items() if by == heir)}
    found = [change for change in revision.changes if change.entry in meant]
    # The new one goes first: the place of the old one is free then.
    return tuple(sorted(found, key=lambda change: change.effect is Effect.RETIRED))


async def _around(
    connection: AsyncConnection, present: Document, revision: Revision, change: EntryChange
) -> tuple[str, str]:
    """Return the document's text without one change of a revision, and with it."""
    before = await text_at(connection, present.id, revision.version - 1)
    after = await text_at(connection, present.id, revision.version)
    if change.effect is Effect.RETIRED:
        stood = await entries_at(connection, present, revision.version - 1)
        return before, _applied(present, before, stood, Retire(change.entry, ""))
    stood = await entries_at(connection, present, revision.version)
    stood_before = await entries_at(connection, present, revision.version - 1)
    inverse = _inverse(change, located(stood_before, parse(before, is_structured(present.name))))
    return _applied(present, after, stood, inverse), after


def _inverse(change: EntryChange, stood: Sequence[Entry]) -> Operation:
    if change.effect is Effect.ADDED:
        return Retire(change.entry, "")
    if change.effect is Effect.CHANGED:
        return Replace(change.entry, change.before)
    sections = {entry.id: entry.section for entry in stood}
    return Move(change.entry, sections.get(change.entry, change.section))


def _applied(present: Document, text: str, entries: Sequence[Entry], operation: Operation) -> str:
    """Return the text after one operation; who made it, and when, does not matter to a text."""
    done = apply(
        text, entries, [operation], author=Author.PERSON, now=present.updated_at, new_id=str,
        structured=is_structured(present.name),
    )  # fmt: skip
    return done.text


async def _undone(
    connection: AsyncConnection, present: Document, *, before: str, after: str, changes: Sequence[EntryChange]
) -> Undo:
    merged = merge(after, before, present.text, is_structured(present.name))
    known = await _known(connection, present, changes)
    return Undo(Rewrite(present.bucket, present.name, merged.text, known), merged.conflicts)


async def _known(connection: AsyncConnection, present: Document, changes: Sequence[EntryChange]) -> tuple[Entry, ...]:
    """Return today's entries, with the texts they get back, and those that come back."""
    back = {c.entry: c for c in changes if c.effect is Effect.RETIRED}
    undone = {c.entry: c for c in changes if c.effect is Effect.CHANGED}
    today = [_as_before(entry, undone.get(entry.id)) for entry in present.entries]
    living = {entry.id for entry in today}
    rows = await load_entries(connection, [entry for entry in back if entry not in living])
    return (*today, *(replace(row, section=back[row.id].section, text=back[row.id].before) for row in rows))


def _as_before(entry: Entry, change: EntryChange | None) -> Entry:
    if change is None or text_key(entry.text) != text_key(change.after):
        return entry
    return replace(entry, text=change.before)
