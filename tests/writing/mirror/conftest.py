"""An open memory with its folder of files, one agent and one owner."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.testing import Clock

Open = Callable[[], AbstractAsyncContextManager[Memory]]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-04-09T08:00:00+00:00")


@pytest.fixture
def open_memory(base: Path, clock: Clock) -> Open:
    return lambda: Memory.open(base, clock=clock)


@pytest.fixture
async def memory(open_memory: Open) -> AsyncIterator[Memory]:
    async with open_memory() as opened:
        yield opened


@pytest.fixture
def ada(memory: Memory) -> Agent:
    return memory.agent("ada", language="en")


@pytest.fixture
def me() -> Owner:
    return Owner.user(42)


@pytest.fixture
def shared(base: Path) -> Path:
    """Return the folder of the agent's shared files."""
    return base / "workspace" / "ada"


@pytest.fixture
def mine(shared: Path) -> Path:
    """Return the folder of the owner's files."""
    return shared / "owners" / "user%3a42"
