"""Forgets in one transaction wherever words stand: what curation reaches, runs, summaries, SOUL.md, kept answers."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.context.stored import forget_summaries
from morrow.curation.forgetting import Receipt, Wanted, forget, keep_receipt
from morrow.dreaming.forgetting import cut_growth, cut_reports
from morrow.owners import Bucket
from morrow.roster.answers import blank_answers
from morrow.writing.forgetting import redact_grown


async def forget_everywhere(
    connection: AsyncConnection, bucket: Bucket, wanted: Wanted, *, actor: str, keep_messages: bool, now: datetime
) -> Receipt:
    """Forget `wanted` in a bucket and return the receipt, which is kept.

    Answers kept for a request sent again are blanked, whosever they are: which of them hold the words is not looked at.
    """
    done = await forget(connection, bucket, wanted, actor=actor, keep_messages=keep_messages, now=now)
    reports, grown = await cut_reports(connection, bucket, done.words), 0
    if not bucket.is_shared:
        reports += await cut_growth(connection, bucket.agent, done.words)
        grown = await redact_grown(connection, bucket.agent, done.words, now=now)
    summaries = await forget_summaries(connection, bucket, done.conversations, done.words.pieces)
    await blank_answers(connection)
    proposals = done.receipt.removed["proposals"] + grown
    receipt = done.receipt.with_removed(reports=reports, summaries=summaries, proposals=proposals)
    await keep_receipt(connection, bucket, receipt)
    return receipt
