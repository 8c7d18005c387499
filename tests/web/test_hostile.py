"""Texts that want to be scripts are shown as words, in every place, also by a browser that does not know our policy."""

import json
import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from tests.web.told import ME, House, looking, served

from morrow.documents.entries import Add, Author, Source
from morrow.documents.gates.verdict import Hold, Reason
from morrow.dreaming.night import KIND
from morrow.dreaming.report import Engine, Mode, Outcome, Report, ReportItem, Trigger, encode
from morrow.dreaming.report import Status as Ended
from morrow.jobs.ledger import Due, Status, claim, finish
from morrow.owners import Bucket
from morrow.testing import Clock
from morrow.writing.change import By, Change
from morrow.writing.proposals import file_held

pytestmark = pytest.mark.asyncio(loop_scope="session")
HOSTILE = Path(__file__).parent / "hostile"
WATCH = "for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => (window.hasRun = true);"

# Within the page itself; the editor builds its own tree in a shadow of it, out of text alone.
FORBIDDEN = (
    "main :is(script, iframe, object, embed, link, meta, base, style, img), main [style],"
    " main [href^='javascript:' i], main [href^='data:' i]"
)


def payloads() -> list[str]:
    """Return every text with a bracket or a scheme in it, its blanks filled with calls of `alert`."""
    sheet = json.loads((HOSTILE / "h5sc_payloads.json").read_text("utf-8"))
    filled = [re.sub(r"%\w+%", "alert(1)", re.sub(r"%js_uri_\w+%", "javascript:alert(1)", text)) for text in sheet]
    naughty = json.loads((HOSTILE / "blns.json").read_text("utf-8"))
    markdown = [
        "[go](javascript:alert(1))", "![x](javascript:alert(1))", "<javascript:alert(1)>", "[x]: javascript:alert(1)",
        "[a](<data:text/html,<script>alert(1)</script>>)", "[[\"><img src=x onerror=alert(1)>]]",
        "`<script>alert(1)</script>`",
        "{{ 7 * 7 }}{% raw %}", "</textarea><script>alert(1)</script>", "</title><svg onload=alert(1)>",
    ]  # fmt: skip
    return [*markdown, *filled, *(text for text in naughty if re.search(r"[<>\"']|script:", text))]


LINES = [" ".join(text.split()) for text in payloads()]
CHUNKS = [" ".join(LINES[start : start + 8]) for start in range(0, len(LINES), 8)]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def haunted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """Give a house in which hostile texts stand wherever somebody's words can stand."""
    clock = Clock("2026-03-05T08:00:00+00:00")
    async with served(tmp_path_factory.mktemp("haunted"), clock) as house:
        agent = house.memory.agent()
        await agent.documents.write("MEMORY.md", "# M\n\n" + "".join(f"- {line}\n" for line in LINES), owner=ME)
        for line in LINES[:120]:
            await agent.record(line, line, owner=ME, conversation="talk", speaker=line[:60])
        await _file_proposals(house)
        await _keep_report(house)
        yield house


async def _file_proposals(house: House) -> None:
    bucket = Bucket.personal((await house.memory.agent().row()).id, ME)
    now = house.clock()
    holds = [Hold(Add(text, f"- {text}", (_source(text, now),)), Reason.INSTRUCTION, text) for text in CHUNKS]
    async with house.memory.parts.store.write() as connection:
        change = Change(bucket, "MEMORY.md", ())
        await file_held(connection, change, (), holds, by=By(Author.DREAM, "x", "x"), now=now)


async def _keep_report(house: House) -> None:
    bucket = Bucket.personal((await house.memory.agent().row()).id, ME)
    now = house.clock() + timedelta(minutes=1)
    async with house.memory.parts.store.write() as connection:
        run = await claim(connection, Due(f"{KIND}|hostile", KIND, bucket), worker="test", now=now)
        assert run is not None
        outcomes = (Outcome.PROMOTED, Outcome.PROPOSED, Outcome.TURNED_AWAY)
        items = tuple(
            ReportItem(
                f"i{n}", outcomes[n % 3], line, section=line, replaced=line, sources=(Source("c", "m", line, now),)
            )
            for n, line in enumerate(CHUNKS)
        )
        report = Report(
            run.id, bucket.agent, bucket.scope, bucket.owner, Mode.FOCUSED, Trigger.USER, Engine.MODEL, now,
            Ended.COMPLETED, finished_at=now, topic=CHUNKS[0], model=CHUNKS[1], model_reason=CHUNKS[2],
            error=CHUNKS[3], diff="".join(f"+{line}\n" for line in LINES), items=items,
        )  # fmt: skip
        await finish(connection, run, Status.COMPLETED, report=encode(report), now=now)


def _source(text: str, now: datetime) -> Source:
    return Source("c", "m", text, now, text)


@pytest.mark.parametrize(
    "path",
    [
        "today",
        "dreams/{report}",
        "inbox",
        "inbox?suspect=true",
        "files/MEMORY.md",
        "files/MEMORY.md?view=edit",
        "files/MEMORY.md?view=history",
        "files/MEMORY.md?view=diff&from=0&to=1",
        "chat/{conversation}",
        "search?q=<script>alert(1)</script> img onerror svg",
        "search/suggestions?q=script img svg onload",
        "why?target=MEMORY.md:4",
        "timeline",
        "settings",
    ],
)
async def test_a_text_stays_a_text(path: str, haunted: House, browser: Browser) -> None:
    agent = haunted.memory.agent()
    [report, *_] = await agent.dreams.reports(owner=ME)
    listed = await agent.conversations.list(owner=ME)
    address = path.format(report=report.id, conversation=listed.conversations[0].id)
    async with looking(browser, haunted, without_policy=True) as (page, watch):
        await page.add_init_script(WATCH)
        await page.goto(f"/agents/default/{address}")
        await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        await page.mouse.move(600, 400)

        assert await page.evaluate("Boolean(window.hasRun)") is False
        assert await page.evaluate(f"document.querySelectorAll({FORBIDDEN!r}).length") == 0
        assert [fault for fault in watch.faults if "asked" in fault] == []
