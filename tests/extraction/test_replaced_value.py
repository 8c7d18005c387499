"""A new value of something that a person has one of takes the place of the old one, and both know of each other."""

from collections.abc import AsyncIterator

import pytest
from tests.extraction.told import noon, with_memory

from morrow import Memory, Owner
from morrow.documents.names import PROFILE

ADA = Owner.user("ada")


@pytest.fixture
async def memory(home: str) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=(clock := noon()), settings=with_memory()) as opened:
        for said in ("I live in Porto.", "I live in Lisbon."):
            await opened.agent().record(said, owner=ADA)
            await opened.agent().record("My favourite colour is green, I suppose.", owner=ADA)
            clock.advance(days=1)
            await opened.idle()
        yield opened


async def _lines(memory: Memory) -> list[str]:
    return [entry.body for entry in (await memory.agent().documents.read(PROFILE, owner=ADA)).entries]


async def test_a_new_value_is_asked_why_and_shows_the_old_line(memory: Memory) -> None:
    [home] = [e for e in (await memory.agent().documents.read(PROFILE, owner=ADA)).entries if "live in" in e.body]
    why = await memory.agent().why(home.id, owner=ADA)

    [old] = why.replaced
    assert (home.body, old.text) == ("I live in Lisbon.", "- I live in Porto.")
    assert "it said: I live in Porto." in old.retirement.reason
    assert (home.supersedes, old.retirement.by) == (old.entry, home.id)
    assert [quote.text for quote in why.quotes] == ["I live in Lisbon."]


@pytest.mark.parametrize("named", ["the new line", "the old line"])
async def test_one_change_taken_back_brings_exactly_the_old_line_back(memory: Memory, named: str) -> None:
    agent = memory.agent()
    newest, *_ = await agent.documents.history(PROFILE, owner=ADA)
    [new] = [change for change in newest.changes if change.after]
    [old] = [change for change in newest.changes if change.before]
    others = [line for line in await _lines(memory) if "live in" not in line]
    entry = {"the new line": new.entry, "the old line": old.entry}[named]

    await agent.documents.revert_change(PROFILE, newest.version, owner=ADA, entry=entry)

    assert sorted(await _lines(memory)) == sorted([*others, "I live in Porto."])
    why = await agent.why(old.entry, owner=ADA)
    assert (why.retirement, [quote.text for quote in why.quotes]) == (None, ["I live in Porto."])
