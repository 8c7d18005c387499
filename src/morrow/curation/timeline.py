"""What happened to memory, the newest first: dreams, captures, edits, imports, forgettings, archives, shares.

Made of the rows that tell of them anyway: runs, revisions, receipts and the audit chain. Stores nothing.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import in_utc
from morrow.documents import table
from morrow.documents.entries import Author
from morrow.errors import InvalidInput
from morrow.jobs.ledger import Status
from morrow.jobs.table import run
from morrow.owners import Bucket, Scope
from morrow.store import in_bucket
from morrow.writing.audit import Action
from morrow.writing.forgetting import FORGOTTEN
from morrow.writing.table import audit, forgetting

ARCHIVE = "archive/"


class EventKind(StrEnum):
    """What an event is."""

    DREAM = "dream"
    CAPTURE = "capture"
    EDIT = "edit"
    IMPORT = "import"
    FORGET = "forget"
    ARCHIVE = "archive"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `ref` is the run's, revision's, receipt's or entry's id.

    `document` and `version` say what an edit, an import or an archive made; `actor` is an owner key or a run's id.
    `status` and `reason` are a run's; the reason of an edit is its writer's.
    """

    id: str
    kind: EventKind
    at: datetime
    scope: Scope
    owner: str
    actor: str
    ref: str
    document: str = ""
    version: int = 0
    status: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events: of these kinds (none: all), within [since, until), behind the event that `after` names."""

    kinds: Collection[EventKind] = ()
    since: datetime | None = None
    until: datetime | None = None
    after: str = ""

    def has(self, *kinds: EventKind) -> bool:
        """Whether any of `kinds` is wanted."""
        return not self.kinds or bool(set(kinds) & set(self.kinds))


@dataclass(frozen=True, slots=True)
class EventPage:
    """Some events, the newest first; `next` is the `after` of the following ones, empty at the end."""

    events: tuple[Event, ...]
    next: str


_RUNS = {
    EventKind.DREAM: ("dream", (Status.COMPLETED, Status.SKIPPED, Status.FAILED, Status.CANCELED)),
    EventKind.CAPTURE: ("extraction", (Status.COMPLETED, Status.FAILED)),
}
_TOLD_BY_RUNS = (Author.EXTRACTION, Author.DREAM)


async def timeline(connection: AsyncConnection, buckets: Sequence[Bucket], wanted: Wanted, *, limit: int) -> EventPage:
    """Return at most `limit` events of `buckets`. Raises InvalidInput for an `after` that is no page's `next`."""
    found: list[Event] = []
    for bucket in buckets:
        for kind in _RUNS:
            if wanted.has(kind):
                found += await _runs(connection, bucket, kind, wanted, limit)
        if wanted.has(EventKind.EDIT, EventKind.IMPORT, EventKind.ARCHIVE):
            found += await _revisions(connection, bucket, wanted, limit)
        if wanted.has(EventKind.FORGET):
            found += await _forgettings(connection, bucket, wanted, limit)
        if wanted.has(EventKind.SHARE):
            found += await _shares(connection, bucket, wanted, limit)
    found.sort(key=lambda event: (event.at, event.id), reverse=True)
    shown = tuple(found[:limit])
    return EventPage(shown, _name(shown[-1]) if len(found) > limit else "")


async def _runs(
    connection: AsyncConnection, bucket: Bucket, kind: EventKind, wanted: Wanted, limit: int
) -> list[Event]:
    c, (name, statuses) = run.c, _RUNS[kind]
    statement = select(c.id, c.status, c.reason, c.started_at.label("at")).where(
        *in_bucket(run, bucket), c.kind == name, c.status.in_(statuses)
    )
    rows = await connection.execute(_within(statement, c.started_at, c.id, wanted, limit))
    return [_event(bucket, row, kind, actor="system", ref=row.id, status=row.status, reason=row.reason) for row in rows]


async def _revisions(connection: AsyncConnection, bucket: Bucket, wanted: Wanted, limit: int) -> list[Event]:
    c, d = table.revision.c, table.document.c
    is_archive = d.name.startswith(ARCHIVE, autoescape=True)
    parts = {
        EventKind.EDIT: and_(c.author.not_in([*_TOLD_BY_RUNS, Author.IMPORT]), ~is_archive),
        EventKind.IMPORT: and_(c.author == Author.IMPORT, ~is_archive),
        EventKind.ARCHIVE: is_archive,
    }
    statement = (
        select(c.id, c.version, c.author, c.actor, c.reason, c.at, d.name)
        .join(table.document, d.id == c.document)
        .where(*in_bucket(table.revision, bucket), c.reason != FORGOTTEN)
        .where(or_(*(condition for kind, condition in parts.items() if wanted.has(kind))))
    )
    rows = await connection.execute(_within(statement, c.at, c.id, wanted, limit))
    return [
        _event(
            bucket, row, _kind_of(row), actor=row.actor, ref=row.id, document=row.name, version=row.version,
            reason=row.reason,
        )
        for row in rows
    ]  # fmt: skip


def _kind_of(row: Any) -> EventKind:
    if row.name.startswith(ARCHIVE):
        return EventKind.ARCHIVE
    return EventKind.IMPORT if row.author == Author.IMPORT else EventKind.EDIT


async def _forgettings(connection: AsyncConnection, bucket: Bucket, wanted: Wanted, limit: int) -> list[Event]:
    c = forgetting.c
    statement = select(c.id, c.subject, c.actor, c.at).where(*in_bucket(forgetting, bucket))
    rows = await connection.execute(_within(statement, c.at, c.id, wanted, limit))
    return [_event(bucket, row, EventKind.FORGET, actor=row.actor, ref=row.subject) for row in rows]


async def _shares(connection: AsyncConnection, bucket: Bucket, wanted: Wanted, limit: int) -> list[Event]:
    c = audit.c
    statement = select(c.hash.label("id"), c.subject, c.actor, c.at).where(
        *in_bucket(audit, bucket), c.action == Action.SHARE
    )
    rows = await connection.execute(_within(statement, c.at, c.hash, wanted, limit))
    return [_event(bucket, row, EventKind.SHARE, actor=row.actor, ref=row.subject) for row in rows]


def _event(bucket: Bucket, row: Any, kind: EventKind, **more: Any) -> Event:
    return Event(id=row.id, kind=kind, at=row.at, scope=bucket.scope, owner=bucket.owner, **more)


def _within(statement: Any, at: Any, ident: Any, wanted: Wanted, limit: int) -> Any:
    if wanted.since is not None:
        statement = statement.where(at >= wanted.since)
    if wanted.until is not None:
        statement = statement.where(at < wanted.until)
    if wanted.after:
        moment, last = _named(wanted.after)
        statement = statement.where(or_(at < moment, and_(at == moment, ident < last)))
    return statement.order_by(at.desc(), ident.desc()).limit(limit + 1)


def _name(event: Event) -> str:
    return f"{event.at.isoformat()}~{event.id}"


def _named(after: str) -> tuple[datetime, str]:
    moment, _, last = after.partition("~")
    try:
        return in_utc(datetime.fromisoformat(moment)), last
    except ValueError as error:
        raise InvalidInput(f"{after[:80]!r}: no page begins there; take `next` of the page before") from error
