"""Counts, tells and erases every row of buckets, whichever folder's table holds it. What is erased leaves no revision.

Rows are found by the columns that name a bucket, so a new table with personal rows is covered the day it is declared.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, and_, delete, false, func, or_, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import message
from morrow.owners import ANY_AGENT, Bucket, Owner, Scope
from morrow.search import index
from morrow.store import in_bucket
from morrow.store.schema import personal_tables
from morrow.store.statements import hold_buckets

# What others are made from, and what only the store itself reads: not told, but counted and erased.
_DERIVED = frozenset({"search_item", "search_bucket", "mirror_file"})


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is kept: its table, and its columns by name."""

    table: str
    values: Mapping[str, Any]


async def buckets_of_owner(connection: AsyncConnection, owner: Owner) -> tuple[Bucket, ...]:
    """Return the owner's buckets with every agent."""
    return await _buckets(connection, owner=owner.key, scope=str(Scope.PERSONAL))


async def buckets_of_agent(connection: AsyncConnection, agent: str) -> tuple[Bucket, ...]:
    """Return every bucket of an agent, by its id: the shared one and those of its owners."""
    return await _buckets(connection, agent=agent)


async def every_owner(connection: AsyncConnection) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the agents that each owner has memory with, by owner key."""
    agents: dict[str, list[str]] = {}
    for bucket in await _buckets(connection, scope=str(Scope.PERSONAL)):
        agents.setdefault(bucket.owner, []).append(bucket.agent)
    return {owner: tuple(sorted(found)) for owner, found in sorted(agents.items())}


async def count_rows(connection: AsyncConnection, buckets: Collection[Bucket]) -> Mapping[str, int]:
    """Return how many rows of each table belong to `buckets`; tables without any are left out."""
    counts = {}
    for table in personal_tables():
        counted = select(func.count()).select_from(table).where(_in_any(table, buckets))
        counts[table.name] = int((await connection.execute(counted)).scalar_one())
    return {name: count for name, count in sorted(counts.items()) if count}


async def tell_rows(connection: AsyncConnection, buckets: Collection[Bucket]) -> list[Row]:
    """Return every row of `buckets` but those of the index and of the files' bookkeeping, which are made from these."""
    found = []
    for table in reversed(personal_tables()):
        if table.name not in _DERIVED:
            rows = await connection.execute(select(table).where(_in_any(table, buckets)))
            found += [Row(table.name, dict(row._mapping)) for row in rows]
    return found


async def erase_rows(connection: AsyncConnection, buckets: Collection[Bucket]) -> Mapping[str, int]:
    """Delete every row of `buckets`, their part of the search index included, and return how many of each table.

    The audit chains of the buckets go too; each bucket has its own, so the others still hold.
    """
    await hold_buckets(connection, buckets)
    counts = await count_rows(connection, buckets)
    for bucket in buckets:
        await index.remove_bucket(connection, bucket)
    for table in personal_tables():
        await connection.execute(delete(table).where(_in_any(table, buckets)))
    await index.purge(connection)
    return counts


async def said_in_groups(connection: AsyncConnection, owner: Owner) -> int:
    """Return how many messages of an owner stand in the memory of groups, which is not the owner's alone."""
    c = message.c
    counted = select(func.count()).select_from(message).where(c.said_by == owner.key, c.owner != owner.key)
    return int((await connection.execute(counted)).scalar_one())


async def _buckets(connection: AsyncConnection, **wanted: str) -> tuple[Bucket, ...]:
    parts = [
        select(t.c.agent, t.c.scope, t.c.owner)
        .where(t.c.agent != ANY_AGENT, *(t.c[name] == value for name, value in wanted.items()))
        .distinct()
        for t in personal_tables()
    ]
    rows = await connection.execute(union(*parts))
    return tuple(sorted((Bucket(row.agent, Scope(row.scope), row.owner) for row in rows), key=lambda one: one.key))


def _in_any(table: Table, buckets: Collection[Bucket]) -> Any:
    return or_(false(), *(and_(*in_bucket(table, bucket)) for bucket in buckets))
