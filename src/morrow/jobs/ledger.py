"""The ledger of runs: who may start one, how far it is, and how it ended. A key can be had once, so is an effect."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, case, func, literal, not_, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.errors import LeaseLost
from morrow.jobs.table import run
from morrow.owners import Bucket, Scope
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id
from morrow.store.statements import hold_buckets, insert_new
from morrow.store.types import Instant

LEASE = timedelta(minutes=2)  # renewed four times as often while a run works; a dead one is taken over after it
MAX_ATTEMPTS = 5
_FIRST_RETRY = timedelta(minutes=1)
_NEIGHBOURS = timedelta(hours=1)
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
    """Work that waits: its key names it wherever and however often it is found.

    `subject` is what somebody asked for: one conversation, or the topic of a dream; empty for all there is.
    """

    key: str
    kind: str
    bucket: Bucket
    scheduled_date: date | None = None
    scheduled_at: datetime | None = None
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: what it does, and how many of how many are done; a total of 0 is not known."""

    step: str = ""
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """One execution of a job. `attempts` counts its starts, and names the one that holds it now."""

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
    subject: str = ""
    progress: Progress = Progress()
    is_cancel_asked: bool = False

    @property
    def due(self) -> Due:
        """Return the work that this run does."""
        return Due(self.key, self.kind, self.bucket, self.scheduled_date, subject=self.subject)


async def claim(connection: AsyncConnection, due: Due, *, worker: str, now: datetime) -> Run | None:
    """Start the run of `due` and return it, or None if it ran before, runs elsewhere, or is not to be retried yet.

    While another run of the same kind works on the bucket none is started. A run whose worker died is taken over when
    its lease has ended.
    """
    await hold_buckets(connection, [due.bucket])
    if await _is_at_work(connection, due, now):
        return None
    held = {"status": Status.RUNNING, "worker": worker, "lease_until": now + LEASE}
    made = await connection.execute(
        insert_new(connection, run).values(_new(due, now) | held | {"attempts": 1}).returning(run.c.id)
    )
    if made.one_or_none() is not None:
        return await find_run(connection, due.key)
    first = case((run.c.attempts == 0, literal(now, Instant())), else_=run.c.started_at)
    taken = await connection.execute(
        update(run)
        .where(run.c.key == due.key, may_start_again(now))
        .values(**held, attempts=run.c.attempts + 1, reason="", started_at=first, finished_at=None, retry_at=None)
    )
    return await find_run(connection, due.key) if taken.rowcount == 1 else None


async def enqueue(connection: AsyncConnection, due: Due, *, now: datetime) -> Run:
    """Write down that `due` is to be run by whichever worker comes first, and return its run, new or old."""
    waiting = {"status": Status.PENDING, "worker": "", "retry_at": now, "attempts": 0}
    await connection.execute(insert_new(connection, run).values(_new(due, now) | waiting))
    found = await find_run(connection, due.key)
    if found is None:
        raise LeaseLost(f"the run {due.key!r} was erased while it was asked for")
    return found


async def advance(connection: AsyncConnection, held: Run, progress: Progress) -> bool:
    """Write down how far `held` is, in the transaction that holds the step's effect; return whether it is to stop.

    Raises LeaseLost, so that nothing of the step is kept, if another worker has taken the run over.
    """
    moved = await connection.execute(
        update(run)
        .where(_is_held(held))
        .values(step=progress.step, done=progress.done, total=progress.total)
        .returning(run.c.cancel_asked)
    )
    asked = moved.scalar_one_or_none()
    if asked is None:
        raise LeaseLost(f"{held.kind}: another worker has taken this run over; nothing of this step is kept")
    return bool(asked)


async def renew(connection: AsyncConnection, held: Run, *, until: datetime) -> bool:
    """Hold a run until then; return False if it ended, or if another worker has it."""
    renewed = await connection.execute(update(run).where(_is_held(held)).values(lease_until=until))
    return renewed.rowcount == 1


async def finish(
    connection: AsyncConnection, done: Run, status: Status, *, reason: str = "", report: str = "", now: datetime
) -> None:
    """Write down how a run ended, in the transaction that holds its effect.

    Raises LeaseLost, so that the effect is not kept, if another worker has it now, or its memory was erased.
    """
    ended = await connection.execute(
        update(run)
        .where(_is_held(done))
        .values(status=status, reason=reason, report=report, finished_at=now, lease_until=None, retry_at=None)
    )
    if not ended.rowcount:
        raise LeaseLost(f"{done.kind}: another worker has taken this run over; nothing of it is kept")


