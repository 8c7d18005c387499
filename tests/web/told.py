"""A past for the pages to show, a server, and a browser that is watched."""

import asyncio
import contextlib
import shutil
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvicorn
from playwright.async_api import Browser, BrowserContext, Page, Request

from morrow.access.credentials import CSRF_HEADER, SESSION_COOKIE
from morrow.api.application import create_app
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.server import application, with_pages
from morrow.settings import load_settings
from morrow.testing import Clock

HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
ME = Owner.user("local")


async def live_three_days(memory: Memory, clock: Clock) -> None:
    """Let the local user say the same things on three days, so that a dream makes memory of them."""
    ada = memory.agent("default")
    for day in (2, 3, 4):
        for hour, said in enumerate(TOPICS):
            clock.set(f"2026-03-0{day}T{9 + hour:02}:00:00+00:00")
            await ada.record(said, "Noted.", owner=ME, conversation=f"day-{day}-{hour}")
        clock.set(f"2026-03-0{day}T23:00:00+00:00")
        await memory.idle()
    clock.set("2026-03-05T08:00:00+00:00")


TOPICS = (
    "I decided that the release goes out on Thursday.",
    "My Portuguese lesson is every Thursday at seven.",
    "I prefer pnpm over npm for every project.",
)


@dataclass(slots=True)
class Watch:
    """What a page did that it should not: console errors, failures, and requests to other places."""

    origin: str
    faults: list[str] = field(default_factory=list)

    def on(self, page: Page) -> None:
        page.on("console", lambda said: self.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda asked: self._asked(asked))  # noqa: PLW0108 - it marks what it is given

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.origin, "data:", "about:")):
            self.faults.append(f"asked {request.url}")


@dataclass(frozen=True, slots=True)
class House:
    """A served memory with a past; `clock` is its time."""

    url: str
    memory: Memory
    clock: Clock


@contextlib.asynccontextmanager
async def served(home: Path, clock: Clock) -> AsyncIterator[House]:
    """Serve the memory of `home` on a free port, as `morrow serve` does."""
    app = application(home, settings=load_settings(None, environ={}, overrides=HERE), clock=clock)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:  # noqa: ASYNC110 - it offers nothing to wait for
        await asyncio.sleep(0.02)
    yield House(f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.memory, clock)
    server.should_exit = True
    await serving


@contextlib.asynccontextmanager
async def looking(
    browser: Browser,
    house: House,
    *,
    lang: str = "en",
    theme: str = "light",
    width: int = 1200,
    without_policy: bool = False,
    scripts: bool = True,
) -> AsyncIterator[tuple[Page, Watch]]:
    """Open a page of a fresh browser that speaks `lang` and is signed in, and watch it."""
    context: BrowserContext = await browser.new_context(
        base_url=house.url,
        locale={"en": "en-GB", "zh": "zh-CN"}[lang],
        color_scheme="dark" if theme == "dark" else "light",
        viewport={"width": width, "height": 844 if width < 600 else 800},
        reduced_motion="reduce",
        bypass_csp=without_policy,
        java_script_enabled=scripts,
    )
    tokens = house.memory.tokens
    opened = await tokens.open_session(await tokens.login_link("local", Role.ROOT))
    await context.add_cookies([{"name": SESSION_COOKIE, "value": opened.secret, "url": house.url}])
    page, watch = await context.new_page(), Watch(house.url)
    watch.on(page)
    yield page, watch
    await context.close()


async def proposals(memory: Memory) -> list[str]:
    """Let a dream about one topic after the other file what it finds, and return the ids of what waits."""
    for topic in ("release", "Portuguese lesson", "pnpm"):
        await memory.agent().dream(owner=ME, topic=topic)
    return [item.id for item in await memory.agent().inbox(owner=ME)]


@contextlib.asynccontextmanager
async def signed_in(memory: Memory, user: str = "local", role: Role = Role.ROOT) -> AsyncIterator[httpx.AsyncClient]:
    """Give a browser's session: its cookie, and its secret in the header as the pages send it."""
    app = with_pages(create_app(lambda: contextlib.nullcontext(memory)))
    app.state.memory = memory  # what the application does when it starts
    opened = await memory.tokens.open_session(await memory.tokens.login_link(user, role))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://127.0.0.1",
        cookies={SESSION_COOKIE: opened.secret},
        headers={CSRF_HEADER: opened.session.csrf},
    ) as asking:
        yield asking


async def dreamt_on_the_page(client: httpx.AsyncClient, memory: Memory) -> str:
    """Ask for a dream as the page does, let the jobs run, and return the address of its report."""
    live = (await client.post("/agents/default/dreams")).headers["location"]
    await memory.tick()
    return (await client.get(live)).headers["location"]
