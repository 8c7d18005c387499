"""A running application over each store, and a client that asks it as a host would."""

import contextlib
from collections.abc import AsyncIterator

import httpx
import pytest

from morrow.api.application import create_app
from morrow.memory import Memory
from morrow.settings import load_settings
from morrow.testing import Clock

HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE)) as opened:
        yield opened


@pytest.fixture
async def client(memory: Memory) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(lambda: contextlib.nullcontext(memory))
    app.state.memory = memory  # what the application does when it starts
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as asking:
        yield asking
