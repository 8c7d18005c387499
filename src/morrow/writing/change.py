"""What a writer asks for, and what became of it: values only."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from morrow.documents.entries import Author, Document, Entry, Operation, Origin
from morrow.owners import Bucket


@dataclass(frozen=True, slots=True)
class Change:
    """Operations on one document, made if missing with `first_text` as its text.

    `read` are the entries' texts by id as the writer read them, if that was in an earlier transaction: an operation on
    an entry that changed since waits as a proposal. `corrected` are the entries that a message of the user corrects:
    their old texts are kept as superseded. `exactly` is the whole text that the operations were read from: it is stored
    as it was written, headings and all, if every operation is carried out as asked.
    """

    bucket: Bucket
    name: str
    operations: tuple[Operation, ...]
    first_text: str = ""
    read: Mapping[str, str] = field(default_factory=dict)
    corrected: frozenset[str] = frozenset()
    exactly: str | None = None


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A whole new text for one document, by a person; entries keep their ids where they are still recognised.

    `known` are the entries as they stood in that text, where the past tells: retired ones among them live again.
    """

    bucket: Bucket
    name: str
    text: str
    known: tuple[Entry, ...] | None = None


@dataclass(frozen=True, slots=True)
class By:
    """Who writes, and why: stands in every revision. `actor` is an owner key or a run's id."""

    author: Author
    actor: str
    reason: str
    run: str | None = None
    origin: Origin = Origin.USER


class Effect(StrEnum):
    """What happened to one entry."""

    ADDED = "added"
    CHANGED = "changed"
    RETIRED = "retired"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class EntryChange:
    """How one entry came out of a revision; `before` and `after` are empty where there was or is none."""

    effect: Effect
    entry: str
    section: str
    before: str
    after: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """One document after a commit; no entry changes and the same version mean that nothing was to be done."""

    document: Document
    before: str
    changes: tuple[EntryChange, ...]
    revision: str | None

    @classmethod
    def nothing(cls, change: Change, now: datetime) -> "Committed":
        """Return that a document which was not there still is not."""
        absent = Document(
            id="", bucket=change.bucket, name=change.name, text="", version=0, enabled=False, sort_order=0,
            updated_at=now,
        )  # fmt: skip
        return cls(absent, "", (), None)

    @property
    def is_changed(self) -> bool:
        """Whether a revision was written."""
        return self.revision is not None


def encode_changes(changes: tuple[EntryChange, ...]) -> str:
    """Return `changes` as the JSON that a revision keeps."""
    return json.dumps(
        [[c.effect, c.entry, c.section, c.before, c.after, c.by] for c in changes],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def decode_changes(text: str) -> tuple[EntryChange, ...]:
    """Return what `encode_changes` wrote."""
    return tuple(EntryChange(Effect(effect), *rest) for effect, *rest in json.loads(text))
