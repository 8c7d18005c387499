"""The rows of the inbox: files what the gates hold, finds what waits, and marks it settled. Applies nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Add, Author, Entry, Operation, Retire
from morrow.documents.gates.rejected import request_of
from morrow.documents.gates.verdict import Hold
from morrow.owners import Bucket, Scope
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id
from morrow.writing.audit import digest
from morrow.writing.change import By, Change
from morrow.writing.codec import decode_operation, encode_operation
from morrow.writing.table import proposal


class Standing(StrEnum):
    """How a proposal stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    EDITED = "edited"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One operation that waits, or waited, for a person. `before` is the entry's text when it was filed.

    `reason` is a gate's or, for what stands on disk, the mirror's. `revision` is the one that it led to, if accepted.
    """

    id: str
    bucket: Bucket
    document: str
    operation: Operation
    before: str
    author: Author
    reason: str
    detail: str
    run: str | None
    standing: Standing
    made_at: datetime
    settled_at: datetime | None
    settled_by: str | None
    revision: str | None

    @property
    def is_question(self) -> bool:
        """Whether it asks about files and names no entry: whoever asked acts on the answer."""
        return isinstance(self.operation, Retire) and not self.operation.entry


@dataclass(frozen=True, slots=True)
class Settled:
    """What a person decided about a proposal, and the revision it led to."""

    standing: Standing
    actor: str
    revision: str | None = None


async def file_held(
    connection: AsyncConnection, change: Change, entries: Sequence[Entry], held: Sequence[Hold], *, by: By,
    now: datetime,
) -> tuple[str, ...]:  # fmt: skip
    """File what the gates held and return the ids of the proposals; what waits already is not filed twice."""
    if not held:
        return ()
    waiting = {request_of(found.operation): found.id for found in await proposals_on(connection, change, Standing.OPEN)}
    texts = {**change.read, **{entry.id: entry.text for entry in entries}}
    filed: list[str] = []
    for hold in held:
        request = request_of(hold.operation)
        if request not in waiting:
            row = _row(change, hold, texts, by=by, now=now)
            await connection.execute(insert(proposal).values(row))
            waiting[request] = str(row["id"])
        filed.append(waiting[request])
    return tuple(filed)


async def list_proposals(
    connection: AsyncConnection, buckets: Sequence[Bucket], *, reasons: Collection[str] = (), after: str = "",
    limit: int = 200,
) -> list[Proposal]:  # fmt: skip
    """Return the open proposals of `buckets` behind the one of id `after`, the oldest first; ids grow with time."""
    if not buckets:
        return []
    c = proposal.c
    statement = select(proposal).where(or_(*(_in(bucket) for bucket in buckets)), c.status == Standing.OPEN)
    if reasons:
        statement = statement.where(c.reason.in_(reasons))
    if after:
        statement = statement.where(c.id > after)
    return [_proposal(row) for row in await connection.execute(statement.order_by(c.id).limit(limit))]


async def count_proposals(connection: AsyncConnection, buckets: Sequence[Bucket]) -> int:
    """Return how many proposals of `buckets` are open."""
    if not buckets:
        return 0
    mine = or_(*(_in(bucket) for bucket in buckets))
    counted = select(func.count()).select_from(proposal).where(mine, proposal.c.status == Standing.OPEN)
    return int((await connection.execute(counted)).scalar_one())


async def find_proposal(connection: AsyncConnection, wanted: str) -> Proposal | None:
    """Return the proposal of that id, whosesoever it is, or None."""
    row = (await connection.execute(select(proposal).where(proposal.c.id == wanted))).one_or_none()
    return None if row is None else _proposal(row)


async def settle(connection: AsyncConnection, found: Proposal, settled: Settled, *, now: datetime) -> Proposal:
    """Mark a proposal as settled and return it."""
    values = {
        "status": settled.standing,
        "settled_at": now,
        "settled_by": settled.actor,
        "revision": settled.revision,
    }
    await connection.execute(update(proposal).where(proposal.c.id == found.id).values(values))
    return replace(
        found, standing=settled.standing, settled_at=now, settled_by=settled.actor, revision=settled.revision
    )


async def unsettle(connection: AsyncConnection, found: Proposal) -> Proposal:
    """Mark a proposal as open again and return it."""
    values = {"status": Standing.OPEN, "settled_at": None, "settled_by": None, "revision": None}
    await connection.execute(update(proposal).where(proposal.c.id == found.id).values(values))
    return replace(found, standing=Standing.OPEN, settled_at=None, settled_by=None, revision=None)


def settled_detail(status: str, revision: str | None) -> str:
    """Return what the audit chain says about how a proposal was settled."""
    return digest(status, revision or "")


async def proposal_behind(connection: AsyncConnection, revision: str) -> Proposal | None:
    """Return the proposal whose acceptance made `revision`, or None."""
    row = (await connection.execute(select(proposal).where(proposal.c.revision == revision))).first()
    return None if row is None else _proposal(row)


async def proposals_on(connection: AsyncConnection, change: Change, standing: Standing) -> list[Proposal]:
    """Return the proposals on the document of `change` that stand so, the oldest first."""
    c = proposal.c
    mine = select(proposal).where(_in(change.bucket), c.document == change.name, c.status == standing)
    return [_proposal(row) for row in await connection.execute(mine.order_by(c.made_at))]


def _row(change: Change, hold: Hold, texts: dict[str, str], *, by: By, now: datetime) -> dict[str, Any]:
    operation = hold.operation
    return {
        "id": new_id(now),
        "document": change.name,
        "operation": encode_operation(operation),
        "before": "" if isinstance(operation, Add) else texts.get(operation.entry, ""),
        "author": by.author,
        "reason": hold.reason,
        "detail": hold.detail,
        "run": by.run,
        "status": Standing.OPEN,
        "made_at": now,
        **bucket_values(change.bucket),
    }


def _in(bucket: Bucket) -> Any:
    agent, scope, owner = in_bucket(proposal, bucket)
    return agent & scope & owner


def _proposal(row: Row[Any]) -> Proposal:
    return Proposal(
        id=row.id,
        bucket=Bucket(row.agent, Scope(row.scope), row.owner),
        document=row.document,
        operation=decode_operation(row.operation),
        before=row.before,
        author=Author(row.author),
        reason=row.reason,
        detail=row.detail,
        run=row.run,
        standing=Standing(row.status),
        made_at=row.made_at,
        settled_at=row.settled_at,
        settled_by=row.settled_by,
        revision=row.revision,
    )
