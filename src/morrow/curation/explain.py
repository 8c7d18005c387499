"""Answers why something is remembered: finds what is meant, and tells everything that is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import message
from morrow.documents.entries import Author, Origin, Source
from morrow.documents.names import check_name
from morrow.documents.shelf import load
from morrow.documents.table import entry_source
from morrow.errors import NotFound
from morrow.jobs.table import run as runs
from morrow.owners import Principal, Scope
from morrow.recall.table import recall_event
from morrow.writing.why import (
    Provenance,
    Quote,
    Replaced,
    Retirement,
    Step,
    entry_on_line,
    provenance,
    quotes_of,
)


@dataclass(frozen=True, slots=True)
class RunOf:
    """The run that wrote an entry's present words."""

    id: str
    kind: str
    status: str
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Why:
    """Why something is remembered, as far as anybody knows.

    `kind` is entry or message; for a message `quotes` is the message itself and `remembered` are the ids of the
    entries that rest on it. `author`, `actor`, `reason` and `run` are those of the present words. `replaced` are older
    entries whose place this one took. `score` are the parts of the score with which a dream promoted it, by name.
    """

    id: str
    kind: str
    text: str
    quotes: tuple[Quote, ...]
    scope: Scope
    owner: str
    document: str | None = None
    line: int | None = None
    section: str = ""
    author: Author | None = None
    origin: Origin | None = None
    actor: str = ""
    reason: str = ""
    run: RunOf | None = None
    history: tuple[Step, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    retirement: Retirement | None = None
    recalls: int = 0
    remembered: tuple[str, ...] = ()
    score: Mapping[str, float] = field(default_factory=dict)


async def explain(connection: AsyncConnection, principal: Principal, target: str) -> Why:
    """Return why `target` is remembered: an entry's or a message's id, or `MEMORY.md:7`.

    The connection sees what the principal may. Raises NotFound for what is not there, or not for this principal.
    """
    wanted = target.strip()
    name, colon, line = wanted.rpartition(":")
    if colon and line.isascii() and line.isdecimal() and name.casefold().endswith(".md"):
        wanted = await _id_on_line(connection, principal, name, int(line))
    known = await provenance(connection, wanted)
    if known is not None:
        return await _why_entry(connection, known)
    said = await _why_message(connection, wanted)
    if said is None:
        raise NotFound(f"{target!r}: give an entry's or a message's id, as recall lists them, or a line: MEMORY.md:7")
    return said


async def _id_on_line(connection: AsyncConnection, principal: Principal, name: str, line: int) -> str:
    wanted = check_name(name)
    for bucket in principal.buckets:
        document = await load(connection, bucket, wanted)
        if document is not None:
            return entry_on_line(document, line).id
    raise NotFound(f"{wanted!r}: there is no such document")


async def _why_entry(connection: AsyncConnection, known: Provenance) -> Why:
    entry, wording = known.entry, known.wording
    counted = await connection.execute(
        select(func.count()).select_from(recall_event).where(recall_event.c.ref == entry.id)
    )
    return Why(
        id=entry.id,
        kind="entry",
        text=entry.text,
        quotes=known.quotes,
        scope=known.document.bucket.scope,
        owner=known.document.bucket.owner,
        document=known.document.name,
        line=entry.line or None,
        section=entry.section,
        author=entry.author,
        origin=entry.origin,
        actor=wording.actor if wording else "",
        reason=wording.reason if wording else "",
        run=await _run(connection, wording),
        history=known.history,
        replaced=known.replaced,
        retirement=known.retirement,
        recalls=counted.scalar_one(),
    )


async def _run(connection: AsyncConnection, wording: Step | None) -> RunOf | None:
    """Return the run behind the words: also the one whose proposal a person accepted."""
    if wording is None:
        return None
    name = wording.proposal.run if wording.proposal else wording.run
    c = runs.c
    row = (await connection.execute(select(c.id, c.kind, c.status, c.started_at).where(c.id == name))).one_or_none()
    return None if row is None else RunOf(row.id, row.kind, row.status, row.started_at)


async def _why_message(connection: AsyncConnection, wanted: str) -> Why | None:
    c = message.c
    row = (await connection.execute(select(message).where(c.id == wanted))).one_or_none()
    if row is None:
        return None
    source = Source(row.conversation, row.id, row.text, row.at, row.speaker)
    resting = await connection.execute(
        select(entry_source.c.entry).where(entry_source.c.message == wanted).distinct().order_by(entry_source.c.entry)
    )
    return Why(
        id=row.id,
        kind="message",
        text=row.text,
        quotes=await quotes_of(connection, [source]),
        scope=Scope(row.scope),
        owner=row.owner,
        origin=Origin(row.origin),
        actor=row.said_by,
        remembered=tuple(resting.scalars()),
    )
