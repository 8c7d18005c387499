"""What a document is made of, and what a writer may ask of it: entries, provenance, operations. Pure values."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from morrow.owners import Bucket


class EntryKind(StrEnum):
    """How an entry is written: a list item, a paragraph, or a whole `## key` section of a structured file."""

    ITEM = "item"
    PARAGRAPH = "paragraph"
    STRUCTURED = "structured"


class Author(StrEnum):
    """Who wrote an entry; `disk` is a person with an editor and counts as one."""

    PERSON = "person"
    DISK = "disk"
    AGENT = "agent"
    EXTRACTION = "extraction"
    DREAM = "dream"
    CONSOLIDATION = "consolidation"
    WORKFLOW = "workflow"
    IMPORT = "import"

    @property
    def is_person(self) -> bool:
        """Whether a human hand wrote it."""
        return self in (Author.PERSON, Author.DISK)


class Origin(StrEnum):
    """Where an entry's words come from, the most trusted first."""

    USER = "user"
    AGENT = "agent"
    EXTERNAL = "external"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Source:
    """One message (or, for a line of a note, the line) that an entry rests on."""

    conversation: str
    message: str
    quote: str
    said_at: datetime
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One bullet, paragraph or structured section of a document, with what is known about it.

    `text` is the entry as it stands in the document, marker and continuation lines included, without its last
    newline; `body` is the same without list marker. `line` counts from 1, over line feeds only.
    """

    id: str
    section: str
    kind: EntryKind
    text: str
    line: int
    author: Author
    origin: Origin
    first_seen: datetime
    last_seen: datetime
    sources: tuple[Source, ...] = ()
    pinned: bool = False
    confirmed_at: datetime | None = None
    supersedes: str | None = None

    @property
    def body(self) -> str:
        """Return the text without its list marker and with its continuation lines joined as they stand."""
        return body_of(self.text)


def body_of(text: str) -> str:
    """Return an entry's text without its list marker (`- `, `* `, `+ `, `1. `, `- [ ] `)."""
    stripped = text.lstrip(" \t")
    head, _, rest = stripped.partition(" ")
    is_marker = head in {"-", "*", "+"} or (head[:-1].isascii() and head[:-1].isdigit() and head[-1:] in {".", ")"})
    if not is_marker:
        return stripped.strip()
    rest = rest.strip()
    return rest[4:].strip() if rest[:4].lower() in {"[ ] ", "[x] "} else rest


@dataclass(frozen=True, slots=True)
class Add:
    """Put a new entry at the end of a section (made if missing; empty: the end of the text before any section).

    `supersedes` is the id of an entry whose place it takes, if a `Retire` of the same change takes that one out.
    """

    section: str
    text: str
    sources: tuple[Source, ...] = ()
    origin: Origin = Origin.USER
    supersedes: str | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Give an entry a new text; its id, first_seen and sources stay, `sources` are added."""

    entry: str
    text: str
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Retire:
    """Take an entry out of the document; `by` is the id of the entry that took its place, if one did."""

    entry: str
    reason: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Put an entry, unchanged, at the end of another section."""

    entry: str
    section: str


Operation = Add | Replace | Retire | Move


@dataclass(frozen=True, slots=True)
class Document:
    """One Markdown file of a bucket at one version (1 is the first; 0 means not yet written)."""

    id: str
    bucket: Bucket
    name: str
    text: str
    version: int
    enabled: bool
    sort_order: int
    updated_at: datetime
    entries: tuple[Entry, ...] = field(default=(), repr=False)
