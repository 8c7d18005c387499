"""Forgets in one transaction wherever words stand: what curation reaches, the reports of dreams, and summaries."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.context.stored import forget_summaries
from morrow.curation.forgetting import Receipt, Wanted, forget, keep_receipt
from morrow.dreaming.forgetting import cut_reports
from morrow.owners import Bucket


async def forget_everywhere(
    connection: AsyncConnection, bucket: Bucket, wanted: Wanted, *, actor: str, keep_messages: bool, now: datetime
) -> Receipt:
    """Forget `wanted` in a bucket and return the receipt, which is kept."""
    done = await forget(connection, bucket, wanted, actor=actor, keep_messages=keep_messages, now=now)
    reports = await cut_reports(connection, bucket, done.words)
    summaries = sum([await forget_summaries(connection, conversation) for conversation in done.conversations])
    receipt = done.receipt.with_removed(reports=reports, summaries=summaries)
    await keep_receipt(connection, bucket, receipt)
    return receipt
