"""Takes back what was written: a document to an older version, one revision or change of it, or a whole run."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Author, Document
from morrow.documents.merge import Conflict
from morrow.documents.names import DREAMS
from morrow.documents.shelf import load_by_id
from morrow.errors import NotFound
from morrow.owners import Bucket
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets
from morrow.writing.audit import Act, Action, append, digest
from morrow.writing.change import By, Committed
from morrow.writing.commit import commit
from morrow.writing.past import Revision, find_revision, revision_at, revisions_of_run
from morrow.writing.revert import Undo, restore, undo_change, undo_revision


@dataclass(frozen=True, slots=True)
class Kept:
    """A passage that a revert left as it is, because it was changed since."""

    document: str
    conflict: Conflict


@dataclass(frozen=True, slots=True)
class Reverted:
    """What a revert wrote: each document as it is now. `id` names the revert, which can itself be reverted as a run."""

    id: str
    documents: tuple[Committed, ...]
    kept: tuple[Kept, ...] = ()


async def revert_to(
    connection: AsyncConnection, present: Document, version: int, *, actor: str, now: datetime
) -> Reverted:
    """Give a document the text it had at `version`; its entries are the same ones as then. Raises NotFound."""
    undo = await restore(connection, present, version)
    return await _write(connection, undo, by=_by(actor, f"reverted to version {version}", now), now=now)


async def revert_revision(
    connection: AsyncConnection, present: Document, version: int, *, entry: str | None = None, actor: str, now: datetime
) -> Reverted:
    """Take back what one version did, or did to one entry; what was changed since then stays. Raises NotFound."""
    revision = await revision_at(connection, present.id, version)
    if entry is None:
        undo = await undo_revision(connection, present, revision)
        reason = f"took back version {version}"
    else:
        undo = await undo_change(connection, present, revision, entry)
        reason = f"took back one change of version {version}"
    return await _write(connection, undo, by=_by(actor, reason, now), now=now)


async def take_back(connection: AsyncConnection, revision: str, *, actor: str, now: datetime) -> Reverted:
    """Take back what the revision of that id did; later changes stay. Raises NotFound."""
    found = await find_revision(connection, revision)
    present = await load_by_id(connection, found.document)
    if present is None:
        raise NotFound(f"revision {revision!r}: its document is gone")
    undo = await undo_revision(connection, present, found)
    return await _write(connection, undo, by=_by(actor, f"took back version {found.version}", now), now=now)


async def revert_run(
    connection: AsyncConnection, run: str, buckets: Sequence[Bucket], *, actor: str, now: datetime
) -> Reverted:
    """Take back what a run wrote into the documents of `buckets`, the newest first; what was changed since stays.

    The diary stays: it says what was dreamt, not what is remembered. Raises NotFound if the run wrote nothing there.
    """
    await hold_buckets(connection, buckets)
    by = _by(actor, f"took back run {run}", now)
    done = [
        await _write(connection, await undo_revision(connection, present, revision), by=by, now=now)
        for revision in await revisions_of_run(connection, run)
        if (present := await _seen(connection, revision, buckets)) is not None
    ]
    if not done:
        raise NotFound(f"run {run!r} wrote nothing that can be taken back here")
    last = {committed.document.id: committed for one in done for committed in one.documents}
    return Reverted(by.run or "", tuple(last.values()), tuple(kept for one in done for kept in one.kept))


async def _seen(connection: AsyncConnection, revision: Revision, buckets: Sequence[Bucket]) -> Document | None:
    present = await load_by_id(connection, revision.document)
    is_ours = present is not None and present.bucket in buckets and present.name != DREAMS
    return present if is_ours else None


def _by(actor: str, reason: str, now: datetime) -> By:
    return By(Author.PERSON, actor, reason, run=new_id(now))


async def _write(connection: AsyncConnection, undo: Undo, *, by: By, now: datetime) -> Reverted:
    [committed] = await commit(connection, [undo.rewrite], by=by, now=now)
    if committed.revision is not None:
        act = Act(by.actor, Action.REVERT, committed.revision, digest(by.reason))
        await append(connection, committed.document.bucket, act, now=now)
    kept = tuple(Kept(undo.rewrite.name, conflict) for conflict in undo.kept)
    return Reverted(by.run or "", (committed,), kept)
