"""An open memory over each store, in which two owners talked to an agent."""

from collections.abc import AsyncIterator

import pytest

from morrow.memory import Memory
from morrow.owners import Owner
from morrow.settings import load_settings
from morrow.testing import Clock

ADA, BO = Owner.user("ada"), Owner.user("bo")
HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE)) as opened:
        for owner in (ADA, BO):
            await opened.agent().remember(f"My pass is called zircon{owner.key[5:]}.", owner=owner)
            await opened.agent().record(f"I prefer zircon{owner.key[5:]} tea.", "I see.", owner=owner)
        await opened.idle()
        yield opened
