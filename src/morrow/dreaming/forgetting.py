"""Takes forgotten words out of the reports of one bucket's dreams; that something was dreamt stays."""

from dataclasses import replace

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.forgetting import MARK, Forgotten
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import RUN_KIND, Report, ReportItem, decode, encode
from morrow.jobs.table import run
from morrow.owners import Bucket
from morrow.store import in_bucket


async def cut_reports(connection: AsyncConnection, bucket: Bucket, words: Forgotten) -> int:
    """Write the bucket's reports again without the words, and return how many held them."""
    c = run.c
    rows = await connection.execute(
        select(c.id, c.report).where(*in_bucket(run, bucket), c.kind == RUN_KIND, c.report != "")
    )
    held = 0
    for row in rows.all():
        clean = encode(without(decode(row.report), words))
        if clean != row.report:
            held += 1
            await connection.execute(update(run).where(c.id == row.id).values(report=clean))
    return held


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
