"""Remembers which memory answered which question, and whether the reply made something of it. Never slows a recall."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import ColumnElement, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Document
from morrow.documents.names import is_daily_note
from morrow.owners import Bucket, Owner
from morrow.recall.hits import Hit
from morrow.recall.table import recall_event
from morrow.search.table import search_item
from morrow.store import Store, bucket_values, in_bucket
from morrow.store.statements import insert_new
from morrow.text.similarity import normalise
from morrow.text.words import content_tokens

MOST_OPEN = 10_000  # questions whose replies are still waited for
MOST_OPENED = 500  # entries of one document that one reading marks
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Answered:
    """One question of an owner on a local day, and what came back for it."""

    agent: str
    owner: Owner
    question: str
    day: date
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Replied:
    """The reply to a question: what it says of what was recalled counts as used."""

    bucket: Bucket
    question: str
    at: datetime
    reply: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that the agent read on a local day, for a question: every entry of it counts as used."""

    document: Document
    question: str
    day: date


class Tracker:
    """Takes what was recalled and writes it behind the caller's back, in order; `flush` waits until all is written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Told] = []
        self._asked: OrderedDict[str, None] = OrderedDict()
        self._writing: asyncio.Task[None] | None = None

    def answered(self, told: Answered) -> None:
        """Take what came back for a question."""
        self._asked[question_hash(told.question)] = None
        if len(self._asked) > MOST_OPEN:
            self._asked.popitem(last=False)
        self._take(told)

    def replied(self, told: Replied) -> None:
        """Take the reply to what a user asked, here or in another process; shared words are nobody's use."""
        if told.bucket.owner:
            self._take(told)

    def opened(self, told: Opened) -> None:
        """Take that a document was read; a shared one says nothing about one person's use of it."""
        if told.document.bucket.owner:
            self._take(told)

    async def flush(self) -> None:
        """Return when everything taken is written."""
        while self._writing is not None:
            await self._writing

    def _take(self, told: "_Told") -> None:
        self._waiting.append(told)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_waiting())

    async def _write_waiting(self) -> None:
        try:
            while self._waiting:
                taken, self._waiting = self._waiting, []
                batch = await self._worth_writing(taken)
                if not batch:
                    continue
                async with self._store.write() as connection:
                    for told in batch:
                        await _write(connection, told)
        except Exception:  # a statistic that is not written costs no turn
            log.exception("recalls were not written down")
        finally:
            self._writing = None

    async def _worth_writing(self, batch: Sequence["_Told"]) -> list["_Told"]:
        """Return what there is to write; a reply to what was never asked costs one reading and no writing."""
        elsewhere = {
            id(told): told
            for told in batch
            if isinstance(told, Replied) and question_hash(told.question) not in self._asked
        }
        if not elsewhere:
            return list(batch)
        async with self._store.read_all() as connection:
            idle = [key for key, told in elsewhere.items() if not await _is_asked(connection, told)]
        return [told for told in batch if id(told) not in idle]


_Told = Answered | Replied | Opened


def question_hash(question: str) -> str:
    """Return what names a question however it is typed; its words are not kept."""
    said = " ".join(content_tokens(question)) or normalise(question)
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def makes_use(remembered: str, question: str, reply: str) -> bool:
    """Whether a reply holds a word of something remembered that the question did not bring along."""
    own = set(content_tokens(remembered)) - set(content_tokens(question))
    return bool(own & set(content_tokens(reply)))


async def _write(connection: AsyncConnection, told: _Told) -> None:
    if isinstance(told, Replied):
        await _mark_used(connection, told)
        return
    if isinstance(told, Opened):
        await _note_opened(connection, told)
        return
    rows = [_row(told, hit) for hit in told.hits if _is_evidence(hit)]
    if rows:
        await connection.execute(insert_new(connection, recall_event), rows)


def _is_evidence(hit: Hit) -> bool:
    """Whether a hit is the owner's own: what everybody is told says nothing about one person's use of it."""
    return bool(hit.owner)


def _row(told: Answered, hit: Hit) -> dict[str, Any]:
    bucket = Bucket(told.agent, hit.scope, hit.owner)
    return {
        "kind": hit.kind,
        "ref": hit.id,
        "question_hash": question_hash(told.question),
        "day": told.day,
        "used": False,
        **bucket_values(bucket),
    }


async def _note_opened(connection: AsyncConnection, told: Opened) -> None:
    """Write down every entry of a document that was read as used for its question; a row that is there becomes so."""
    bucket = told.document.bucket
    kind = "note" if is_daily_note(told.document.name) else "entry"
    key = {"kind": kind, "question_hash": question_hash(told.question), "day": told.day, **bucket_values(bucket)}
    refs = [entry.id for entry in told.document.entries][:MOST_OPENED]
    if not refs:
        return
    c = recall_event.c
    same = (
        *in_bucket(recall_event, bucket), c.kind == kind, c.question_hash == key["question_hash"], c.day == told.day,
        c.ref.in_(refs),
    )  # fmt: skip
    await connection.execute(update(recall_event).where(*same).values(used=True))
    rows = [{**key, "ref": ref, "used": True} for ref in refs]
    await connection.execute(insert_new(connection, recall_event), rows)


async def _mark_used(connection: AsyncConnection, told: Replied) -> None:
    c, asked = recall_event.c, _asked(told)
    open_events = (await connection.execute(select(c.kind, c.ref).where(*asked, c.used.is_(False)))).all()
    texts = await _texts(connection, told.bucket, open_events)
    used = [key for key, text in texts.items() if makes_use(text, told.question, told.reply)]
    if used:
        await connection.execute(update(recall_event).where(*asked, tuple_(c.kind, c.ref).in_(used)).values(used=True))


async def _is_asked(connection: AsyncConnection, told: Replied) -> bool:
    found = await connection.execute(select(recall_event.c.n).where(*_asked(told)).limit(1))
    return found.first() is not None


def _asked(told: Replied) -> tuple[ColumnElement[bool], ...]:
    """Say of an event that it is of the question that was replied to."""
    c = recall_event.c
    yesterday = (told.at - timedelta(days=1)).date()  # the owner's own day is never further from UTC's than that
    return (*in_bucket(recall_event, told.bucket), c.question_hash == question_hash(told.question), c.day >= yesterday)


async def _texts(connection: AsyncConnection, bucket: Bucket, events: Sequence[Any]) -> dict[tuple[str, str], str]:
    if not events:
        return {}
    c = search_item.c
    rows = await connection.execute(
        select(c.kind, c.ref, c.text).where(
            *in_bucket(search_item, bucket), tuple_(c.kind, c.ref).in_([(e.kind, e.ref) for e in events])
        )
    )
    return {(row.kind, row.ref): row.text for row in rows}
