"""Settles a proposal for a person: carries it out on today's document, with other words, or not at all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import PurePosixPath

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.blocks import marker_of
from morrow.documents.entries import Add, Author, Document, Entry, Move, Operation, Origin, Replace
from morrow.documents.gates.verdict import Corroborate
from morrow.documents.matching import text_key
from morrow.documents.names import is_structured
from morrow.documents.shelf import load, load_entries
from morrow.documents.wording import as_entry
from morrow.errors import InvalidInput, NotFound, VersionConflict
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.store.statements import hold_buckets
from morrow.text.clean import clean
from morrow.text.similarity import normalise
from morrow.writing.audit import Act, Action, append
from morrow.writing.change import By, Change
from morrow.writing.entry_rows import corroborate
from morrow.writing.proposals import Proposal, Settled, Standing, find_proposal, settle, settled_detail
from morrow.writing.propose import Words, propose

_ACTIONS = {
    Standing.ACCEPTED: Action.ACCEPT,
    Standing.EDITED: Action.EDIT,
    Standing.REJECTED: Action.REJECT,
}


async def accept(
    connection: AsyncConnection, wanted: str, buckets: Sequence[Bucket], *, actor: str, settings: Settings,
    now: datetime,
) -> Proposal:  # fmt: skip
    """Carry out a proposal of one of `buckets` as it was filed, and return it settled; again changes nothing.

    Raises NotFound for no such proposal; VersionConflict, with both texts, if its entry was changed or taken out since
    it was filed; InvalidInput if it was rejected.
    """
    found = await _open(connection, wanted, buckets)
    if found.standing in (Standing.ACCEPTED, Standing.EDITED):
        return found
    if found.standing is not Standing.OPEN:
        raise InvalidInput(f"proposal {wanted!r} was {found.standing}; to keep its words all the same, remember them")
    if found.is_question:
        return await _settle(connection, found, Settled(Standing.ACCEPTED, actor), now=now)
    present = await load(connection, found.bucket, found.document)
    _check_unchanged(found, present)
    revision = await _carry_out(
        connection, found, present, (_reviewed(found),), actor=actor, settings=settings, now=now
    )
    return await _settle(connection, found, Settled(Standing.ACCEPTED, actor, revision), now=now)


async def edit(
    connection: AsyncConnection, wanted: str, text: str, buckets: Sequence[Bucket], *, actor: str,
    settings: Settings, now: datetime,
) -> Proposal:  # fmt: skip
    """Carry out a proposal of one of `buckets` with a person's words, and return it settled.

    The words take the place of its entry's present text, and stand as a new entry if that is gone. Raises NotFound,
    and InvalidInput for a blank text or a proposal that is settled already.
    """
    words = clean(text).strip("\n")
    if not words.strip():
        raise InvalidInput("there are no words to keep; write some, or reject the proposal")
    found = await _open(connection, wanted, buckets)
    if found.standing is not Standing.OPEN or found.is_question:
        what = "a question about files" if found.is_question else f"{found.standing} already"
        raise InvalidInput(f"proposal {wanted!r} is {what}; edit the document instead")
    present = await load(connection, found.bucket, found.document)
    operations = await _with_words(connection, found, words, present)
    revision = await _carry_out(connection, found, present, operations, actor=actor, settings=settings, now=now)
    return await _settle(connection, found, Settled(Standing.EDITED, actor, revision), now=now)


async def reject(
    connection: AsyncConnection, wanted: str, buckets: Sequence[Bucket], *, actor: str, now: datetime
) -> Proposal:
    """Turn a proposal of one of `buckets` down and return it; again changes nothing.

    Raises NotFound, and InvalidInput for a proposal that was carried out: that is undone by a revert.
    """
    found = await _open(connection, wanted, buckets)
    if found.standing is Standing.REJECTED:
        return found
    if found.standing is not Standing.OPEN:
        raise InvalidInput(f"proposal {wanted!r} is {found.standing} already; revert the change instead")
    return await _settle(connection, found, Settled(Standing.REJECTED, actor), now=now)


async def find(connection: AsyncConnection, wanted: str, buckets: Sequence[Bucket]) -> Proposal:
    """Return the proposal of that id in one of `buckets`, open or settled. Raises NotFound."""
    return _checked(await find_proposal(connection, wanted), wanted, buckets)


async def _open(connection: AsyncConnection, wanted: str, buckets: Sequence[Bucket]) -> Proposal:
    """Return the proposal, with the writers of its bucket held so that nobody else settles it meanwhile."""
    found = await find_proposal(connection, wanted)
    if found is not None and found.bucket in buckets:
        await hold_buckets(connection, [found.bucket])
        found = await find_proposal(connection, wanted)
    return _checked(found, wanted, buckets)


def _checked(found: Proposal | None, wanted: str, buckets: Sequence[Bucket]) -> Proposal:
    if found is None or found.bucket not in buckets:
        raise NotFound(f"{wanted!r}: no such proposal in this inbox")
    return found


def _check_unchanged(found: Proposal, present: Document | None) -> None:
    if isinstance(found.operation, Add):
        return
    theirs = {entry.id: entry.text for entry in present.entries}.get(found.operation.entry) if present else None
    if theirs is not None and text_key(theirs) == text_key(found.before):
        return
    what = "is gone" if theirs is None else "was changed since"
    raise VersionConflict(
        f"the entry that proposal {found.id!r} speaks of {what}; edit the proposal to say what holds, or reject it",
        version=present.version if present else 0,
        base=found.before,
        theirs=theirs or "",
        yours=_words_of(found.operation, found.before),
        merged=theirs or "",
    )


def _words_of(operation: Operation, before: str) -> str:
    if isinstance(operation, Add | Replace):
        return operation.text
    return before if isinstance(operation, Move) else ""


def _reviewed(found: Proposal) -> Operation:
    """Return the operation; what was imported counts as the user's own once a person has looked at it."""
    if isinstance(found.operation, Add) and found.author is Author.IMPORT:
        return replace(found.operation, origin=Origin.USER)
    return found.operation


