from dataclasses import replace

import pytest
from tests.extraction.told import ME, NOTHING, documents_of, noon, runs_of, tell, with_memory

from morrow import Memory, Owner
from morrow.conversations.capture import set_agent_capture, set_conversation_memory, set_owner_capture
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket
from morrow.roster.switches import is_on, switch_owner
from morrow.settings import Settings
from morrow.testing import ScriptedModel

FACT = "Remember: the shed key is under the mat."


@pytest.fixture
def settings() -> Settings:
    settings: Settings = with_memory()
    return replace(settings, server=replace(settings.server, zone="UTC"))


async def _set(memory: Memory, mode: str, owner: Owner = ME) -> None:
    bucket = Bucket.personal((await memory.agent().row()).id, owner)
    async with memory.parts.store.write() as connection:
        await set_conversation_memory(connection, bucket, "c", mode)


@pytest.mark.parametrize("mode", ["off", "read"])
async def test_what_is_said_off_the_record_is_never_learned(home: str, settings: Settings, mode: str) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await tell(memory, "Hello there.")
        await _set(memory, mode)
        await tell(memory, FACT)
        await memory.idle()
        await _set(memory, "full")
        await memory.idle()

        assert await documents_of(memory) == {}
        assert await runs_of(memory) == []
        assert await memory.agent().recall("Where is the shed key?", owner=ME) == []
        assert len(await memory.agent().messages("c", owner=ME)) == 4  # the conversation itself goes on


async def test_what_stood_in_a_conversation_leaves_the_search_when_it_goes_off_the_record(
    home: str, settings: Settings
) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await tell(memory, "My locker number is 4417.")
        assert await memory.agent().recall("locker number", owner=ME) != []

        await _set(memory, "off")

        assert await memory.agent().recall("locker number", owner=ME) == []


async def test_back_on_the_record_new_words_are_learned(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await tell(memory, "Hello there.")
        await _set(memory, "off")
        await _set(memory, "full")
        await tell(memory, FACT)
        await memory.idle()

        assert "MEMORY.md" in await documents_of(memory)


async def test_an_owner_who_switched_capture_off_is_not_learned_from(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        for on in (False, True):
            async with memory.parts.store.write() as connection:
                await set_owner_capture(connection, ME, on=on, now=clock())
            if not on:
                await tell(memory, FACT)
            await memory.idle()

        assert await documents_of(memory) == {}
        await tell(memory, "Remember: the ladder is in the cellar.")
        await memory.idle()
        assert "ladder" in (await documents_of(memory))["MEMORY.md"].text


async def test_a_member_who_switched_capture_off_is_not_learned_from_in_a_group(home: str, settings: Settings) -> None:
    crew = Owner.group("slack", "crew")
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        async with memory.parts.store.write() as connection:
            await set_owner_capture(connection, ME, on=False, now=clock())
        for said_by, text in ((ME, FACT), (Owner.user(7), "Remember: the ladder is in the cellar.")):
            await memory.agent().record(text, "Noted.", owner=crew, said_by=said_by, conversation="crew")
        await memory.idle()

        assert await documents_of(memory, ME) == {}
        assert "ladder" in (await documents_of(memory, Owner.user(7)))["MEMORY.md"].text


async def test_an_agent_whose_capture_is_off_learns_from_nobody(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        agent = await memory.agent().row()
        async with memory.parts.store.write() as connection:
            await set_agent_capture(connection, agent.id, on=False)
        await tell(memory, FACT)
        await memory.idle()

        assert await documents_of(memory) == {}


async def test_each_switch_is_its_own(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        bucket = Bucket.personal((await memory.agent().row()).id, ME)
        async with memory.parts.store.write() as connection:
            assert await switch_owner(connection, ME, "dream", on=False, now=clock())
            assert not await is_on(connection, bucket, "dream")
            assert await is_on(connection, bucket, "capture")


async def test_an_unknown_mode_or_conversation_is_refused(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        with pytest.raises(NotFound):
            await _set(memory, "off")
        with pytest.raises(InvalidInput):
            await _set(memory, "secret")


@pytest.mark.parametrize("text", ["Don't remember this: I live in Porto.", "不要记这段：我住在Porto。"])
async def test_what_is_asked_not_to_be_remembered_is_not_even_shown_to_a_model(
    home: str, settings: Settings, text: str
) -> None:
    model = ScriptedModel(answering=lambda _: NOTHING)
    async with Memory.open(home, clock=noon(), settings=settings, models=model) as memory:
        await tell(memory, text, reply="Porto is lovely.")
        await tell(memory, FACT)
        await memory.idle()

        asked = [request.text for request in model.requests]
        assert asked
        assert [words for words in asked if "Porto" in words] == []
        assert await memory.jobs.waiting(owner=ME) == []
