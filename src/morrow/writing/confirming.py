"""Marks an entry as confirmed by a person: from then on it changes only by that person's word. Its text stays."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.owners import Bucket
from morrow.store import in_bucket
from morrow.writing.audit import Act, Action, append


async def confirm_entry(connection: AsyncConnection, bucket: Bucket, entry: str, *, actor: str, now: datetime) -> None:
    """Confirm a living entry of `bucket`, whose writers the caller holds; one that was confirmed already stays so."""
    c = table.entry.c
    mine = (*in_bucket(table.entry, bucket), c.id == entry, c.retired_at.is_(None), c.confirmed_at.is_(None))
    done = await connection.execute(update(table.entry).where(*mine).values(confirmed_at=now))
    if done.rowcount:
        await append(connection, bucket, Act(actor, Action.CONFIRM, entry), now=now)
