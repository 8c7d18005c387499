"""Statements that the two engines need spelled differently."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Table, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.owners import Bucket

_HOLD = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")


def insert_new(connection: AsyncConnection, table: Table) -> Any:
    """Return an insert into `table` that leaves a row alone whose unique key is taken."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()


async def hold(connection: AsyncConnection, keys: Iterable[str]) -> None:
    """Make other writers who hold one of these keys wait until this transaction ends.

    SQLite has one writer at a time already; on PostgreSQL each key has an advisory lock, taken in one order.
    """
    if connection.dialect.name == "postgresql":
        for key in sorted(set(keys)):
            await connection.execute(_HOLD, {"key": key})


async def hold_buckets(connection: AsyncConnection, buckets: Iterable[Bucket]) -> None:
    """Make other writers of these buckets wait until this transaction ends."""
    await hold(connection, (bucket.key for bucket in buckets))
