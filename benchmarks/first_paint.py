"""Measures how soon a browser paints Today, and how much it loads for it, over loopback. Needs Chromium.

`python -m benchmarks.first_paint [--visits 20]`: each visit is a fresh browser profile, signed in, with nothing kept.
"""

import argparse
import asyncio
import shutil
import socket
import tempfile

import uvicorn
from playwright.async_api import Browser, async_playwright

from benchmarks.figures import Figures, named, percentiles, report
from morrow.access.credentials import SESSION_COOKIE
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.server import application
from morrow.settings import load_settings

QUIET = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}
ME = Owner.user("local")
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
BYTES = (
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    ".reduce((sum, one) => sum + one.transferSize, 0)"
)


async def measure(home: str, *, visits: int) -> dict[str, Figures]:
    """Return the figures of `visits` first visits to a served memory with a morning card."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = application(home, settings=load_settings(None, environ={}, overrides=QUIET))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:  # noqa: ASYNC110 - it offers nothing to wait for
        await asyncio.sleep(0.01)
    await _live(app.state.memory)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        seen = [await _visit(browser, url, app.state.memory) for _ in range(visits)]
        await browser.close()
    server.should_exit = True
    await serving
    paint = named("first paint", percentiles([seconds for seconds, _ in seen], (5, 50, 95)))
    return {"Today": {**paint, "loaded KB": round(max(size for _, size in seen) / 1024, 1)}}


async def _live(memory: Memory) -> None:
    agent = memory.agent()
    for words in ("I prefer pnpm over npm.", "My Portuguese lesson is every Thursday.", "The release is on Friday."):
        await agent.record(words, "Noted.", owner=ME)
    await memory.idle()
    await agent.dream(owner=ME)


async def _visit(browser: Browser, url: str, memory: Memory) -> tuple[float, int]:
    """Return the seconds until the first paint, and the bytes that were loaded."""
    opened = await memory.tokens.open_session(await memory.tokens.login_link("local", Role.ROOT))
    context = await browser.new_context(base_url=url)
    await context.add_cookies([{"name": SESSION_COOKIE, "value": opened.secret, "url": url}])
    page = await context.new_page()
    await page.goto("/agents/default/today", wait_until="networkidle")
    found = float(await page.evaluate(PAINT)) / 1000, int(await page.evaluate(BYTES))
    await context.close()
    return found


def main() -> None:
    """Print the figures and keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=20)
    with tempfile.TemporaryDirectory() as home:
        report("first_paint", asyncio.run(measure(home, visits=parser.parse_args().visits)))


if __name__ == "__main__":
    main()
