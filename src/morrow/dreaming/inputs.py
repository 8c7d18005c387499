"""Loads what a dream looks at: the lines of a bucket's notes, what was recalled, and MEMORY.md. Judges nothing."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.documents.entries import Document, Entry
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


Describe = Callable[[str, datetime, str], Traits]
"""Reads the traits of a line from its text, the time it was said and the owner's zone."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything one dream of one bucket starts from."""

    lines: tuple[NoteLine, ...]
    recalls: tuple[Recalled, ...]
    memory: Document | None

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
    """Return the lines of the last `max_age_days` days' notes, with the uses made of them."""
    first = today - timedelta(days=max_age_days - 1)
    notes = [
        note for note in await list_documents(connection, bucket, prefix="memory/") if _is_within(note, first, today)
    ]
    lines: list[NoteLine] = []
    for note in notes:
        whole = await with_entries(connection, note)
        lines += [line for entry in whole.entries for line in _lines(entry, whole, zone, describe)]
    return Inputs(
        lines=tuple(lines),
        recalls=await _recalls(connection, bucket, first, lines),
        memory=await load(connection, bucket, MEMORY),
    )


def _is_within(note: Document, first: date, last: date) -> bool:
    """Whether a note is of these days; a night that is dreamt later knows no more than it would have known then."""
    day = is_daily_note(note.name)
    return day is not None and first <= day <= last


def _lines(entry: Entry, note: Document, zone: str, describe: Describe) -> list[NoteLine]:
    """Return one line for each time the entry was said; one that a person wrote by hand was said on the note's day."""
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
    return [
        replace(
            plain,
            day=local_day(source.said_at, zone),
            said_at=source.said_at,
            conversation=source.conversation,
            message=source.message,
            quote=source.quote,
            speaker=source.speaker,
        )
        for source in entry.sources
    ] or [plain]


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
