"""Reads what is known of one entry: whose words it rests on, what was done to it and by whom. Reads rows only."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import conversation, message
from morrow.documents import table
from morrow.documents.entries import Document, Entry, Source
from morrow.documents.shelf import load_by_id, load_entries
from morrow.errors import NotFound
from morrow.writing.change import Effect
from morrow.writing.entry_rows import SUPERSEDED
from morrow.writing.past import Revision, history
from morrow.writing.proposals import Proposal, proposal_behind


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that an entry rests on: the message they were said in, in which conversation (id and name), by whom.

    `message` is empty for words that were typed to be remembered; `is_kept` is false if the message is gone.
    """

    text: str
    message: str
    conversation: str
    conversation_name: str
    speaker: str
    said_at: datetime
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One revision that touched an entry; `proposal` is the one that a person accepted with it, if one was."""

    effect: Effect
    section: str
    before: str
    after: str
    version: int
    revision: str
    author: str
    actor: str
    reason: str
    run: str | None
    at: datetime
    proposal: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Retirement:
    """When and why an entry left its document, and which one took its place, if one did."""

    at: datetime
    reason: str
    by: str | None


@dataclass(frozen=True, slots=True)
class Replaced:
    """An older entry whose place this one took."""

    entry: str
    text: str
    retirement: Retirement


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that is known of one entry, its history newest first. `entry.line` is 0 once it is retired."""

    entry: Entry
    document: Document
    quotes: tuple[Quote, ...]
    history: tuple[Step, ...]
    replaced: tuple[Replaced, ...]
    retirement: Retirement | None

    @property
    def wording(self) -> Step | None:
        """Return the step that gave the entry its present words."""
        return next((step for step in self.history if step.effect in (Effect.ADDED, Effect.CHANGED)), None)


async def provenance(connection: AsyncConnection, wanted: str) -> Provenance | None:
    """Return what is known of the entry of that id, retired or not, or None."""
    c = table.entry.c
    found = await connection.execute(
        select(c.document, c.retired_at, c.retired_by, c.retired_reason).where(c.id == wanted)
    )
    row = found.one_or_none()
    document = None if row is None else await load_by_id(connection, row.document)
    if row is None or document is None:
        return None
    [entry] = await load_entries(connection, [wanted])
    standing = next((one for one in document.entries if one.id == wanted), entry)
    gone = None
    if row.retired_at is not None:
        gone = Retirement(row.retired_at, row.retired_reason or "", row.retired_by)
    return Provenance(
        entry=standing,
        document=document,
        quotes=await quotes_of(connection, entry.sources),
        history=tuple(await _steps(connection, document, wanted, gone)),
        replaced=tuple(await _replaced_by(connection, wanted)),
        retirement=gone,
    )


def entry_on_line(document: Document, line: int) -> Entry:
    """Return the entry that stands on a line of a document. Raises NotFound, naming the lines that have one."""
    for entry in document.entries:
        if entry.line <= line <= entry.line + entry.text.count("\n"):
            return entry
    lines = ", ".join(str(entry.line) for entry in document.entries[:20]) or "none"
    raise NotFound(f"{document.name}:{line} is no entry; entries of this document begin on these lines: {lines}")


async def quotes_of(connection: AsyncConnection, sources: Sequence[Source]) -> tuple[Quote, ...]:
    """Return the words behind `sources`, the earliest first, with what is known of their messages."""
    m, c = message.c, conversation.c
    wanted = {source.message for source in sources if source.message}
    rows = await connection.execute(
        select(m.id, m.speaker, m.said_by, c.id.label("conversation"), c.name)
        .join(conversation, c.id == m.conversation)
        .where(m.id.in_(wanted))
    )
    known = {row.id: row for row in rows}
    quotes = []
    for source in sorted(sources, key=lambda source: source.said_at):
        said = known.get(source.message)
        quotes.append(
            Quote(
                text=source.quote,
                message=source.message,
                conversation=source.conversation,
                conversation_name=said.name if said else "",
                speaker=source.speaker or ((said.speaker or said.said_by) if said else ""),
                said_at=source.said_at,
                is_kept=said is not None,
            )
        )
    return tuple(quotes)


async def _steps(connection: AsyncConnection, document: Document, entry: str, gone: Retirement | None) -> list[Step]:
    """Return what was done to an entry, the newest first; a superseded text has the past of what supersedes it."""
    is_old_text = gone is not None and gone.reason == SUPERSEDED and gone.by is not None
    followed = gone.by if is_old_text and gone and gone.by else entry
    revisions = await history(connection, document.id, limit=None, entry=followed)
    if is_old_text and gone is not None:
        revisions = [revision for revision in revisions if revision.at <= gone.at]
    steps = [step for revision in revisions for step in _steps_in(revision, followed)]
    behind = {step.revision: await proposal_behind(connection, step.revision) for step in steps}
    return [replace(step, proposal=behind[step.revision]) for step in steps]


def _steps_in(revision: Revision, entry: str) -> list[Step]:
    return [
        Step(
            effect=change.effect,
            section=change.section,
            before=change.before,
            after=change.after,
            version=revision.version,
            revision=revision.id,
            author=revision.author,
            actor=revision.actor,
            reason=revision.reason,
            run=revision.run,
            at=revision.at,
        )
        for change in revision.changes
        if change.entry == entry
    ]


async def _replaced_by(connection: AsyncConnection, entry: str) -> list[Replaced]:
    c = table.entry.c
    rows = await connection.execute(
        select(c.id, c.text, c.retired_at, c.retired_reason, c.retired_by)
        .where(c.retired_by == entry, c.retired_at.is_not(None))
        .order_by(c.retired_at.desc())
    )
    return [
        Replaced(row.id, row.text, Retirement(row.retired_at, row.retired_reason or "", row.retired_by)) for row in rows
    ]
