"""The JSON of what a person does with memory: inbox items, why, versions of a document, and what a revert did."""

from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field

from morrow.agent.documents import Written
from morrow.api.shapes import Answer, DocumentOut, Moment, Shape
from morrow.curation.undo import Reverted
from morrow.documents.entries import Author, Origin
from morrow.documents.merge import Conflict
from morrow.owners import Scope
from morrow.writing.change import Effect


class WordsIn(Shape):
    """A person's own words for a proposal."""

    text: Annotated[str, Field(examples=["- The port is 9191 on host b."])]


class RevertIn(Shape):
    """What is taken back: `version` gives the document its text of then; `change` takes back what one version did."""

    version: Annotated[int | None, Field(ge=0, le=2**31 - 1, description="The version whose text comes back")] = None
    change: Annotated[int | None, Field(ge=1, le=2**31 - 1, description="The version whose changes go")] = None
    entry: Annotated[str | None, Field(description="With `change`: only what it did to this entry")] = None


class ItemOut(Answer):
    """One proposal; `text` is what would stand there, `before` what stood there then, `present` what stands there now.

    `kind` is add, replace, retire, move or question; `status` open, accepted, edited, rejected or withdrawn.
    """

    id: str
    kind: Annotated[str, Field(examples=["replace"])]
    document: Annotated[str, Field(examples=["MEMORY.md"])]
    section: str
    entry: str | None
    text: str
    before: str
    present: str | None
    quotes: list[str]
    author: Author
    reason: str
    detail: str
    run: str | None
    status: Annotated[str, Field(examples=["open"])]
    made_at: Moment
    settled_at: Moment | None
    settled_by: str | None
    scope: Scope
    owner: str


class InboxOut(Answer):
    """What waits for a person, the oldest first."""

    count: Annotated[int, Field(description="How much waits in all; `after` the last item's id comes the next page")]
    items: list[ItemOut]


class QuoteOut(Answer):
    """Words that something rests on; `message` is empty for words typed to be remembered."""

    text: str
    message: str
    conversation: str
    conversation_name: str
    speaker: str
    said_at: Moment
    is_kept: Annotated[bool, Field(description="False if the message is gone")]


class BehindOut(Answer):
    """The proposal that a person accepted with a step: who made it, in which run, and why it waited."""

    id: str
    author: Author
    run: str | None
    reason: str


class StepOut(Answer):
    """One version that touched an entry, and what it did."""

    effect: Effect
    section: str
    before: str
    after: str
    version: int
    revision: str
    author: Author
    actor: str
    reason: str
    run: str | None
    at: Moment
    proposal: BehindOut | None


class RetirementOut(Answer):
    """When and why an entry left its document; `by` took its place, if one did."""

    at: Moment
    reason: str
    by: str | None


class ReplacedOut(Answer):
    """An older entry whose place this one took."""

    entry: str
    text: str
    retirement: RetirementOut


class RunOut(Answer):
    """The run that wrote the present words."""

    id: str
    kind: Annotated[str, Field(examples=["dream"])]
    status: str
    started_at: Moment


class WhyOut(Answer):
    """Why something is remembered, as far as anybody knows; `kind` is entry or message, `history` newest first."""

    id: str
    kind: Annotated[str, Field(examples=["entry"])]
    text: str
    quotes: list[QuoteOut]
    scope: Scope
    owner: str
    document: str | None
    line: int | None
    section: str
    author: Author | None
    origin: Origin | None
    actor: str
    reason: str
    run: RunOut | None
    history: list[StepOut]
    replaced: list[ReplacedOut]
    retirement: RetirementOut | None
    recalls: int
    remembered: Annotated[list[str], Field(description="For a message: the ids of the entries that rest on it")]
    score: Annotated[dict[str, float], Field(description="The parts of the score that promoted it, by name")]


class ChangeOut(Answer):
    """How one entry came out of a version; `before` and `after` are empty where there was or is none."""

    effect: Effect
    entry: str
    section: str
    before: str
    after: str
    by: str | None


class VersionOut(Answer):
    """One version of a document; `redactedAt` is when something in it was forgotten: its text is without that."""

    id: str
    document: str
    version: int
    parent_hash: str
    hash: str
    author: Author
    actor: str
    reason: str
    run: str | None
    at: Moment
    redacted_at: Moment | None
    changes: list[ChangeOut]


class HistoryOut(Answer):
    """A document's versions, the newest first."""

    name: str
    versions: list[VersionOut]


class WrittenOut(Answer):
    """What one run wrote: the documents, each with the versions that the run made."""

    files: list[HistoryOut]

    @classmethod
    def of(cls, written: Sequence[Written]) -> Self:
        """Return the shape of what was written."""
        files = ((one.document.name, VersionOut.model_validate(one.revision)) for one in written)
        return cls(files=[HistoryOut(name=name, versions=[version]) for name, version in files])


class DiffOut(Answer):
    """How version `from` became version `to` (null: the present one), as a unified diff."""

    name: str
    old: Annotated[int, Field(alias="from")]
    new: Annotated[int | None, Field(alias="to")]
    diff: str


class KeptOut(Answer):
    """A passage that stays as it is, because it was changed since."""

    document: str
    section: str
    base: str
    theirs: str
    yours: str


class RevertedOut(Answer):
    """What a revert wrote, and what it left; by its `id` it can be taken back itself."""

    id: str
    files: list[DocumentOut]
    kept: list[KeptOut]

    @classmethod
    def of(cls, done: Reverted) -> Self:
        """Return the shape of a revert."""
        kept = [_kept(one.document, one.conflict) for one in done.kept]
        return cls(id=done.id, files=[DocumentOut.of(one.document) for one in done.documents], kept=kept)


def _kept(document: str, passage: Conflict) -> KeptOut:
    return KeptOut(
        document=document, section=passage.section, base=passage.base, theirs=passage.theirs, yours=passage.yours
    )
