"""What a turn's words are to a writer: what the user said, what came from outside, what memory knows already."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.history import find_conversation, read_messages
from morrow.conversations.turns import Message
from morrow.documents import table
from morrow.documents.entries import Add, Entry, Operation, Origin, Replace, Source, body_of
from morrow.documents.gates.context import RunInput, specifics_of, statement_of
from morrow.documents.names import DREAMS, is_structured
from morrow.extraction.by_rules import is_asked, said_words
from morrow.extraction.evidence import Window
from morrow.store import in_bucket
from morrow.text.words import content_tokens
from morrow.tools.bench import Bench, Running, zone_in
from morrow.tools.tool import MEMORY_TOOLS
from morrow.writing.propose import Words

MOST_MESSAGES = 30  # of the conversation so far, as an extraction reads at once
MOST_KNOWN = 1_000  # entries, the latest seen: what the agent may have read in its memory
_HALF = 0.5
_UNTRUSTED = (Origin.EXTERNAL, Origin.SYSTEM)
_TRUST = (Origin.USER, Origin.AGENT, Origin.EXTERNAL, Origin.SYSTEM)
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Hearing:
    """The words a tool call was made from: `said` in the conversation, from `outside`, and what memory `knows`."""

    said: tuple[Message, ...]
    outside: tuple[Message, ...]
    knows: tuple[RunInput, ...]
    zone: str

    @property
    def words(self) -> Words:
        """Return what the gates check a claim against."""
        messages = (*self.outside, *self.said)
        asked = is_asked([message for message in self.said if message.role == "user"], self.zone)
        return said_words(messages, asked=asked, zone=self.zone, more=self.knows)

    def traced(self, text: str, *, known: str = "") -> tuple[tuple[Source, ...], Origin]:
        """Return the messages that a statement rests on, and the least trusted origin of what `known` does not say."""
        found = Window((*self.outside, *self.said), (), self.zone).trace(text)
        if found.origin in _UNTRUSTED and known and specifics_of(text) <= specifics_of(known):
            return (), Origin.AGENT
        if not found.is_users and self._is_copied(text):
            return found.sources, Origin.EXTERNAL
        return found.sources, found.origin

    def labelled(self, operations: Sequence[Operation], entries: Sequence[Entry], name: str) -> tuple[Operation, ...]:
        """Return the operations on a document, each new text with its sources and origin."""
        return tuple(self._label(operation, entries, name) for operation in operations)

    def least_trusted(self, operations: Sequence[Operation], entries: Sequence[Entry], name: str) -> Origin:
        """Return external if an entry's new words come from outside: a replacement carries no origin of its own."""
        before = {entry.id: entry.text for entry in entries}
        origins = [
            self.traced(_statement(one.text, name), known=_statement(before.get(one.entry, ""), name))[1]
            for one in operations
            if isinstance(one, Replace)
        ]
        return max((one for one in origins if one in _UNTRUSTED), key=_TRUST.index, default=Origin.USER)

    def _label(self, operation: Operation, entries: Sequence[Entry], name: str) -> Operation:
        if isinstance(operation, Add):
            sources, origin = self.traced(_statement(operation.text, name))
            return replace(operation, sources=sources, origin=origin)
        if isinstance(operation, Replace):
            before = next((entry.text for entry in entries if entry.id == operation.entry), "")
            sources, _ = self.traced(_statement(operation.text, name), known=_statement(before, name))
            return replace(operation, sources=sources)
        return operation

    def _is_copied(self, text: str) -> bool:
        """Whether most of a statement's words stand outside, and not in what was said here or is known already."""
        own = [*(message.text for message in self.said), *(known.text for known in self.knows)]
        outside = [message.text for message in self.outside]
        return _share(text, outside) >= _HALF > _share(text, own)


async def hear(connection: AsyncConnection, bench: Bench, running: Running) -> Hearing:
    """Return the words of a turn: its conversation so far, and what the documents say that the turn may read."""
    earlier = await _earlier(connection, running)
    trusted, untrusted = await _known(connection, running)
    said = [message for message in earlier if not _is_outside(message)]
    own, pasted = split_pasted(running.message)
    texts = [*untrusted, *running.outside, *([pasted] if pasted.strip() else [])]
    outside = [message for message in earlier if _is_outside(message)] + [_now(running, "tool", text) for text in texts]
    return Hearing(
        (*said, _now(running, "user", own)),
        tuple(outside),
        tuple(RunInput(text) for text in trusted),
        await zone_in(connection, bench, running),
    )


async def _known(connection: AsyncConnection, running: Running) -> tuple[list[str], list[str]]:
    """Return what the documents say that the turn may read, told apart: words from outside stay words from outside."""
    e, d = table.entry.c, table.document.c
    mine = or_(*(and_(*in_bucket(table.entry, bucket)) for bucket in running.principal.buckets))
    rows = await connection.execute(
        select(e.text, e.origin)
        .join(table.document, d.id == e.document)
        .where(mine, e.retired_at.is_(None), d.name != DREAMS)
        .order_by(e.last_seen.desc())
        .limit(MOST_KNOWN)
    )
    found = [(str(text), Origin(origin)) for text, origin in rows]
    trusted = [text for text, origin in found if origin not in _UNTRUSTED]
    return trusted, [text for text, origin in found if origin in _UNTRUSTED]


def split_pasted(text: str) -> tuple[str, str]:
    """Return what somebody typed himself, and what he pasted: fenced blocks and lines behind a `>`."""
    own: list[str] = []
    pasted: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        is_inside = bool(fence)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        (pasted if mark or is_inside or line.lstrip().startswith(">") else own).append(line)
    return "\n".join(own), "\n".join(pasted)


async def _earlier(connection: AsyncConnection, running: Running) -> list[Message]:
    for bucket in running.principal.buckets:
        found = await find_conversation(connection, bucket, running.conversation)
        if found is not None:
            after = max(0, found.messages - MOST_MESSAGES)
            messages = await read_messages(connection, found.id, after=after)
            return [one for one in messages if one.id != running.message_id and not _is_memory(one)]
    return []


def _now(running: Running, role: str, text: str) -> Message:
    origin = Origin.USER if role == "user" else Origin.EXTERNAL
    said_by = running.owner.key if role == "user" else ""
    bucket = running.principal.buckets[0]
    return Message(
        running.message_id, running.conversation, running.turn, 0, role, "", said_by, origin, text, running.now, bucket
    )


def _is_outside(message: Message) -> bool:
    return message.role == "tool" or message.origin in _UNTRUSTED


def _is_memory(message: Message) -> bool:
    """Whether a message is what one of memory's own tools answered: that comes from nowhere outside."""
    return message.role == "tool" and message.tool in MEMORY_TOOLS


def _statement(text: str, name: str) -> str:
    structured = is_structured(name)
    return statement_of(text, structured=True) if structured else body_of(text)


def _share(text: str, texts: Sequence[str]) -> float:
    tokens = set(content_tokens(text))
    words = {token for one in texts for token in content_tokens(one)}
    return len(tokens & words) / len(tokens) if tokens else 0.0