async def _with_words(
    connection: AsyncConnection, found: Proposal, words: str, present: Document | None
) -> tuple[Operation, ...]:
    operation = found.operation
    if isinstance(operation, Add):
        marker = None if is_structured(found.document) else marker_of(operation.text)
        return (replace(operation, text=as_entry(words, marker) if marker else words),)
    sources = operation.sources if isinstance(operation, Replace) else ()
    living = {entry.id for entry in present.entries} if present else set()
    if operation.entry not in living:
        gone = await load_entries(connection, [operation.entry])
        return (Add(gone[0].section if gone else "", words, sources),)
    renewed = Replace(operation.entry, words, sources)
    return (renewed, operation) if isinstance(operation, Move) else (renewed,)


async def _carry_out(
    connection: AsyncConnection, found: Proposal, present: Document | None, operations: tuple[Operation, ...], *,
    actor: str, settings: Settings, now: datetime,
) -> str | None:  # fmt: skip
    """Write the operations as the person's own and return the revision, or None if all stood there already."""
    twin = _twin(operations[0], present.entries if present else ())
    if twin is not None:
        await corroborate(connection, found.bucket, [twin])
        return None
    first_text = "" if is_structured(found.document) else f"# {PurePosixPath(found.document).stem}\n"
    change = Change(found.bucket, found.document, operations, first_text)
    by = By(Author.PERSON, actor, f"accepted what {found.author} proposed ({found.reason})")
    [outcome] = await propose(connection, [change], by=by, words=Words(), settings=settings, now=now)
    if outcome.judged.turned_away:
        raise InvalidInput(f"this cannot be kept: {outcome.judged.turned_away[0].detail}")
    return outcome.committed.revision


def _twin(operation: Operation, entries: Sequence[Entry]) -> Corroborate | None:
    """Return how an addition joins the entry that says the same already, if one does."""
    if not isinstance(operation, Add):
        return None
    same = next((entry for entry in entries if normalise(entry.text) == normalise(operation.text)), None)
    return None if same is None else Corroborate(same.id, operation.sources)


async def _settle(connection: AsyncConnection, found: Proposal, settled: Settled, *, now: datetime) -> Proposal:
    detail = settled_detail(settled.standing, settled.revision)
    act = Act(settled.actor, _ACTIONS[settled.standing], found.id, detail)
    await append(connection, found.bucket, act, now=now)
    return await settle(connection, found, settled, now=now)
