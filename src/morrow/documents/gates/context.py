"""What the gates know about a run: the document, the writer and the words that the run was made from. Reads nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from morrow.clock import local_day
from morrow.documents.entries import Add, Author, Entry, Move, Operation, Origin, Replace
from morrow.documents.gates.tombstone_hashes import Tombstones
from morrow.documents.names import is_structured
from morrow.text.dates import resolve
from morrow.text.specifics import Kind, Reading, Specific, read

_REDACTED = re.compile(r"\[REDACTED:[a-z_]{1,30}\]")
_LIST_NUMBER = re.compile(r"^[ \t]*\d{1,3}[.)][ \t]", re.MULTILINE)  # counts the items and says nothing
_TRUST = (Origin.USER, Origin.AGENT, Origin.EXTERNAL, Origin.SYSTEM)


@dataclass(frozen=True, slots=True)
class UserMessage:
    """What the owner said in this run."""

    id: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class RunInput:
    """Any other words that the writer was given: a reply, a note, an entry. `said_at` dates its relative words."""

    text: str
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """When a person rejected a request, and the text of its entry then."""

    at: datetime
    before: str


@dataclass(frozen=True, slots=True)
class GateContext:
    """All that decides about the operations of one run on one document.

    `origin` is the least trusted one of what the run read; an `Add` that names a worse one has that. `asked` means
    that the user asked for it ("remember …"). `whole_by_contract` is a workflow's overwrite or replace_section, or the
    removal of one entry by its key.
    `written_elsewhere` are the new texts of the same run in other documents. `read` are the entries' texts by id as the
    writer read them, where it read them before this transaction. `rejected` is what a person said no to, by request.
    """

    document: str
    author: Author
    entries: tuple[Entry, ...] = ()
    shared: bool = False
    origin: Origin = Origin.USER
    user_messages: tuple[UserMessage, ...] = ()
    inputs: tuple[RunInput, ...] = ()
    asked: bool = False
    zone: str = "UTC"
    tombstones: Tombstones = field(default_factory=Tombstones)
    soul_mode: Literal["propose", "auto"] = "propose"
    max_loss_ratio: float = 0.25
    max_entry_characters: int = 8_000
    whole_by_contract: bool = False
    written_elsewhere: tuple[str, ...] = ()
    read: Mapping[str, str] = field(default_factory=dict)
    rejected: Mapping[str, Rejection] = field(default_factory=dict)

    @property
    def brings_its_own_words(self) -> bool:
        """Whether the text written is itself the input of the run: a workflow's content, an imported file."""
        return self.author in (Author.WORKFLOW, Author.IMPORT)


@dataclass(frozen=True, slots=True)
class Run:
    """A context made ready: entries by id, and all that its inputs say in one reading."""

    context: GateContext
    entries: Mapping[str, Entry]
    heard: Reading

    def statement(self, text: str) -> str:
        """Return what an entry's text says: without list marker, `## key` and `> Source:` line."""
        return statement_of(text, structured=is_structured(self.context.document))

    def exactly(self, text: str) -> frozenset[Specific]:
        """Return the numbers, dates, names and other specifics that an entry's text states."""
        return specifics_of(_LIST_NUMBER.sub("", self.statement(text)))

    def origin_of(self, operation: Operation) -> Origin:
        """Return the least trusted origin of an operation's words."""
        own = operation.origin if isinstance(operation, Add) else self.context.origin
        return max(own, self.context.origin, key=_TRUST.index)


def prepare(context: GateContext) -> Run:
    """Return the context with its inputs read once for all operations."""
    entries = {entry.id: entry for entry in context.entries}
    if context.author.is_person:
        return Run(context, entries, read(""))
    texts = [*(m.text for m in context.user_messages), *(i.text for i in context.inputs)]
    texts += [entry.text for entry in context.entries]
    return Run(context, entries, joined(texts, frozenset(_days_meant(context))))


def joined(texts: list[str], more: frozenset[Specific] = frozenset()) -> Reading:
    """Return several texts as one reading; `more` counts as said in it."""
    readings = [read(text) for text in texts]
    return Reading(
        specifics=more.union(*(reading.specifics for reading in readings)),
        folded="\n".join(reading.folded for reading in readings),
        words=frozenset().union(*(reading.words for reading in readings)),
        numbers=frozenset().union(*(reading.numbers for reading in readings)),
    )


def specifics_of(text: str) -> frozenset[Specific]:
    """Return what a text says exactly; what was written over a secret says nothing."""
    return read(_REDACTED.sub(" ", text)).specifics


def new_text_of(operation: Operation) -> str | None:
    """Return the words that an operation brings in, if it does."""
    return operation.text if isinstance(operation, Add | Replace) else None


def section_of(operation: Operation) -> str:
    """Return the heading that an operation names, or nothing."""
    return operation.section if isinstance(operation, Add | Move) else ""


def statement_of(text: str, *, structured: bool) -> str:
    """Return what an entry's text says, without what only holds the format together."""
    lines = text.strip("\n").split("\n")
    if not structured:
        return text.strip()
    if lines[0].startswith("## "):
        lines = lines[1:]
    if lines and lines[-1].lstrip().startswith("> Source:"):
        lines = lines[:-1]
    return "\n".join(lines).strip()


def _days_meant(context: GateContext) -> set[Specific]:
    """Return the days that the run's relative words mean, and the days they were said on."""
    dated = {(m.text, m.said_at) for m in context.user_messages}
    dated |= {(i.text, i.said_at) for i in context.inputs if i.said_at}
    days = {local_day(said_at, context.zone) for _, said_at in dated}
    for text, said_at in dated:
        days.update(found.date for found in resolve(text, said_at=said_at, zone=context.zone))
    named = {Specific(Kind.DATE, f"weekday-{day.isoweekday()}") for day in days}
    return named | {Specific(Kind.DATE, day.isoformat()) for day in days}
