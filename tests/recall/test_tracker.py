from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select

from morrow import Memory, Owner
from morrow.recall.table import recall_event
from morrow.recall.tracker import makes_use, question_hash
from morrow.settings import load_settings
from morrow.testing import Clock

ADA = Owner.user("ada")


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    here = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=here)) as opened:
        yield opened


async def _events(memory: Memory) -> list[tuple[str, bool]]:
    await memory.parts.tracker.flush()
    async with memory.parts.store.read_all() as connection:
        rows = await connection.execute(select(recall_event.c.question_hash, recall_event.c.used))
        return [(row.question_hash, row.used) for row in rows]


async def test_a_question_counts_once_a_day_however_often_it_is_asked(memory: Memory, clock: Clock) -> None:
    await memory.agent().record("I keep bees behind the house.", owner=ADA)
    for _ in range(3):
        await memory.agent().recall("where are my bees?", owner=ADA)
    clock.advance(days=1)
    await memory.agent().recall("Where are my bees", owner=ADA)

    assert await _events(memory) == [(question_hash("where are my bees?"), False)] * 2


async def test_what_the_reply_makes_use_of_was_used(memory: Memory) -> None:
    await memory.agent().record("I keep bees behind the house.", owner=ADA)
    await memory.agent().recall("where are my bees?", owner=ADA)
    await memory.agent().record("where are my bees?", "They live behind your house.", owner=ADA)

    assert [used for _, used in await _events(memory)] == [True]


async def test_a_reply_that_says_something_else_uses_nothing(memory: Memory) -> None:
    await memory.agent().record("I keep bees behind the house.", owner=ADA)
    await memory.agent().recall("where are my bees?", owner=ADA)
    await memory.agent().record("where are my bees?", "I cannot say.", owner=ADA)

    assert [used for _, used in await _events(memory)] == [False]


async def test_used_recalls_on_other_days_help_a_line_into_memory(memory: Memory, clock: Clock) -> None:
    agent = memory.agent()
    await agent.record("I adopted a grey cat called Momo from the shelter in Bern.", owner=ADA)
    await memory.idle()
    for question in ("what is my cat called?", "where is Momo from?", "which shelter did I visit?"):
        clock.advance(days=1)
        await agent.recall(question, owner=ADA)
        await agent.record(question, "Your grey cat Momo came from Bern.", owner=ADA)
    await memory.idle()

    report = await agent.dream(owner=ADA)

    [promoted] = [item for item in report.promoted if "Momo" in item.text]
    assert promoted.evidence is not None
    assert promoted.evidence.recalled >= 2


def test_words_that_the_question_brought_along_are_no_use() -> None:
    remembered = "I keep bees behind the house."

    assert makes_use(remembered, "where are my bees?", "Behind the house.")
    assert not makes_use(remembered, "where are my bees?", "Your bees? No idea.")
    assert makes_use("我在屋后养蜂", "我的蜂在哪儿？", "在屋后。")
