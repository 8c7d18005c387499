from datetime import datetime

from morrow.documents.entries import Add, Author, Source
from morrow.documents.names import MEMORY
from morrow.documents.shelf import load
from morrow.owners import Bucket, Owner, Principal
from morrow.settings import load_settings
from morrow.store import Store
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose

ADA = Owner.user("ada")
BUCKET = Bucket.personal("a1", ADA)
SMALL = load_settings(None, environ={}, overrides={"mate.memory.memory-md-max-chars": 300})
FREE = load_settings(None, environ={}, overrides={"mate.memory.memory-md-max-chars": 0})
FACTS = [f"Project number {n} is led by somebody called Person{n}" for n in range(12)]


async def _remember(store: Store, now: datetime, *, author: Author, limited: bool = True) -> None:
    adds = tuple(Add("Facts", f"- {fact}", (Source("c", f"m{n}", fact, now),)) for n, fact in enumerate(FACTS))
    words = Words(asked=True)
    by = By(author, "test", "a test")
    async with store.write() as connection:
        for add in adds:
            await propose(
                connection, [Change(BUCKET, MEMORY, (add,), "# MEMORY\n")], by=by, words=words,
                settings=SMALL if limited else FREE, now=now,
            )  # fmt: skip


async def test_what_falls_off_lies_in_the_archive_with_its_sources(store: Store, morning: datetime) -> None:
    await _remember(store, morning, author=Author.WORKFLOW)

    async with store.read(Principal("a1", ADA)) as connection:
        kept = await load(connection, BUCKET, MEMORY)
        archive = await load(connection, BUCKET, f"archive/{MEMORY}")
    assert kept is not None
    assert archive is not None
    assert len(kept.text) <= 300
    told = {entry.body: entry.sources[0].message for entry in (*kept.entries, *archive.entries)}
    assert told == {fact: f"m{n}" for n, fact in enumerate(FACTS)}


async def test_without_a_cap_nothing_falls_off(store: Store, morning: datetime) -> None:
    await _remember(store, morning, author=Author.WORKFLOW, limited=False)

    async with store.read(Principal("a1", ADA)) as connection:
        kept = await load(connection, BUCKET, MEMORY)
        assert await load(connection, BUCKET, f"archive/{MEMORY}") is None
    assert kept is not None
    assert len(kept.entries) == len(FACTS)


async def test_a_person_may_go_over_the_cap(store: Store, morning: datetime) -> None:
    await _remember(store, morning, author=Author.PERSON)

    async with store.read(Principal("a1", ADA)) as connection:
        kept = await load(connection, BUCKET, MEMORY)
    assert kept is not None
    assert len(kept.entries) == len(FACTS)
