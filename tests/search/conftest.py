"""A store that surely has the search tables."""

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.search.table import create_full_text, search_bucket, search_item
from morrow.store import Store, metadata
from morrow.store.visibility import row_security


@pytest.fixture
async def index(store: Store) -> Store:
    async with store.write() as connection:
        if not await connection.run_sync(lambda c: inspect(c).has_table("search_item")):
            await _create(connection, store.dialect)
    return store


async def _create(connection: AsyncConnection, dialect: str) -> None:
    await connection.run_sync(metadata.create_all, [search_bucket, search_item])
    policies = [s for t in (search_bucket, search_item) for s in row_security(t.name)]
    for statement in [*create_full_text(dialect), *(policies if dialect == "postgresql" else [])]:
        await connection.execute(text(statement))
