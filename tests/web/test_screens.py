"""Every screen, in both languages, light and dark, wide and narrow: no error, nothing unreadable."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page
from tests.web.told import ME, House, looking

pytestmark = pytest.mark.asyncio(loop_scope="session")
IMAGES = Path(__file__).parents[2] / "docs" / "images"


async def _dream(house: House) -> str:
    [report, *_] = await house.memory.agent().dreams.reports(owner=ME)
    return f"/agents/default/dreams/{report.id}"


async def _why(house: House) -> str:
    document = await house.memory.agent().documents.read("MEMORY.md", owner=ME)
    return f"/agents/default/why?target={document.entries[-1].id}"


async def _conversation(house: House) -> str:
    listed = await house.memory.agent().conversations.list(owner=ME)
    return f"/agents/default/chat/{listed.conversations[0].id}"


def _at(path: str) -> Callable[[House], Awaitable[str]]:
    async def address(_house: House) -> str:
        return path

    return address


SCREENS: dict[str, Callable[[House], Awaitable[str]]] = {
    "today": _at("/agents/default/today"),
    "dream": _dream,
    "why": _why,
    "inbox": _at("/agents/default/inbox"),
    "file": _at("/agents/default/files"),
    "file-edit": _at("/agents/default/files/MEMORY.md?view=edit"),
    "file-history": _at("/agents/default/files/MEMORY.md?view=history"),
    "chat": _at("/agents/default/chat"),
    "conversation": _conversation,
    "search": _at("/agents/default/search?q=release"),
    "settings": _at("/agents/default/settings"),
    "timeline": _at("/agents/default/timeline"),
    "login": _at("/login"),
    "error": _at("/agents/nobody/today"),
}


@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("screen", SCREENS)
async def test_a_screen_can_be_used_as_it_is(
    screen: str, lang: str, theme: str, width: int, house: House, browser: Browser, axe: str
) -> None:
    async with looking(browser, house, lang=lang, theme=theme, width=width) as (page, watch):
        answer = await page.goto(await SCREENS[screen](house), wait_until="load")

        found = await page.evaluate(f"{axe}; axe.run({{resultTypes: ['violations']}})")
        await _keep_picture(page, screen, (lang, theme, width))

        assert answer is not None
        assert answer.status == (404 if screen == "error" else 200)
        assert [fault for fault in watch.faults if screen != "error" or "404" not in fault] == []
        assert [_told(one) for one in found["violations"] if one["impact"] in ("serious", "critical")] == []
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


async def _keep_picture(page: Page, screen: str, look: tuple[str, str, int]) -> None:
    """Renew the picture in the documentation, if asked to: English by day, Chinese by night."""
    if os.environ.get("MORROW_PICTURES") and look in {("en", "light", 1200), ("zh", "dark", 1200)}:
        IMAGES.mkdir(exist_ok=True)
        await page.screenshot(path=IMAGES / f"{screen}-{look[0]}.png")


def _told(finding: dict[str, object]) -> str:
    nodes = finding["nodes"]
    assert isinstance(nodes, list)
    return f"{finding['id']}: {[node['html'] for node in nodes]}"
