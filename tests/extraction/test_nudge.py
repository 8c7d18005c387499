from dataclasses import replace

import pytest
from tests.extraction.told import NOTHING, answer, documents_of, evidence, noon, runs_of, tell, text_of, with_memory

from morrow import Memory
from morrow.jobs.ledger import Status
from morrow.models.chat import Request
from morrow.models.errors import ModelUnavailable
from morrow.settings import Settings
from morrow.testing import ScriptedModel
from morrow.testing.scripted import Step

EDITOR = {"type": "user", "key": "editor", "content": "Uses Helix for everything."}


@pytest.fixture
def settings() -> Settings:
    settings: Settings = with_memory(min_messages_for_summarize=1000)  # only nudges look at these conversations
    return replace(settings, server=replace(settings.server, zone="UTC"))


async def _talk(memory: Memory, turns: int) -> None:
    for _ in range(turns):
        await tell(memory, "I use Helix for everything.")
        await memory.tick()


def _noticing(request: Request) -> Step:
    assert "Name the single facts" in request.messages[0].text
    return answer(structured_entries=[EDITOR], evidence=[evidence(EDITOR["content"], "I use Helix for everything.")])


async def test_every_sixth_turn_a_model_is_asked_for_entries(home: str, settings: Settings) -> None:
    model = ScriptedModel(answering=_noticing)
    async with Memory.open(home, clock=noon(), models=model, settings=settings) as memory:
        await _talk(memory, 5)
        assert model.requests == []
        await _talk(memory, 1)

        assert "> Source: nudge | Updated: 2026-04-09" in await text_of(memory, "structured/user.md")
        assert set(await documents_of(memory)) == {"structured/user.md"}
        [run] = await runs_of(memory, kind="nudge")
        assert run.status is Status.COMPLETED


async def test_an_owner_is_nudged_once_in_ten_minutes(home: str, settings: Settings) -> None:
    model = ScriptedModel(answering=lambda _: NOTHING)
    async with Memory.open(home, clock=(clock := noon()), models=model, settings=settings) as memory:
        await _talk(memory, 12)
        assert len(model.requests) == 1
        clock.advance(minutes=10)
        await memory.tick()
        assert len(model.requests) == 2


async def test_a_known_key_is_left_to_extraction(home: str, settings: Settings) -> None:
    other = EDITOR | {"content": "Uses Helix."}
    model = ScriptedModel(answering=_noticing)
    async with Memory.open(home, clock=(clock := noon()), models=model, settings=settings) as memory:
        await _talk(memory, 6)
        before = await text_of(memory, "structured/user.md")
        model.then(answer(structured_entries=[other], evidence=[evidence("Uses Helix.", "I use Helix")]))
        clock.advance(minutes=10)
        await _talk(memory, 6)

        assert len(model.requests) == 2
        assert await text_of(memory, "structured/user.md") == before


async def test_a_failed_nudge_is_tried_again(home: str, settings: Settings) -> None:
    model = ScriptedModel(ModelUnavailable("down"), answering=_noticing)
    async with Memory.open(home, clock=(clock := noon()), models=model, settings=settings) as memory:
        await _talk(memory, 6)
        assert (await runs_of(memory, kind="nudge"))[0].reason == "llm_failed: scripted/scripted: down"
        clock.advance(minutes=2)
        await memory.tick()

        assert "Helix" in await text_of(memory, "structured/user.md")


@pytest.mark.parametrize("off", ["nudge_enabled", "auto_summarize_enabled"])
async def test_a_nudge_that_is_switched_off_asks_nobody(home: str, settings: Settings, off: str) -> None:
    chosen = replace(settings, memory=replace(settings.memory, **{off: False}))  # type: ignore[arg-type]
    model = ScriptedModel()
    async with Memory.open(home, clock=noon(), models=model, settings=chosen) as memory:
        await _talk(memory, 7)

        assert model.requests == []


async def test_the_rules_need_no_nudge(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await _talk(memory, 7)

        assert await runs_of(memory, kind="nudge") == []
