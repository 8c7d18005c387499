"""What becomes memory, and what never does, over many nights."""

from itertools import chain

import pytest
from tests.journeys.living import evening, say, sleep, text_of

from morrow import Memory, Owner
from morrow.dreaming.report import Outcome
from morrow.testing import Clock

ADA = Owner.user("ada")
TOPICS = {
    "en": (
        "I always run the migration tests before I merge.",
        "I prefer no meetings before ten.",
        "I am training for the Lisbon marathon.",
    ),
    "zh": ("我习惯合并之前先跑迁移测试。", "我喜欢上午画图，十点前不开会。", "我在准备里斯本马拉松。"),
}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("is_one_conversation", [False, True])
async def test_three_topics_of_the_first_three_days_are_promoted_by_the_fourth(
    memory: Memory, clock: Clock, lang: str, is_one_conversation: bool
) -> None:
    agent = memory.agent("mate", language=lang)

    for day in range(3):
        for number, topic in enumerate(TOPICS[lang]):
            name = "the one" if is_one_conversation else f"{day} {number}"
            await say(agent, ADA, topic, conversation=name, clock=clock)
        await evening(memory, clock)
        await sleep(memory, clock)

    kept = await text_of(agent, ADA, "MEMORY.md")
    assert clock().day == 5
    assert [topic for topic in TOPICS[lang] if topic not in kept] == []


async def test_what_was_said_once_is_not_promoted_in_ten_nights(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    once = ["I moved to Lisbon in May.", "We decided to use Postgres.", "I prefer coffee to tea.", "我喜欢爬山。"]
    for number, text in enumerate(once):
        await say(agent, ADA, text, conversation=f"c{number}", clock=clock)
    await evening(memory, clock)

    for _ in range(10):
        await sleep(memory, clock)

    reports = await agent.dreams.reports(owner=ADA)
    promoted = [report.having(Outcome.PROMOTED, Outcome.SUPERSEDED) for report in reports]
    assert len(reports) == 10
    assert list(chain.from_iterable(promoted)) == []
    assert await text_of(agent, ADA, "MEMORY.md") == ""


async def test_repeats_within_one_day_are_no_second_day(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    for number in range(9):
        await say(agent, ADA, "I prefer coffee to tea.", conversation=f"c{number}", clock=clock)
    await evening(memory, clock)
    await sleep(memory, clock)

    [report] = await agent.dreams.reports(owner=ADA)

    assert report.promoted == ()


@pytest.mark.parametrize(
    "asked",
    [
        "Remember that I am allergic to walnuts.",
        "记住，我对核桃过敏。",
        "From now on, answer me in French.",
        "以后都用中文回答我。",
    ],
)
async def test_what_one_asks_to_keep_is_memory_after_one_run(memory: Memory, clock: Clock, asked: str) -> None:
    agent = memory.agent("mate")

    await agent.record(asked, owner=ADA, at=clock())
    await memory.tick()

    assert f"- {asked}" in await text_of(agent, ADA, "MEMORY.md")


async def test_remember_is_kept_at_once_and_only_once(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")

    first = await agent.remember("The deploy key rotates every Friday.", owner=ADA)
    second = await agent.remember("The deploy key rotates every Friday.", owner=ADA)

    assert first.id == second.id
    assert (await text_of(agent, ADA, "MEMORY.md")).count("deploy key") == 1
