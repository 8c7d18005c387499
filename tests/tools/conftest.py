"""A toolbox over both stores, and the turn in which a model calls it."""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest

from morrow import Memory
from morrow.agent import Agent
from morrow.models.chat import ToolCall
from morrow.owners import Owner
from morrow.settings.tree import MemorySettings, ServerSettings, Settings
from morrow.testing import Clock
from morrow.tools.toolbox import Result, Running, Toolbox

ADA, BO = Owner.user("ada"), Owner.user("bo")


@dataclass
class Turn:
    """One turn of a user; each call goes to the agent's real toolbox."""

    agent: Agent
    toolbox: Toolbox
    running: Running

    async def raw(self, name: str, arguments: str) -> Result:
        return await self.toolbox.call(ToolCall("call", name, arguments), self.running)

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        result = await self.raw(name, json.dumps(arguments))
        told: dict[str, Any] = json.loads(result.text)
        assert result.is_error is bool(told.get("error", False))
        return told

    def saying(self, message: str, **values: Any) -> "Turn":
        """Return the same turn with another message of the user."""
        return Turn(self.agent, self.toolbox, replace(self.running, message=message, **values))

    def later(self, message: str, **values: Any) -> "Turn":
        """Return a turn a minute later, with another message of the user."""
        return self.saying(message, now=self.running.now + timedelta(minutes=1), **values)

    async def text(self, name: str, owner: Owner | None = ADA) -> str:
        return (await self.agent.documents.read(name, owner=owner)).text


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-04-09T08:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    settings = Settings(memory=MemorySettings(), server=ServerSettings(zone="UTC", language="en"))
    async with Memory.open(home, settings=settings, clock=clock) as opened:
        yield opened


async def turn_of(memory: Memory, owner: Owner, message: str = "", **values: Any) -> Turn:
    agent = memory.agent("helper")
    row = await agent.row()
    known: Mapping[str, Any] = {
        "agent": row.id, "agent_name": row.name, "owner": owner, "group": None, "conversation": "now", "turn": "t1",
        "message_id": "m1", "message": message, "now": memory.parts.clock(),
    }  # fmt: skip
    return Turn(agent, await agent.toolbox(), Running(**{**known, **values}))


@pytest.fixture
async def ada(memory: Memory) -> Turn:
    return await turn_of(memory, ADA)


@pytest.fixture
async def bo(memory: Memory) -> Turn:
    return await turn_of(memory, BO)
