"""Questions to the index, on both engines."""

from datetime import UTC, datetime, timedelta

import pytest

from morrow.owners import Bucket, Owner, Principal
from morrow.search import Found, Item, Period, add, find, remove, remove_all, remove_bucket
from morrow.store import Store

NOW = datetime(2026, 4, 9, 8, 0, tzinfo=UTC)
ADA = Principal("a1", Owner.user(7))
BO = Principal("a1", Owner.user(8))
OWN = Bucket.personal("a1", Owner.user(7))


def entry(text: str, ref: str = "e1", document: str = "MEMORY.md", bucket: Bucket = OWN) -> Item:
    return Item(bucket=bucket, kind="entry", ref=ref, text=text, document=document)


async def put(store: Store, *items: Item) -> None:
    async with store.write() as connection:
        await add(connection, items)


async def ask(store: Store, question: str, principal: Principal = ADA, **how: object) -> list[Found]:
    async with store.read(principal) as connection:
        return await find(connection, principal, question, now=NOW, **{"limit": 10} | how)  # type: ignore[arg-type]


async def test_a_line_is_found_by_its_words(index: Store) -> None:
    await put(index, entry("I moved to Lisbon in May."), entry("Tea without milk", "e2"))

    hits = await ask(index, "where did I move, Lisbon?")

    assert [hit.ref for hit in hits] == ["e1"]
