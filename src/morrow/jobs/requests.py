"""What people ask of runs: to see them, to stop one, to try one again. Runs nothing itself."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, literal, null, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import Run, Status, find_run, may_start_again, read_run, select_runs
from morrow.jobs.table import run
from morrow.store.types import Instant

RETRIED = (Status.FAILED, Status.CANCELED)
_NOT_STARTED = (Status.PENDING, Status.FAILED)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which runs are looked for: nothing given means all."""

    agent: str = ""
    kind: str = ""
    statuses: Collection[Status] = ()


def is_cancelable(found: Run) -> bool:
    """Whether a run works, or waits for its start or its retry, and was not asked to stop yet."""
    waits = found.status in _NOT_STARTED and found.retry_at is not None
    return (waits or found.status is Status.RUNNING) and not found.is_cancel_asked


def is_retriable(found: Run) -> bool:
    """Whether a run can be made due again."""
    return found.status in RETRIED


async def list_runs(connection: AsyncConnection, wanted: Wanted, *, limit: int, before: str = "") -> list[Run]:
    """Return what the connection may see of the runs, the newest first; `before` is the id where the last page ended.

    Raises NotFound for a page that ended at no run.
    """
    c = run.c
    statement = select_runs()
    if wanted.agent:
        statement = statement.where(c.agent == wanted.agent)
    if wanted.kind:
        statement = statement.where(c.kind == wanted.kind)
    if wanted.statuses:
        statement = statement.where(c.status.in_(wanted.statuses))
    if before:
        edge = (await connection.execute(select(c.started_at, c.id).where(c.id == before))).one_or_none()
        if edge is None:
            raise NotFound(f"{before!r}: no such job to go on from; list from the start")
        here = tuple_(literal(edge.started_at, Instant()), literal(edge.id))
        statement = statement.where(tuple_(c.started_at, c.id) < here)
    rows = await connection.execute(statement.order_by(c.started_at.desc(), c.id.desc()).limit(limit))
    return [read_run(row) for row in rows]


async def restartable(connection: AsyncConnection, kinds: Sequence[str], *, now: datetime) -> list[Run]:
    """Return the runs that wait for a worker: asked for, to be tried again, or left by a worker that died."""
    rows = await connection.execute(
        select_runs().where(run.c.kind.in_(kinds), may_start_again(now)).order_by(run.c.started_at, run.c.id)
    )
    return [read_run(row) for row in rows]


async def cancel(connection: AsyncConnection, name: str, *, now: datetime) -> Run:
    """Stop a run and return it: one that works stops after its present step, one that waits at once.

    Raises NotFound, and InvalidInput for one that has ended.
    """
    c = run.c
    waits = c.status.in_(_NOT_STARTED) & c.retry_at.is_not(None)
    changed = await connection.execute(
        update(run)
        .where((c.id == name) | (c.key == name), waits | (c.status == Status.RUNNING))
        .values(
            cancel_asked=True,
            status=case((waits, Status.CANCELED), else_=c.status),
            finished_at=case((waits, literal(now, Instant())), else_=c.finished_at),
            retry_at=case((waits, null()), else_=c.retry_at),
        )
    )
    found = await _found(connection, name)
    if not changed.rowcount:
        raise InvalidInput(f"{found.id}: this job is {found.status} already; only one that waits or runs is canceled")
    return found


async def retry(connection: AsyncConnection, name: str, *, now: datetime) -> Run:
    """Make a failed or canceled run due again at once, and return it.

    Raises NotFound, and InvalidInput for one that neither failed nor was canceled.
    """
    c = run.c
    changed = await connection.execute(
        update(run)
        .where((c.id == name) | (c.key == name), c.status.in_(RETRIED))
        .values(status=Status.PENDING, retry_at=now, cancel_asked=False, finished_at=None, step="", done=0, total=0)
    )
    found = await _found(connection, name)
    if not changed.rowcount:
        raise InvalidInput(f"{found.id}: this job is {found.status}; only one that failed or was canceled is retried")
    return found


async def _found(connection: AsyncConnection, name: str) -> Run:
    found = await find_run(connection, name)
    if found is None:
        raise NotFound(f"{name!r}: no such job; `morrow jobs list` has their ids")
    return found
