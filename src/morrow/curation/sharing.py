"""Gives one line of a person's own memory to everyone who uses the agent, because that person says so."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Add, Author, Document, Entry
from morrow.documents.names import MEMORY, PROFILE, is_structured
from morrow.documents.shelf import load, load_by_id
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.store import in_bucket
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets
from morrow.text.similarity import normalise
from morrow.writing.audit import Act, Action, append, digest
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose


@dataclass(frozen=True, slots=True)
class Shared:
    """What a sharing made: the entry in the shared document. `id` takes it back; empty if it stood there already."""

    id: str
    entry: str
    text: str
    document: str
    version: int


async def share(
    connection: AsyncConnection, wanted: str, own: Bucket, *, actor: str, settings: Settings, now: datetime
) -> Shared:
    """Write an entry of `own` into the shared memory of its agent too, and return what stands there.

    Only its words are shared: the messages that it rests on stay the person's. Raises NotFound, and InvalidInput for
    words that the gates turn away.
    """
    team = Bucket.team(own.agent)
    await hold_buckets(connection, [own, team])
    document, entry = await _own_entry(connection, wanted, own)
    name = document.name if is_structured(document.name) else MEMORY
    present = await load(connection, team, name)
    same = [one for one in present.entries if normalise(one.text) == normalise(entry.text)] if present else []
    if present is not None and same:
        return Shared("", same[0].id, same[0].body, name, present.version)
    run = new_id(now)
    by = By(Author.PERSON, actor, "shared", run=run)
    section = entry.section if document.name != PROFILE else ""
    text = entry.text if is_structured(name) else f"- {entry.body}"
    change = Change(team, name, (Add(section, text),), "" if is_structured(name) else f"# {PurePosixPath(name).stem}\n")
    [outcome] = await propose(connection, [change], by=by, words=Words(), settings=settings, now=now)
    if outcome.judged.turned_away:
        raise InvalidInput(f"this cannot be shared: {outcome.judged.turned_away[0].detail}")
    made = outcome.committed.changes[0]
    for bucket in (own, team):
        await append(connection, bucket, Act(actor, Action.SHARE, made.entry, digest(entry.id, run)), now=now)
    return Shared(run, made.entry, entry.body, name, outcome.committed.document.version)


async def _own_entry(connection: AsyncConnection, wanted: str, own: Bucket) -> tuple[Document, Entry]:
    c = table.entry.c
    found = select(c.document).where(*in_bucket(table.entry, own), c.id == wanted, c.retired_at.is_(None))
    place = (await connection.execute(found)).scalar_one_or_none()
    document = await load_by_id(connection, place) if place else None
    entry = next((one for one in document.entries if one.id == wanted), None) if document else None
    if document is None or entry is None:
        raise NotFound(f"{wanted!r}: no such entry of {own.owner}; `morrow search --json` lists their ids")
    return document, entry
