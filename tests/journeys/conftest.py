"""A memory to live whole days in: over both stores, in UTC, on a clock that each test sets."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

import pytest

from morrow import Memory
from morrow.models.chat import ChatModel
from morrow.settings.tree import MemorySettings, ServerSettings, Settings
from morrow.testing import Clock


class House:
    """Opens the memory of one home, as often as a test wants, on one clock."""

    def __init__(self, home: str, clock: Clock) -> None:
        self.home = home
        self.clock = clock

    def open(
        self, *, memory: MemorySettings | None = None, model: ChatModel | None = None
    ) -> AbstractAsyncContextManager[Memory]:
        settings = Settings(memory=memory or MemorySettings(), server=ServerSettings(zone="UTC", language="en"))
        return Memory.open(self.home, settings=settings, clock=self.clock, models=model)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T09:00:00+00:00")


@pytest.fixture
def house(home: str, clock: Clock) -> House:
    return House(home, clock)


@pytest.fixture
async def memory(house: House) -> AsyncIterator[Memory]:
    async with house.open() as opened:
        yield opened
