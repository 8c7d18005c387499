"""A running application with pages over each store, and for the browser one house with a past, open all session."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from tests.web.told import CHROMIUM, HERE, ME, House, live_three_days, served, signed_in

from morrow.memory import Memory
from morrow.settings import load_settings
from morrow.testing import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE)) as opened:
        yield opened


@pytest.fixture
async def client(memory: Memory) -> AsyncIterator[httpx.AsyncClient]:
    async with signed_in(memory) as asking:
        yield asking


@pytest.fixture(scope="session")
def chromium() -> str:
    if not Path(CHROMIUM).exists():
        if os.environ.get("CI"):
            pytest.fail("the browser tests need Chromium: apt-get install chromium fonts-noto-cjk")
        pytest.skip("no Chromium here: apt-get install chromium fonts-noto-cjk")
    return CHROMIUM


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """Give the house that the screens are looked at in; nothing is changed there."""
    clock = Clock("2026-03-02T08:00:00+00:00")
    async with served(tmp_path_factory.mktemp("house"), clock) as open_house:
        await live_three_days(open_house.memory, clock)
        clock.set("2026-03-05T07:00:00+00:00")
        await open_house.memory.agent().dream(owner=ME, topic="pnpm")
        clock.set("2026-03-05T08:00:00+00:00")
        await open_house.memory.agent().dream(owner=ME)
        yield open_house


@pytest.fixture(scope="session")
def axe() -> str:
    [script] = (Path(__file__).parent / "vendor").glob("axe-core-*.min.js")
    return script.read_text(encoding="utf-8")
