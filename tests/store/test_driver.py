import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from morrow.store import driver


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    opened = create_async_engine(f"{driver.NAME}:///{tmp_path / 'some.db'}", pool_size=1, max_overflow=0)
    async with opened.begin() as connection:
        await connection.execute(text("CREATE TABLE word (n INTEGER PRIMARY KEY, text TEXT UNIQUE)"))
        await connection.execute(text("INSERT INTO word VALUES (:n, :t)"), [{"n": 1, "t": "a"}, {"n": 2, "t": "b"}])
    yield opened
    await opened.dispose()


async def test_a_query_gives_its_columns_and_rows(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        found = await connection.execute(text("SELECT n, text AS word FROM word ORDER BY n"))

        assert list(found.keys()) == ["n", "word"]
        assert [(row.n, row.word) for row in found] == [(1, "a"), (2, "b")]


async def test_a_change_tells_how_many_rows_it_met(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        changed = await connection.execute(text("UPDATE word SET text = text || '!'"))
        returned = await connection.execute(text("UPDATE word SET text = 'c' WHERE n = 2 RETURNING n"))

        assert changed.rowcount == 2
        assert list(returned.scalars()) == [2]


async def test_what_a_query_gave_outlives_the_next_statement(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        found = await connection.execute(text("SELECT n FROM word ORDER BY n"))
        await connection.execute(text("DELETE FROM word"))

        assert list(found.scalars()) == [1, 2]


async def test_a_refused_statement_is_told_as_by_any_driver(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(text("INSERT INTO word VALUES (3, 'a')"))


async def test_a_caller_who_is_cancelled_leaves_no_transaction_behind(engine: AsyncEngine) -> None:
    async def write() -> None:
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE word SET text = 'x' WHERE n = 1"))
            await asyncio.sleep(60)

    for turns in range(40):  # each time the cancelling meets it at another step
        writing = asyncio.create_task(write())
        for _ in range(turns):
            await asyncio.sleep(0)
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writing

    async with engine.begin() as connection:
        assert (await connection.execute(text("SELECT text FROM word WHERE n = 1"))).scalar_one() == "a"
