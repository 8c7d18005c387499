"""When what was said is read: later perhaps, but each word once, and none is lost."""

import asyncio
import re
from collections import Counter

import pytest
from tests.journeys.conftest import House
from tests.journeys.living import next_at, noted, say, text_of

from morrow import Memory, Owner
from morrow.settings.tree import MemorySettings
from morrow.testing import Clock, ScriptedModel

ADA = Owner.user("ada")


async def test_a_cooldown_defers_and_drops_nothing(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    await say(agent, ADA, "I moved to Lisbon in May.", "I prefer coffee to tea.", conversation="c", clock=clock)
    await memory.tick()
    await say(agent, ADA, "My sister Lin works at the harbour.", conversation="c", clock=clock)

    await memory.tick()
    during = await noted(agent, ADA)
    clock.advance(minutes=5)
    await memory.tick()
    after = await noted(agent, ADA)

    assert "Lisbon" in during
    assert "harbour" not in during
    assert "harbour" in after


@pytest.mark.parametrize(
    ("words", "thanks"), [("I moved to Lisbon in May.", "Thanks!"), ("我住在上海徐汇区。", "谢谢")]
)
async def test_thanks_at_the_end_lose_nothing(memory: Memory, clock: Clock, words: str, thanks: str) -> None:
    agent = memory.agent("mate")
    await say(agent, ADA, words, thanks, conversation="c", clock=clock)

    await memory.tick()
    held = await noted(agent, ADA)
    clock.set(next_at(clock, 3))
    await memory.tick()

    assert held == ""
    assert words in await noted(agent, ADA)


async def test_one_short_turn_is_read_before_the_night(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    await agent.record("我住在上海徐汇区。", owner=ADA, conversation="c", at=clock())

    await memory.tick()
    clock.set(next_at(clock, 3))
    await memory.tick()

    assert "我住在上海徐汇区。" in await noted(agent, ADA)


async def test_a_decision_in_the_twelfth_of_four_hundred_messages_is_kept(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    said = [f"And what about tile {number}?" for number in range(200)]
    said[5] = "We decided to release the night map on 24 March."
    await asyncio.gather(*(agent.record(text, "I see.", owner=ADA, conversation="long") for text in said))

    await memory.idle()

    assert (await noted(agent, ADA)).count("We decided to release the night map on 24 March.") == 1
    assert await memory.idle() == 0


async def test_a_model_sees_each_of_four_hundred_messages_once(house: House, clock: Clock) -> None:
    model = ScriptedModel(answering=lambda _: '{"should_update": false, "reason": "nothing to keep"}')
    async with house.open(model=model, memory=MemorySettings(nudge_enabled=False)) as memory:
        agent = memory.agent("mate")
        words = [f"word-{number:03} is what is said here" for number in range(400)]
        turns = zip(words[::2], words[1::2], strict=True)
        await asyncio.gather(*(agent.record(*turn, owner=ADA, conversation="long") for turn in turns))

        await memory.idle()

    seen = Counter(word for request in model.requests for word in re.findall(r"word-\d{3}", request.text))
    assert len(seen) == 400
    assert set(seen.values()) == {1}
    assert max(len(re.findall(r"word-\d{3}", request.text)) for request in model.requests) <= 30


@pytest.mark.parametrize("trigger", ["cron", "system", "job"])
async def test_what_a_job_says_is_never_learned(memory: Memory, clock: Clock, trigger: str) -> None:
    agent = memory.agent("mate")
    for _ in range(3):
        await agent.record(
            "Remember: I live in Berlin.", "Noted.", owner=ADA, conversation="c", at=clock.advance(minutes=1),
            trigger=trigger,
        )  # fmt: skip
    await agent.record("I moved to Lisbon in May.", owner=ADA, conversation="c", at=clock.advance(minutes=1))

    await memory.idle()

    told = await noted(agent, ADA) + await text_of(agent, ADA, "MEMORY.md") + await text_of(agent, ADA, "PROFILE.md")
    assert "Lisbon" in told
    assert "Berlin" not in told


async def test_one_owners_cooldown_is_not_anothers(memory: Memory, clock: Clock) -> None:
    agent, bo = memory.agent("mate"), Owner.user("bo")
    await say(agent, ADA, "I moved to Lisbon in May.", "I prefer coffee to tea.", conversation="c", clock=clock)
    await memory.tick()

    await say(agent, bo, "I moved to Porto in June.", "I prefer tea to coffee.", conversation="c", clock=clock)
    await memory.tick()

    assert "Porto" in await noted(agent, bo)
