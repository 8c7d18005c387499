"""A running application over each store, and a client that asks it as a host would."""

import contextlib
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from morrow.api.application import create_app
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
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
async def root(memory: Memory) -> str:
    """Return a token of `user:local` with every right."""
    return (await memory.tokens.create(Grant("local", Role.ROOT))).secret


@pytest.fixture
async def feishu(memory: Memory) -> str:
    """Return a token that speaks for the senders of one channel."""
    return (await memory.tokens.create(Grant("feishu-bot", Role.MEMBER, channel="feishu"))).secret


@pytest.fixture
def app(memory: Memory) -> FastAPI:
    made = create_app(lambda: contextlib.nullcontext(memory))
    made.state.memory = memory  # what the application does when it starts
    return made


@pytest.fixture
async def stranger(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client without credentials."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1") as asking:
        yield asking


@pytest.fixture
async def client(app: FastAPI, root: str) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client that asks with the root token."""
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=bearer(root)) as asking:
        yield asking


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
