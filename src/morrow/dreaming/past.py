"""Past dreams: one report by its id, pages of them, and which one a person has not seen yet. Dreams nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.dreaming.card import shown_items
from morrow.dreaming.report import RUN_KIND as KIND
from morrow.dreaming.report import Engine, Mode, Report, Status, Trigger, decode
from morrow.dreaming.table import card_seen
from morrow.errors import NotFound
from morrow.jobs.table import run
from morrow.owners import Bucket
from morrow.store import bucket_values, in_bucket
from morrow.store.statements import insert_new

TOLD = (Status.COMPLETED, Status.SKIPPED, Status.FAILED, Status.CANCELED)
_ON_A_CARD = TOLD[:-1]
_MOST_UNSEEN = 31  # whoever was away longer is shown the last month


@dataclass(frozen=True, slots=True)
class Filter:
    """Which dreams are wanted: of one mode, of these statuses, begun within [since, until)."""

    mode: Mode | None = None
    statuses: Collection[Status] = TOLD
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Some reports, the newest first; `next` names the place where the following ones begin, empty at the end."""

    reports: tuple[Report, ...]
    next: str


async def find_report(connection: AsyncConnection, bucket: Bucket, wanted: str) -> Report | None:
    """Return the bucket's report of that id, or None; a dream that failed has one that says why."""
    c = run.c
    row = (await connection.execute(_runs(bucket).where(c.id == wanted, c.status.in_(TOLD)))).one_or_none()
    return None if row is None else _report(row)


async def page_of_reports(
    connection: AsyncConnection, bucket: Bucket, wanted: Filter, *, limit: int, after: str = ""
) -> ReportPage:
    """Return at most `limit` of the bucket's reports behind `after`, a page's `next`. Raises NotFound for no such."""
    c = run.c
    statement = _runs(bucket).where(c.status.in_(wanted.statuses))
    if wanted.statuses == TOLD:
        statement = statement.where(c.report != "")  # one that broke off without a report is listed to who asks for it
    if wanted.mode is not None:
        # In JSON a quotation mark inside a text is escaped, so no word of a report can look like its mode.
        statement = statement.where(c.report.contains(f'"mode":"{wanted.mode}"', autoescape=True))
    if wanted.since is not None:
        statement = statement.where(c.started_at >= wanted.since)
    if wanted.until is not None:
        statement = statement.where(c.started_at < wanted.until)
    if after:
        begun = (await connection.execute(_runs(bucket).where(c.id == after))).one_or_none()
        if begun is None:
            raise NotFound(f"{after!r}: no page begins there; take `next` of the page before")
        statement = statement.where(
            or_(c.started_at < begun.started_at, and_(c.started_at == begun.started_at, c.id < after))
        )
    rows = (await connection.execute(statement.limit(limit + 1))).all()
    shown = rows[:limit]
    return ReportPage(tuple(_report(row) for row in shown), shown[-1].id if len(rows) > limit else "")


async def unseen_report(connection: AsyncConnection, bucket: Bucket) -> Report | None:
    """Return the newest report that was not seen and has something to show, else the newest unseen one, or None."""
    found = await _unseen(connection, bucket)
    return next((report for report in found if shown_items(report)), found[0] if found else None)


async def mark_seen(connection: AsyncConnection, bucket: Bucket, report: Report, *, now: datetime) -> None:
    """Note that a report's card was seen, and with it later ones that have nothing to show; again changes nothing."""
    later = [one for one in await _unseen(connection, bucket) if one.started_at >= report.started_at]
    quiet = {one.id for one in later if not shown_items(one)}
    rows = [{"report": one, "seen_at": now, **bucket_values(bucket)} for one in sorted({report.id, *quiet})]
    await connection.execute(insert_new(connection, card_seen), rows)


async def _unseen(connection: AsyncConnection, bucket: Bucket) -> Sequence[Report]:
    c = run.c
    last = (
        await connection.execute(
            select(func.max(c.started_at)).where(
                *in_bucket(run, bucket), c.id.in_(select(card_seen.c.report).where(*in_bucket(card_seen, bucket)))
            )
        )
    ).scalar()
    statement = _runs(bucket).where(c.status.in_(_ON_A_CARD))
    if last is not None:
        statement = statement.where(c.started_at > last)
    return [_report(row) for row in await connection.execute(statement.limit(_MOST_UNSEEN))]


def _runs(bucket: Bucket) -> Any:
    c = run.c
    columns = (c.id, c.agent, c.scope, c.owner, c.scheduled_date, c.status, c.reason, c.started_at, c.finished_at)
    newest_first = (c.started_at.desc(), c.id.desc())
    return select(*columns, c.report).where(*in_bucket(run, bucket), c.kind == KIND).order_by(*newest_first)


def _report(row: Row[Any]) -> Report:
    """Return the report of a run; one that failed wrote none, and its row says why."""
    if row.report:
        return decode(row.report)
    return Report(
        id=row.id,
        agent=row.agent,
        scope=row.scope,
        owner=row.owner,
        mode=Mode.NIGHTLY,
        trigger=Trigger.CRON if row.scheduled_date else Trigger.USER,
        engine=Engine.RULES,
        started_at=row.started_at,
        finished_at=row.finished_at,
        status=Status(row.status),
        error=row.reason,
    )
