"""The ledger of runs: who may start one, and how it ended. A key can be had once, so an effect happens once."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.jobs.table import run
from morrow.owners import Bucket, Scope
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id
from morrow.store.statements import insert_new

LEASE = timedelta(minutes=15)
MAX_ATTEMPTS = 5
_FIRST_RETRY = timedelta(minutes=1)
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


class Status(StrEnum):
    """How a run stands; `completed` means work was done, `skipped` that there was none, for the given reason."""

    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    SKIPPED = "skipped"
    FAILED = "failed"
    CANCELED = "canceled"


@dataclass(frozen=True, slots=True)
class Due:
    """Work that waits: its key names it wherever and however often it is found."""

    key: str
    kind: str
    bucket: Bucket
    scheduled_date: date | None = None
    scheduled_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a job."""

    id: str
    key: str
    kind: str
    bucket: Bucket
    scheduled_date: date | None
    status: Status
    reason: str
    attempts: int
    started_at: datetime
    finished_at: datetime | None
    retry_at: datetime | None
    report: str


async def claim(connection: AsyncConnection, due: Due, *, worker: str, now: datetime) -> Run | None:
    """Start the run of `due` and return it, or None if it ran before, runs elsewhere, or is not to be retried yet.

    A run whose worker died is taken over when its lease has ended.
    """
    values = {
        "id": new_id(now),
        "key": due.key,
        "kind": due.kind,
        "scheduled_date": due.scheduled_date,
        "status": Status.RUNNING,
        "reason": "",
        "attempts": 1,
        "worker": worker,
        "lease_until": now + LEASE,
        "started_at": now,
        "report": "",
        **bucket_values(due.bucket),
    }
    made = await connection.execute(insert_new(connection, run).values(values).returning(run.c.id))
    if made.one_or_none() is not None:
        return await find_run(connection, due.key)
    taken = await connection.execute(
        update(run)
        .where(run.c.key == due.key, _may_start_again(now))
        .values(status=Status.RUNNING, attempts=run.c.attempts + 1, worker=worker, lease_until=now + LEASE, reason="")
    )
    return await find_run(connection, due.key) if taken.rowcount == 1 else None


async def finish(
    connection: AsyncConnection, done: Run, status: Status, *, reason: str = "", report: str = "", now: datetime
) -> None:
    """Write down how a run ended, in the transaction that holds its effect."""
    await connection.execute(
        update(run)
        .where(run.c.id == done.id)
        .values(status=status, reason=reason, report=report, finished_at=now, lease_until=None, retry_at=None)
    )


async def fail(connection: AsyncConnection, failed: Run, *, reason: str, now: datetime) -> None:
    """Write down that a run failed, and when it is tried again: after 1, 2, 4, 8 minutes, then by hand only."""
    await connection.execute(
        update(run)
        .where(run.c.id == failed.id)
        .values(
            status=Status.FAILED,
            reason=reason,
            finished_at=now,
            lease_until=None,
            retry_at=now + _FIRST_RETRY * 2 ** (failed.attempts - 1),
        )
    )


async def find_run(connection: AsyncConnection, key: str) -> Run | None:
    """Return the run of that key or id, or None."""
    row = (await connection.execute(_runs().where((run.c.key == key) | (run.c.id == key)))).one_or_none()
    return None if row is None else _run(row)


async def recent_runs(
    connection: AsyncConnection,
    bucket: Bucket,
    kind: str,
    *,
    limit: int = 50,
    statuses: Collection[Status] | None = None,
) -> list[Run]:
    """Return the bucket's runs of one kind (and of these statuses), the newest first."""
    statement = _runs().where(*in_bucket(run, bucket), run.c.kind == kind)
    if statuses is not None:
        statement = statement.where(run.c.status.in_(statuses))
    rows = await connection.execute(statement.order_by(run.c.started_at.desc(), run.c.id.desc()).limit(limit))
    return [_run(row) for row in rows]


async def running(connection: AsyncConnection, bucket: Bucket, kind: str, *, now: datetime) -> Run | None:
    """Return the bucket's live run of one kind; one whose lease has ended is no longer live."""
    statement = _runs().where(
        *in_bucket(run, bucket), run.c.kind == kind, run.c.status == Status.RUNNING, run.c.lease_until >= now
    )
    row = (await connection.execute(statement.limit(1))).one_or_none()
    return None if row is None else _run(row)


async def known_keys(connection: AsyncConnection, kind: str, keys: list[str], *, now: datetime) -> set[str]:
    """Return which of `keys` need no new start at `now`: those that ended, and those that run or wait for a retry."""
    rows = await connection.execute(
        select(run.c.key).where(run.c.kind == kind, run.c.key.in_(keys), not_(_may_start_again(now)))
    )
    return set(rows.scalars())


async def release(connection: AsyncConnection, buckets: Iterable[Bucket], *, now: datetime) -> None:
    """Let anyone take over, at whatever time they replay, the runs of `buckets` whose lease has ended by `now`.

    A replay claims runs at times long past; one that died would else hold them against the next replay.
    """
    for bucket in buckets:
        await connection.execute(
            update(run)
            .where(*in_bucket(run, bucket), run.c.status == Status.RUNNING, run.c.lease_until < now)
            .values(lease_until=_LONG_AGO)
        )


def _may_start_again(now: datetime) -> ColumnElement[bool]:
    """Say of a run that its worker died, or that the time of its retry has come; never unknown."""
    c = run.c
    is_dead = and_(c.status == Status.RUNNING, c.lease_until.is_not(None), c.lease_until < now)
    is_to_be_retried = and_(c.status == Status.FAILED, c.retry_at.is_not(None), c.retry_at <= now)
    return or_(is_dead, and_(is_to_be_retried, c.attempts < MAX_ATTEMPTS))


def _runs() -> Any:
    c = run.c
    return select(
        c.id, c.key, c.kind, c.agent, c.scope, c.owner, c.scheduled_date, c.status, c.reason, c.attempts,
        c.started_at, c.finished_at, c.retry_at, c.report,
    )  # fmt: skip


def _run(row: Row[Any]) -> Run:
    return Run(
        id=row.id,
        key=row.key,
        kind=row.kind,
        bucket=Bucket(row.agent, Scope(row.scope), row.owner),
        scheduled_date=row.scheduled_date,
        status=Status(row.status),
        reason=row.reason,
        attempts=row.attempts,
        started_at=row.started_at,
        finished_at=row.finished_at,
        retry_at=row.retry_at,
        report=row.report,
    )
