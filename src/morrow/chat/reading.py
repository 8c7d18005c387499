"""Reads, in one transaction, all that the prompt of a turn is made of. Chooses nothing and writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.context.always import is_unconfirmed
from morrow.context.shared import is_told_by_line, is_told_whole
from morrow.context.standing import KINDS, Standing, standing_in
from morrow.context.stored import load_summary
from morrow.context.summary import Summary
from morrow.conversations.capture import FULL, OFF
from morrow.conversations.history import (
    Conversation,
    find_conversation,
    first_said_in,
    read_messages,
    statuses_of,
    under_way,
)
from morrow.conversations.turns import RUNNING, Message
from morrow.documents.entries import Document
from morrow.documents.shelf import list_documents, load_entries, with_entries
from morrow.documents.structured import structured_name
from morrow.owners import Bucket, Principal
from morrow.recall.hits import Hit, recall
from morrow.roster.roster import AgentRow, find_owner, zone_of
from morrow.roster.switches import is_on
from morrow.text.similarity import normalise

MOST_RECALLED = 20
_MOST_ASKED = 10_000  # characters at each end of a message: what is pasted between them holds up everybody else


@dataclass(frozen=True, slots=True)
class Question:
    """What a turn asks memory: the message, of whom, when, and in which conversation.

    `turn` and `message` are its own ids. A turn that began before `since` and still runs is nobody's any more.
    """

    agent: AgentRow
    bucket: Bucket
    conversation: str | None
    text: str
    now: datetime
    server_zone: str
    since: datetime
    message: str = ""
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """All that a prompt may tell.

    `shared` are the documents for everyone, `own` those that are always told beside the message, with entries;
    `hits` what answers the message, without what the running conversations say. `recalls` is False where memory is
    switched off; `learns` says whether anything may be learnt from this turn.
    """

    zone: str
    shared: tuple[Document, ...]
    own: tuple[Document, ...] = ()
    standing: tuple[Standing, ...] = ()
    hits: tuple[Hit, ...] = ()
    unconfirmed: frozenset[str] = frozenset()
    recalls: bool = True
    learns: bool = True
    history: tuple[Message, ...] = ()
    statuses: dict[str, str] = field(default_factory=dict)
    summary: Summary | None = None
    first: Message | None = None

    @property
    def has_tools(self) -> bool:
        """Whether a model may work on memory: not where it is off, nor where it is only read."""
        return self.recalls and self.learns


def asked_by(message: str) -> str:
    """Return what a message asks memory: all of it, or of a very long one the beginning and the end."""
    if len(message) <= 2 * _MOST_ASKED:
        return message
    return f"{message[:_MOST_ASKED]}\n{message[-_MOST_ASKED:]}"


async def read_known(connection: AsyncConnection, reader: Principal, question: Question) -> Known:
    """Return what is known for a turn, as `reader` may see it; `connection` reads as that principal."""
    owner = None if reader.owner.is_system else await find_owner(connection, reader.owner)
    zone = zone_of(question.agent, owner, question.server_zone)
    team, everyone = Bucket.team(reader.agent), Bucket.everyone()
    shared = tuple(d for d in await list_documents(connection, team, everyone) if is_told_whole(d))
    found = None
    if question.conversation is not None:
        found = await find_conversation(connection, question.bucket, question.conversation)
    known = Known(zone, shared)
    if found is not None:
        known = await _with_talk(connection, known, found, question)
    return await _with_memory(connection, known, reader, question, found)


async def _with_talk(
    connection: AsyncConnection, known: Known, conversation: Conversation, question: Question
) -> Known:
    summary = await load_summary(connection, conversation.id)
    said = await read_messages(connection, conversation.id, after=summary.position if summary else 0)
    statuses = await statuses_of(connection, conversation.id)
    others = (m for m in said if m.id != question.message)
    return replace(
        known,
        history=tuple(m for m in others if statuses.get(m.turn) != RUNNING or m.turn == question.turn),
        statuses=statuses,
        summary=summary,
        first=await first_said_in(connection, conversation.id) if summary else None,
    )


async def _with_memory(
    connection: AsyncConnection, known: Known, reader: Principal, question: Question, found: Conversation | None
) -> Known:
    mode = found.memory if found else FULL
    personal = Bucket.personal(reader.agent, reader.owner)
    learns = mode == FULL and await is_on(connection, question.bucket, "capture")
    if mode == OFF or not await is_on(connection, personal, "recall"):
        return replace(known, recalls=False, learns=learns)
    own = [bucket for bucket in reader.buckets if not bucket.is_shared]
    hits = await _hits(connection, reader, question, known.zone, found)
    return replace(
        known,
        learns=learns,
        own=await _always_told(connection, own),
        standing=await _standing(connection, reader.buckets),
        hits=hits,
        unconfirmed=await _unconfirmed(connection, hits),
    )


async def _always_told(connection: AsyncConnection, buckets: Sequence[Bucket]) -> tuple[Document, ...]:
    """Return PROFILE.md, MEMORY.md and what else is switched on of the readers' own, with entries."""
    found = [d for d in await list_documents(connection, *buckets) if d.enabled and not is_told_by_line(d.name)]
    return tuple([await with_entries(connection, document) for document in found])


async def _standing(connection: AsyncConnection, buckets: Sequence[Bucket]) -> tuple[Standing, ...]:
    names = [structured_name(kind) for kind in KINDS]
    found = await list_documents(connection, *buckets, names=names)
    return tuple([one for d in found for one in standing_in(await with_entries(connection, d))])


async def _hits(
    connection: AsyncConnection, reader: Principal, question: Question, zone: str, found: Conversation | None
) -> tuple[Hit, ...]:
    asking = asked_by(question.text)
    hits = await recall(connection, reader, asking, limit=MOST_RECALLED, now=question.now, zone=zone)
    talks = {hit.conversation for hit in hits if hit.kind == "message" and hit.conversation}
    # What is being talked about is no memory yet; of this very conversation the prompt has the words, and that the same
    # was asked before answers nothing.
    running = await under_way(connection, talks, since=question.since) if talks else frozenset()
    own = {found.id} if found else set()
    asked = normalise(question.text)
    return tuple(
        hit
        for hit in hits
        if hit.kind != "message" or (hit.conversation not in running | own and normalise(hit.text) != asked)
    )


async def _unconfirmed(connection: AsyncConnection, hits: Sequence[Hit]) -> frozenset[str]:
    entries = await load_entries(connection, [hit.id for hit in hits if hit.kind in {"entry", "note"}])
    return frozenset(entry.id for entry in entries if is_unconfirmed(entry))
