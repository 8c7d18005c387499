"""Takes forgotten words out of what runs of one bucket tell: reports, topics, reasons. That they ran stays."""

from dataclasses import replace

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.forgetting import MARK, Forgotten
from morrow.dreaming.growth import KIND as GROWTH_KIND
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import RUN_KIND, Report, ReportItem, decode, encode
from morrow.jobs.table import run
from morrow.owners import Bucket
from morrow.store import in_bucket
from morrow.text.json_strings import mapped_json


async def cut_reports(connection: AsyncConnection, bucket: Bucket, words: Forgotten) -> int:
    """Write what the bucket's runs tell again without the words, and return how many held them."""
    return await _cut_runs(connection, words, *in_bucket(run, bucket))


async def cut_growth(connection: AsyncConnection, agent: str, words: Forgotten) -> int:
    """Do so with the runs in which an agent's SOUL.md grew: shared ones, but made of one owner's memory, perhaps."""
    return await _cut_runs(connection, words, *in_bucket(run, Bucket.team(agent)), run.c.kind == GROWTH_KIND)


async def _cut_runs(connection: AsyncConnection, words: Forgotten, *some: ColumnElement[bool]) -> int:
    c = run.c
    told = or_(c.report != "", c.subject != "", c.reason != "")
    rows = await connection.execute(select(c.id, c.kind, c.report, c.subject, c.reason).where(*some, told))
    held = 0
    for row in rows.all():
        clean = {
            "report": _clean_report(row.kind, row.report, words),
            "subject": words.cut(row.subject, MARK),
            "reason": words.cut(row.reason, MARK),
        }
        if clean != {name: getattr(row, name) for name in clean}:
            held += 1
            await connection.execute(update(run).where(c.id == row.id).values(clean))
    return held


async def blank_growth(connection: AsyncConnection, agent: str) -> None:
    """Empty the accounts of how an agent's SOUL.md grew: a model's own words stand there, made of what it read."""
    some = (*in_bucket(run, Bucket.team(agent)), run.c.kind == GROWTH_KIND)
    await connection.execute(update(run).where(*some).values(report=""))


def _clean_report(kind: str, report: str, words: Forgotten) -> str:
    if not report:
        return report
    if kind == RUN_KIND:
        return encode(without(decode(report), words))
    return mapped_json(report, lambda text: words.cut(text, MARK))


def without(report: Report, words: Forgotten) -> Report:
    """Return a report without the words."""
    return replace(
        report,
        diff=words.cut(report.diff, MARK),
        model_reason=words.cut(report.model_reason, MARK),
        topic=words.cut(report.topic, MARK),
        items=tuple(_without(item, words) for item in report.items),
    )


def _without(item: ReportItem, words: Forgotten) -> ReportItem:
    if words.says(item.text):
        return replace(item, text="", detail="", replaced="", sources=(), reason=Reason.FORGOTTEN)
    sources = tuple(replace(source, quote=words.cut(source.quote, MARK)) for source in item.sources)
    return replace(
        item, text=words.cut(item.text, MARK), detail=words.cut(item.detail, MARK),
        replaced=words.cut(item.replaced, MARK), sources=sources,
    )  # fmt: skip
