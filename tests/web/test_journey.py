"""A few days in the browser alone: talk, dream, the card, why, taking back, an edit beside a dream, inbox, look."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from tests.web.told import ME, TOPICS, House, live_three_days, looking, served

from morrow.roster.roles import Role
from morrow.testing import Clock

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with served(tmp_path_factory.mktemp("journey"), Clock("2026-03-02T09:00:00+00:00")) as house:
        yield house


async def _say(page: Page, words: str) -> None:
    await page.goto("/agents/default/chat")
    await page.get_by_label("Your message").fill(words)
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("morrow-turn[aria-busy=false]")).to_have_count(1, timeout=15_000)


async def _dream(page: Page) -> None:
    await page.goto("/agents/default/today")
    await page.get_by_role("button", name="Dream now").first.click()
    await expect(page.get_by_role("heading", name=re.compile("Dream of"))).to_be_visible(timeout=20_000)


async def test_from_a_login_link_to_a_morning_that_was_decided_about(home: House, browser: Browser) -> None:
    secret = await home.memory.tokens.login_link("local", Role.ROOT)
    context = await browser.new_context(base_url=home.url, locale="en-GB", reduced_motion="reduce")
    page = await context.new_page()
    await page.clock.install()
    await page.goto(f"/login#{secret}")
    await expect(page.get_by_role("heading", name="Welcome to morrow")).to_be_visible()
    assert secret not in page.url

    for day in (2, 3, 4):
        home.clock.set(f"2026-03-0{day}T09:00:00+00:00")
        for words in TOPICS:
            await _say(page, words)
        home.clock.set(f"2026-03-0{day}T23:00:00+00:00")
        await home.memory.idle()
    home.clock.set("2026-03-05T08:00:00+00:00")
    await _dream(page)
    await expect(page.locator(".hunk")).to_have_count(3)

    await page.goto("/agents/default/today")
    entries = page.locator(".entry")
    await expect(entries).to_have_count(3)
    await page.keyboard.press("j")
    await page.keyboard.press("c")
    await expect(entries.nth(0)).to_contain_text("Confirmed")
    await page.keyboard.press("j")
    await page.keyboard.press("e")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("I said it in my own words.")
    await entries.nth(1).get_by_role("button", name="Keep these words").click()
    await expect(entries.nth(1)).to_contain_text("In your words")

    await entries.nth(2).focus()
    await page.keyboard.press("f")
    await expect(entries.nth(2)).to_contain_text("Forgotten for good in 10 s.")
    await page.clock.run_for(4_000)
    await entries.nth(2).get_by_role("button", name="Undo").click()
    await page.clock.run_for(12_000)
    await expect(entries.nth(2).get_by_role("button", name="Forget")).to_be_visible()
    await entries.nth(2).focus()
    await page.keyboard.press("f")
    await page.clock.run_for(10_500)
    await expect(entries.nth(2)).to_contain_text("Removed: entries:")
    memory = (await home.memory.agent().documents.read("MEMORY.md", owner=ME)).text
    assert "I said it in my own words." in memory
    assert sum(word in memory for word in ("release", "Portuguese", "pnpm")) == 1
    await context.close()


async def test_why_and_one_change_taken_back_and_brought_back(home: House, browser: Browser) -> None:
    await live_three_days(home.memory, home.clock)
    async with looking(browser, home) as (page, watch):
        await _dream(page)

        await page.locator(".hunk").first.get_by_text("Why?").click()
        await expect(page.locator("#why blockquote").first).to_be_visible()
        await page.locator(".hunk").first.get_by_role("button", name="Revert this").click()
        await expect(page.get_by_text("changed or taken back since")).to_have_count(1)
        await page.get_by_role("button", name="Undo").click()

        await expect(page.get_by_text("changed or taken back since")).to_have_count(0)
        assert watch.faults == []


async def test_an_edit_beside_a_dream_loses_neither(home: House, browser: Browser) -> None:
    agent = home.memory.agent()
    await agent.remember("The spare key hangs behind the door.", owner=ME)
    await live_three_days(home.memory, home.clock)
    async with looking(browser, home) as (page, _):
        await page.goto("/agents/default/files/MEMORY.md?view=edit")
        field = page.get_by_role("textbox", name="Text of MEMORY.md").and_(page.locator("[contenteditable]"))
        await field.press("Control+End")
        await field.press_sequentially("\n## Mine\n- I typed this meanwhile.\n")
        await expect(page.locator("#preview")).to_contain_text("I typed this meanwhile.")
        await agent.dream(owner=ME)
        await page.get_by_role("button", name="Save", exact=True).click()

        await expect(page.get_by_text("Somebody else changed this file meanwhile")).to_be_visible()
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(page.get_by_text("Saved.")).to_be_visible()

    text = (await agent.documents.read("MEMORY.md", owner=ME)).text
    assert "I typed this meanwhile." in text
    assert "Portuguese" in text


async def test_what_was_typed_and_not_saved_is_there_again(home: House, browser: Browser) -> None:
    await home.memory.agent().remember("The spare key hangs behind the door.", owner=ME)
    async with looking(browser, home) as (page, _):
        page.on("dialog", lambda dialog: dialog.accept())
        await page.goto("/agents/default/files/MEMORY.md?view=edit")
        field = page.get_by_role("textbox", name="Text of MEMORY.md").and_(page.locator("[contenteditable]"))
        await field.fill("# MEMORY\n\n- Half a thought")
        await page.goto("/agents/default/today")

        await page.goto("/agents/default/files/MEMORY.md?view=edit")
        await page.get_by_role("button", name="Bring it back").click()

        await expect(field).to_contain_text("Half a thought")


async def test_a_file_is_edited_without_any_script(home: House, browser: Browser) -> None:
    await home.memory.agent().remember("The spare key hangs behind the door.", owner=ME)
    async with looking(browser, home, scripts=False) as (page, _):
        await page.goto("/agents/default/files/MEMORY.md?view=edit")
        await page.get_by_label("Text of MEMORY.md").fill("# MEMORY\n\n- Typed without scripts.\n")
        await page.get_by_role("button", name="Save", exact=True).click()

        await expect(page.get_by_text("Saved.")).to_be_visible()
        await expect(page.get_by_text("Typed without scripts.")).to_be_visible()


async def test_a_proposal_is_accepted_and_the_badge_goes(home: House, browser: Browser) -> None:
    await live_three_days(home.memory, home.clock)
    await home.memory.agent().dream(owner=ME, topic="Portuguese lesson")
    async with looking(browser, home) as (page, watch):
        await page.goto("/agents/default/inbox")
        await expect(page.locator("#waiting")).to_have_text(re.compile("1$"))
        await page.keyboard.press("j")
        await page.keyboard.press("c")

        await expect(page.get_by_text("Accepted")).to_be_visible()
        await expect(page.locator("#waiting")).to_be_hidden()
        assert watch.faults == []


async def test_language_and_light_are_switched_and_stay(home: House, browser: Browser) -> None:
    async with looking(browser, home) as (page, watch):
        await page.goto("/")
        await page.get_by_role("link", name="Settings", exact=True).click()
        await page.get_by_role("button", name="中文").click()
        await page.get_by_role("button", name="深色").click()

        await page.goto("/agents/default/today")

        await expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 18, 24)"
        assert watch.faults == []


async def test_the_palette_finds_as_it_is_typed(home: House, browser: Browser) -> None:
    await home.memory.agent().remember("The spare key hangs behind the door.", owner=ME)
    async with looking(browser, home) as (page, watch):
        await page.goto("/")
        await page.keyboard.press("Control+k")
        await page.keyboard.type("spare key")
        await expect(page.locator("#suggestions mark").first).to_have_text(re.compile("spare", re.IGNORECASE))

        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")

        await expect(page.get_by_role("heading", name="MEMORY.md", level=1)).to_be_visible()
        assert watch.faults == []


async def test_a_page_says_when_the_server_is_away_and_keeps_what_was_typed(home: House, browser: Browser) -> None:
    async with looking(browser, home) as (page, _):
        await page.goto("/")
        await page.goto("/agents/default/chat")
        await page.context.set_offline(True)
        await page.get_by_label("Your message").fill("Do not lose me.")
        await page.get_by_role("button", name="Send").click()

        await expect(page.get_by_role("alert")).to_be_visible()
        await expect(page.get_by_label("Your message")).to_have_value("Do not lose me.")
        await page.context.set_offline(False)
        await expect(page.get_by_role("alert")).to_be_hidden(timeout=10_000)
