from dataclasses import replace

import pytest
from tests.extraction.told import NOTHING, answer, documents_of, noon, text_of, with_memory

from morrow import Memory, Owner
from morrow.documents.entries import Origin
from morrow.settings import Settings
from morrow.testing import ScriptedModel

CREW = Owner.group("slack", "crew")
ADA, BO = Owner.user("ada"), Owner.user("bo")
NOTE = "memory/2026-04-09.md"


@pytest.fixture
def settings() -> Settings:
    settings: Settings = with_memory()
    return replace(settings, server=replace(settings.server, zone="UTC"))


async def _say(memory: Memory, text: str, said_by: Owner, speaker: str, reply: str | None = None) -> None:
    await memory.agent().record(text, reply, owner=CREW, said_by=said_by, speaker=speaker, conversation="crew")


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("I moved to Porto in May.", ADA),
        ("我住在上海。", ADA),
        ("We decided to ship on Fridays.", CREW),
        ("我们决定周五上线。", CREW),
        ("Our team uses Postgres for everything.", CREW),
        ("这个项目由小王负责。", CREW),
        ("My wife and I moved to Porto in May.", ADA),
    ],
)
async def test_a_statement_goes_to_whom_it_is_about(home: str, settings: Settings, text: str, whose: Owner) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await _say(memory, text, ADA, "Ada", reply="Noted.")
        await memory.idle()

        for owner in (ADA, BO, CREW):
            assert (text in await text_of(memory, NOTE, owner)) is (owner == whose)


async def test_what_one_says_of_another_is_hearsay_in_the_group_only(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await _say(memory, "Good morning everybody, here I am.", BO, "Bo")
        await _say(memory, "Remember that Bo is allergic to nuts.", ADA, "Ada", reply="Noted.")
        await memory.idle()

        [entry] = (await documents_of(memory, CREW))[NOTE].entries
        assert entry.body == "[external] Ada said about Bo: Remember that Bo is allergic to nuts."
        assert entry.origin is Origin.EXTERNAL
        assert await documents_of(memory, ADA) == await documents_of(memory, BO) == {}


async def test_a_model_is_shown_each_speakers_own_words_for_that_speakers_memory(home: str, settings: Settings) -> None:
    model = ScriptedModel(answer(daily_entry="- Moved to Porto in May."), NOTHING, NOTHING)
    async with Memory.open(home, clock=noon(), models=model, settings=settings) as memory:
        await _say(memory, "I moved to Porto in May.", ADA, "Ada", reply="Noted.")
        await _say(memory, "My password hint is the name of my cat.", BO, "Bo", reply="Noted.")
        await memory.idle()

        shown = [request.messages[1].text for request in model.requests]
        assert ["Porto" in text for text in shown] == [True, False, True]
        assert ["cat" in text for text in shown] == [False, True, True]
        assert "Moved to Porto" in await text_of(memory, NOTE, ADA)
        assert await documents_of(memory, BO) == await documents_of(memory, CREW) == {}


async def test_what_nobody_said_is_nobodys_in_a_group(home: str, settings: Settings) -> None:
    model = ScriptedModel(answer(daily_entry="- Owns a sailing boat."), answer(daily_entry="- Owns a sailing boat."))
    async with Memory.open(home, clock=noon(), models=model, settings=settings) as memory:
        await _say(memory, "What is the weather like tomorrow?", ADA, "Ada", reply="Sunny.")
        await _say(memory, "Then let us meet at the river.", ADA, "Ada", reply="Good.")
        await memory.idle()

        assert await documents_of(memory, ADA) == await documents_of(memory, CREW) == {}