async def fail(
    connection: AsyncConnection,
    failed: Run,
    *,
    reason: str,
    now: datetime,
    until: datetime | None = None,
    report: str = "",
) -> None:
    """Write down that a run failed, and when it is tried again: after 1, 2, 4, 8 minutes, then by hand only.

    With `until` it waits for that time, and the attempt does not count: nothing was wrong, as when a day's budget is
    used up. One that another worker has taken over is left to that one.
    """
    wait = _FIRST_RETRY * 2 ** (failed.attempts - 1) if failed.attempts < MAX_ATTEMPTS else None
    again = until or (now + wait if wait else None)
    await connection.execute(
        update(run)
        .where(_is_held(failed))
        .values(
            status=case((run.c.cancel_asked, Status.CANCELED), else_=Status.FAILED),
            reason=reason,
            report=report,
            finished_at=now,
            lease_until=None,
            attempts=run.c.attempts - (1 if until else 0),
            retry_at=case((run.c.cancel_asked, null()), else_=literal(again, Instant())),
        )
    )


async def find_run(connection: AsyncConnection, key: str) -> Run | None:
    """Return the run of that key or id, or None."""
    row = (await connection.execute(select_runs().where((run.c.key == key) | (run.c.id == key)))).one_or_none()
    return None if row is None else read_run(row)


async def recent_runs(
    connection: AsyncConnection,
    bucket: Bucket,
    kind: str,
    *,
    limit: int = 50,
    statuses: Collection[Status] | None = None,
) -> list[Run]:
    """Return the bucket's runs of one kind (and of these statuses), the newest first."""
    statement = select_runs().where(*in_bucket(run, bucket), run.c.kind == kind)
    if statuses is not None:
        statement = statement.where(run.c.status.in_(statuses))
    rows = await connection.execute(statement.order_by(run.c.started_at.desc(), run.c.id.desc()).limit(limit))
    return [read_run(row) for row in rows]


async def last_starts(connection: AsyncConnection, kind: str) -> dict[Bucket, datetime]:
    """Return when the last run of one kind that ended well began, by bucket."""
    c = run.c
    ended = select(c.agent, c.scope, c.owner, func.max(c.started_at).label("last")).where(
        c.kind == kind, c.status.in_((Status.COMPLETED, Status.SKIPPED))
    )
    rows = await connection.execute(ended.group_by(c.agent, c.scope, c.owner))
    return {Bucket(row.agent, Scope(row.scope), row.owner): row.last for row in rows}


async def running(connection: AsyncConnection, bucket: Bucket, kind: str, *, now: datetime) -> Run | None:
    """Return the bucket's live run of one kind; one whose lease has ended is no longer live."""
    statement = select_runs().where(
        *in_bucket(run, bucket), run.c.kind == kind, run.c.status == Status.RUNNING, run.c.lease_until >= now
    )
    row = (await connection.execute(statement.limit(1))).one_or_none()
    return None if row is None else read_run(row)


async def known_keys(connection: AsyncConnection, kind: str, keys: list[str], *, now: datetime) -> set[str]:
    """Return which of `keys` need no new start at `now`: those that ended, and those that run or wait for a retry."""
    rows = await connection.execute(
        select(run.c.key).where(run.c.kind == kind, run.c.key.in_(keys), not_(may_start_again(now)))
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


async def _is_at_work(connection: AsyncConnection, due: Due, now: datetime) -> bool:
    """Whether a run of the same kind works on the bucket; one of another day is no neighbour of a replayed night."""
    live = await connection.execute(
        select(run.c.id)
        .where(*in_bucket(run, due.bucket), run.c.kind == due.kind, run.c.status == Status.RUNNING)
        .where(run.c.lease_until.between(now, now + _NEIGHBOURS))
        .limit(1)
    )
    return live.one_or_none() is not None


def may_start_again(now: datetime) -> ColumnElement[bool]:
    """Say of a run that its worker died, or that the time of its start or retry has come; never unknown."""
    c = run.c
    is_dead = and_(c.status == Status.RUNNING, c.lease_until.is_not(None), c.lease_until < now)
    waits = c.status.in_((Status.PENDING, Status.FAILED))
    return or_(is_dead, and_(waits, c.retry_at.is_not(None), c.retry_at <= now))


def _is_held(held: Run) -> ColumnElement[bool]:
    """Say of a run that it is still in the hands that started it this time."""
    return and_(run.c.id == held.id, run.c.status == Status.RUNNING, run.c.attempts == held.attempts)


def _new(due: Due, now: datetime) -> dict[str, Any]:
    return {
        "id": new_id(now),
        "key": due.key,
        "kind": due.kind,
        "scheduled_date": due.scheduled_date,
        "subject": due.subject,
        "reason": "",
        "started_at": now,
        "report": "",
        **bucket_values(due.bucket),
    }


def select_runs() -> Any:
    """Return the select of runs, whose rows `read_run` reads."""
    c = run.c
    return select(
        c.id, c.key, c.kind, c.agent, c.scope, c.owner, c.scheduled_date, c.status, c.reason, c.attempts,
        c.started_at, c.finished_at, c.retry_at, c.report, c.subject, c.step, c.done, c.total, c.cancel_asked,
    )  # fmt: skip


def read_run(row: Row[Any]) -> Run:
    """Return the run of a row."""
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
        subject=row.subject,
        progress=Progress(row.step, row.done, row.total),
        is_cancel_asked=row.cancel_asked,
    )
