"""What happened to memory, told from the rows that know of it; and a line of one's own given to everybody."""

import time
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import insert

from morrow import Memory, Owner
from morrow.agent.timeline import Sought
from morrow.curation.timeline import Event, EventKind
from morrow.documents import table
from morrow.documents.entries import Author
from morrow.documents.names import MEMORY
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket
from morrow.settings import load_settings
from morrow.store import bucket_values
from morrow.store.ids import new_id
from morrow.testing import Clock
from morrow.writing.verify import verify

ADA, BO = Owner.user("ada"), Owner.user("bo")
HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE)) as opened:
        yield opened


async def _lived(memory: Memory, clock: Clock) -> str:
    """Say something on three days, dream, edit, forget; return the id of the forgotten entry."""
    agent = memory.agent()
    for text in ("I am learning the cello.", "I'm learning the cello every day.", "I am learning the cello now."):
        await agent.record(text, "Nice.", owner=ADA, conversation="talk")
        await memory.idle()
        clock.advance(days=1)
    await agent.dream(owner=ADA)
    clock.advance(hours=1)
    await agent.documents.write("plan.md", "- one\n", owner=ADA)
    clock.advance(hours=1)
    card = await agent.morning_card(owner=ADA)
    assert card is not None
    await card.forget(card.card.entries[0].id)
    return card.card.entries[0].id


async def _kinds(memory: Memory, owner: Owner, sought: Sought) -> list[str]:
    return [str(event.kind) for event in (await memory.agent().timeline(sought, owner=owner)).events]


async def test_the_timeline_tells_captures_dreams_edits_and_forgettings_the_newest_first(
    memory: Memory, clock: Clock
) -> None:
    entry = await _lived(memory, clock)

    own = Sought(whose="personal")
    told = await _kinds(memory, ADA, own)
    newest = (await memory.agent().timeline(own, owner=ADA)).events[0]

    assert told == ["forget", "edit", "dream", "capture", "capture", "capture"]
    assert (newest.ref, newest.actor) == (entry, "user:ada")
    assert await _kinds(memory, ADA, Sought((EventKind.DREAM, EventKind.EDIT), whose="personal")) == ["edit", "dream"]
    assert await _kinds(memory, ADA, Sought(day=clock().date().replace(day=3), whose="personal")) == ["capture"]


async def test_pages_of_the_timeline_leave_nothing_out_and_tell_nothing_twice(memory: Memory, clock: Clock) -> None:
    await _lived(memory, clock)
    agent = memory.agent()
    whole = (await agent.timeline(owner=ADA)).events

    paged: list[Event] = []
    after = ""
    while True:
        page = await agent.timeline(owner=ADA, after=after, limit=2)
        paged += page.events
        after = page.next
        if not after:
            break

    assert tuple(paged) == whole
    with pytest.raises(InvalidInput):
        await agent.timeline(owner=ADA, after="nowhere")


async def test_nobody_sees_what_happened_to_anothers_memory(memory: Memory, clock: Clock) -> None:
    await _lived(memory, clock)

    assert await _kinds(memory, BO, Sought(whose="personal")) == []
    assert {event.owner for event in (await memory.agent().timeline(owner=BO)).events} == {""}


async def test_ten_thousand_events_are_paged_in_a_moment(memory: Memory, clock: Clock) -> None:
    await memory.agent().documents.write("plan.md", "- one\n", owner=ADA)
    document = await memory.agent().documents.read("plan.md", owner=ADA)
    where = bucket_values(Bucket.personal((await memory.agent().row()).id, ADA))
    async with memory.parts.store.write() as connection:
        for version in range(2, 10_002):
            clock.advance(seconds=1)
            revision = {
                "id": new_id(clock()), "document": document.id, "version": version, "parent_hash": "", "hash": "",
                "author": Author.PERSON, "actor": "user:ada", "reason": "by hand", "whole": "", "operations": "[]",
                "at": clock(), **where,
            }  # fmt: skip
            await connection.execute(insert(table.revision).values(revision))

    started = time.perf_counter()
    page = await memory.agent().timeline(owner=ADA)
    took = time.perf_counter() - started

    assert len(page.events) == 50
    assert took < 1.0


async def test_a_shared_line_is_told_to_everybody_without_the_words_it_came_from(memory: Memory, clock: Clock) -> None:
    agent = memory.agent()
    entry = await agent.remember("The deploy key rotates every Friday.", owner=ADA)

    done = await agent.share(entry.id, owner=ADA)
    again = await agent.share(entry.id, owner=ADA)

    assert (again.id, again.entry) == ("", done.entry)
    [hit] = [hit for hit in await agent.recall("when does the key rotate?", owner=BO) if hit.kind == "entry"]
    assert (hit.text, hit.owner) == ("The deploy key rotates every Friday.", "")
    assert (await agent.why(hit.id, owner=BO)).quotes == ()
    assert await _kinds(memory, BO, Sought((EventKind.SHARE,))) == ["share"]
    assert await _kinds(memory, ADA, Sought((EventKind.SHARE,))) == ["share", "share"]


async def test_a_sharing_can_be_taken_back_and_ones_own_line_stays(memory: Memory, clock: Clock) -> None:
    agent = memory.agent()
    entry = await agent.remember("The deploy key rotates every Friday.", owner=ADA)
    done = await agent.share(entry.id, owner=ADA)

    await agent.unshare(done.id, owner=ADA)

    assert "Friday" not in (await agent.documents.read(MEMORY, shared=True)).text
    assert "Friday" in (await agent.documents.read(MEMORY, owner=ADA)).text
    assert (await verify(memory.parts.store)).problems == ()


async def test_only_ones_own_line_can_be_shared(memory: Memory) -> None:
    entry = await memory.agent().remember("My locker code hangs at the door.", owner=ADA)

    with pytest.raises(NotFound):
        await memory.agent().share(entry.id, owner=BO)
