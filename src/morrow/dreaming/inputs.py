"""Loads what a dream looks at: the lines of a bucket's notes, what was recalled, and MEMORY.md. Judges nothing."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.documents.entries import Document, Entry, Source
from morrow.documents.names import MEMORY, is_daily_note
from morrow.documents.shelf import list_documents, load, with_entries
from morrow.dreaming.notes import NoteLine, Recalled
from morrow.owners import Bucket
from morrow.recall.table import recall_event
from morrow.store import in_bucket


@dataclass(frozen=True, slots=True)
class Traits:
    """What the words of a line say about itself: an explicit ask, a single value, a value taken back."""

    asked: bool = False
    slot: str = ""
    value: str = ""
    replaces: str = ""


_One = TypeVar("_One")
MOST_LINES = 3_000
"""How many lines one dream looks at; what the rules make of them takes seconds, however alike they are."""

Describe = Callable[[str, datetime, str], Traits]
"""Reads the traits of a line from its text, the time it was said and the owner's zone."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything one dream of one bucket starts from; `skipped` lines of the notes were more than one looks at."""

    lines: tuple[NoteLine, ...]
    recalls: tuple[Recalled, ...]
    memory: Document | None
    skipped: int = 0

    @property
    def memory_entries(self) -> tuple[Entry, ...]:
        """Return the entries that MEMORY.md holds now."""
        return self.memory.entries if self.memory else ()

    @property
    def memory_text(self) -> str:
        """Return MEMORY.md as it is now; empty if there is none."""
        return self.memory.text if self.memory else ""


async def load_inputs(
    connection: AsyncConnection, bucket: Bucket, *, today: date, max_age_days: int, zone: str, describe: Describe
) -> Inputs:
    """Return the lines of the last `max_age_days` days' notes, with the uses made of them; at most `MOST_LINES`."""
    first = today - timedelta(days=max_age_days - 1)
    notes = [
        note for note in await list_documents(connection, bucket, prefix="memory/") if _is_within(note, first, today)
    ]
    whole = [await with_entries(connection, note) for note in notes]
    mentions = [[mention for entry in note.entries for mention in _mentions(entry)] for note in whole]
    kept = last_of_each(mentions, MOST_LINES)
    lines = [
        _line(entry, source, note, zone, describe)
        for note, some in zip(whole, kept, strict=True)
        for entry, source in some
    ]
    return Inputs(
        lines=tuple(lines),
        skipped=sum(map(len, mentions)) - len(lines),
        recalls=await _recalls(connection, bucket, first, lines),
        memory=await load(connection, bucket, MEMORY),
    )


def _is_within(note: Document, first: date, last: date) -> bool:
    """Whether a note is of these days; a night that is dreamt later knows no more than it would have known then."""
    day = is_daily_note(note.name)
    return day is not None and first <= day <= last


def last_of_each(parts: Sequence[Sequence[_One]], most: int) -> list[Sequence[_One]]:
    """Return the ends of all parts, at most `most` items together.

    Room is shared out evenly and what a short part leaves goes to the longer ones, so that one full day hides no other.
    Where the room cannot be shared evenly, the later parts get more.
    """
    room, taken = most, [0] * len(parts)
    by_length = sorted(range(len(parts)), key=lambda at: (len(parts[at]), at))
    for done, at in enumerate(by_length):
        taken[at] = min(len(parts[at]), room // (len(parts) - done))
        room -= taken[at]
    return [part[len(part) - count :] for part, count in zip(parts, taken, strict=True)]


def _mentions(entry: Entry) -> Sequence[tuple[Entry, Source | None]]:
    """Return the entry once for each time it was said; one that a person wrote by hand has no message."""
    return [(entry, source) for source in entry.sources] or [(entry, None)]


def _line(entry: Entry, source: Source | None, note: Document, zone: str, describe: Describe) -> NoteLine:
    """Return an entry as it was said in one message; one that a person wrote by hand was said on the note's day."""
    day = is_daily_note(note.name)
    traits = describe(entry.body, entry.first_seen, zone)
    plain = NoteLine(
        ref=entry.id,
        text=entry.body,
        section=entry.section,
        document=note.name,
        day=day or local_day(entry.first_seen, zone),
        said_at=entry.first_seen,
        conversation="",
        message="",
        quote=entry.body,
        origin=entry.origin,
        asked=traits.asked,
        confirmed=entry.confirmed_at is not None or entry.author.is_person,
        slot=traits.slot,
        value=traits.value,
        replaces=traits.replaces,
    )
    if source is None:
        return plain
    return replace(
        plain,
        day=local_day(source.said_at, zone),
        said_at=source.said_at,
        conversation=source.conversation,
        message=source.message,
        quote=source.quote,
        speaker=source.speaker,
    )


async def _recalls(
    connection: AsyncConnection, bucket: Bucket, first: date, lines: Sequence[NoteLine]
) -> tuple[Recalled, ...]:
    """Return what was brought back; a message speaks for the lines that were made of it."""
    made_of: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        made_of[line.message].add(line.ref)
    c = recall_event.c
    rows = await connection.execute(
        select(c.kind, c.ref, c.question_hash, c.day, c.used).where(*in_bucket(recall_event, bucket), c.day >= first)
    )
    found = {
        Recalled(ref, row.question_hash, row.day, row.used)
        for row in rows
        for ref in (made_of.get(row.ref, ()) if row.kind == "message" else (row.ref,))
    }
    return tuple(sorted(found, key=lambda one: (one.day, one.question_hash, one.ref, one.used)))
