"""Pages stay quick and small: ten thousand things to list, and what a first visit loads."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Response
from sqlalchemy import Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection
from tests.web.told import ME, House, looking

from morrow.documents.entries import Add
from morrow.documents.table import document, revision
from morrow.memory import Memory
from morrow.owners import Bucket
from morrow.store import bucket_values
from morrow.store.ids import new_id
from morrow.testing import Clock
from morrow.writing.codec import encode_operation
from morrow.writing.table import proposal

MANY = 10_000
MOST_BYTES = 100_000


async def _fill(connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]) -> None:
    for start in range(0, len(rows), 2_000):
        await connection.execute(insert(table), rows[start : start + 2_000])


async def _crowd(memory: Memory, clock: Clock) -> None:
    """Let ten thousand proposals wait, and ten thousand versions of a document be written."""
    bucket = Bucket.personal((await memory.agent().row()).id, ME)
    values, now = bucket_values(bucket), clock()
    big = {"id": new_id(now), "name": "big.md", "text": "", "version": MANY, "enabled": False, "sort_order": 0}
    proposals = [
        {
            "id": new_id(now), "document": "MEMORY.md", "operation": encode_operation(Add("Facts", f"- Fact {n}.")),
            "before": "", "author": "dream", "reason": "asked_first", "detail": "", "run": None, "status": "open",
            "made_at": now, **values,
        }
        for n in range(MANY)
    ]  # fmt: skip
    versions = [
        {
            "id": new_id(now - timedelta(minutes=n)), "document": big["id"], "version": MANY - n, "parent_hash": "",
            "hash": "", "author": "person", "actor": ME.key, "reason": "edited by hand", "operations": "[]",
            "delta": "[]", "at": now - timedelta(minutes=n), **values,
        }
        for n in range(MANY)
    ]  # fmt: skip
    async with memory.parts.store.write() as connection:
        await connection.execute(insert(document).values(**big, updated_at=now, **values))
        await _fill(connection, proposal, proposals)
        await _fill(connection, revision, versions)


async def test_pages_of_ten_thousand_things_come_within_a_second(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    await client.get("/")
    await _crowd(memory, clock)
    took: dict[str, float] = {}
    for page in ("today", "inbox", "timeline"):
        await client.get(f"/agents/default/{page}")
        begun = time.monotonic()
        answer = await client.get(f"/agents/default/{page}")
        took[page] = time.monotonic() - begun
        assert answer.status_code == 200

    assert {page: seconds for page, seconds in took.items() if seconds >= 1.0} == {}


def _keeping(answers: list[Response]) -> Callable[[Response], None]:
    def keep(answer: Response) -> None:
        answers.append(answer)

    return keep


@pytest.mark.asyncio(loop_scope="session")
async def test_a_first_visit_loads_less_than_a_hundred_kilobytes(house: House, browser: Browser) -> None:
    loaded: dict[str, int] = {}
    for page in ("today", "inbox", "timeline", "files", "chat", "search?q=release", "settings"):
        async with looking(browser, house) as (tab, _):
            answers: list[Response] = []
            tab.on("response", _keeping(answers))
            await tab.goto(f"/agents/default/{page}", wait_until="networkidle")
            sizes = [await answer.request.sizes() for answer in answers]
        loaded[page] = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
        assert len(answers) > 5

    assert {page: size for page, size in loaded.items() if size >= MOST_BYTES} == {}
