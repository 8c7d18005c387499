"""Many callers at once: every turn is on disk, and each conversation keeps its order."""

import asyncio

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.testing import Clock

CALLERS, TURNS = 50, 8


async def _talk(agent: Agent, owner: Owner, conversation: str, name: str, clock: Clock) -> None:
    for number in range(TURNS):
        await agent.record(f"{name} says {number}", f"to {number}", owner=owner, conversation=conversation, at=clock())


async def test_fifty_callers_find_all_their_turns_in_order(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    callers = [(Owner.user(number % 10), f"c{number}") for number in range(CALLERS)]

    await asyncio.gather(*(_talk(agent, owner, name, name, clock) for owner, name in callers))

    for owner, name in callers:
        messages = await agent.messages(name, owner=owner)
        expected = [text for number in range(TURNS) for text in (f"{name} says {number}", f"to {number}")]
        assert [message.text for message in messages] == expected
        assert [message.position for message in messages] == list(range(1, 2 * TURNS + 1))


async def test_fifty_callers_of_one_conversation_lose_nothing(memory: Memory, clock: Clock) -> None:
    agent, owner = memory.agent("mate"), Owner.user("ada")

    await asyncio.gather(*(_talk(agent, owner, "one", f"<{number}>", clock) for number in range(CALLERS)))

    messages = await agent.messages("one", owner=owner)
    assert [message.position for message in messages] == list(range(1, CALLERS * TURNS * 2 + 1))
    for number in range(CALLERS):
        own = [message.text for message in messages if message.text.startswith(f"<{number}> ")]
        assert own == [f"<{number}> says {turn}" for turn in range(TURNS)]


async def test_twenty_callers_who_see_an_agent_first_make_one(memory: Memory) -> None:
    agents = [memory.agent("new") for _ in range(20)]

    rows = await asyncio.gather(*(agent.row() for agent in agents))

    assert len({row.id for row in rows}) == 1
    assert [agent.name for agent in await memory.agents()] == ["new"]
