"""The morning card on its page: confirm, edit, forget, what was changed since, and taking the card off."""

import re

import httpx
import pytest
from tests.web.told import ME, dreamt_on_the_page, live_three_days

from morrow.memory import Memory
from morrow.testing import Clock

PART = {"HX-Request": "true"}


@pytest.fixture
async def entries(client: httpx.AsyncClient, memory: Memory, clock: Clock) -> list[str]:
    """Return the addresses of the entries of a card with three topics, without the act at their end."""
    await live_three_days(memory, clock)
    await dreamt_on_the_page(client, memory)
    page = (await client.get("/agents/default/today")).text
    return re.findall(r'hx-post="([^"]+)/confirm"', page)


async def _memory_of(memory: Memory) -> str:
    return (await memory.agent().documents.read("MEMORY.md", owner=ME)).text


async def test_an_entry_is_confirmed_and_says_so(client: httpx.AsyncClient, entries: list[str]) -> None:
    part = (await client.post(f"{entries[0]}/confirm", headers=PART)).text

    assert "Confirmed" in part
    assert "<html" not in part
    assert "Confirmed" in (await client.get("/agents/default/today")).text


async def test_an_entry_is_kept_in_other_words(client: httpx.AsyncClient, memory: Memory, entries: list[str]) -> None:
    part = (await client.post(f"{entries[0]}/edit", data={"text": "It is on Mondays now."}, headers=PART)).text

    assert "In your words" in part
    assert "It is on Mondays now." in await _memory_of(memory)


async def test_an_entry_is_forgotten_with_a_receipt(
    client: httpx.AsyncClient, memory: Memory, entries: list[str]
) -> None:
    page = (await client.get("/agents/default/today")).text
    words = re.search(r'<span dir="auto">([^<]+)</span>', page)
    assert words is not None

    part = (await client.post(f"{entries[0]}/forget", headers=PART)).text

    assert "Forgotten" in part
    assert "Removed: entries:" in part
    assert words[1] not in part
    assert words[1] not in (await client.get("/agents/default/today")).text
    assert words[1] not in await _memory_of(memory)


async def test_the_forget_form_waits_ten_seconds_in_the_page(client: httpx.AsyncClient, entries: list[str]) -> None:
    page = (await client.get("/agents/default/today")).text

    assert page.count('data-later="10"') == len(entries)


async def test_what_was_changed_since_is_shown_and_not_overwritten(
    client: httpx.AsyncClient, memory: Memory, entries: list[str]
) -> None:
    page = (await client.get("/agents/default/today")).text
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    await client.post(f"{entries[0]}/edit", data={"text": "It is on Mondays now."}, headers=PART)

    late = {"text": "It is on Sundays.", "version": version[1]}
    part = (await client.post(f"{entries[0]}/edit", data=late, headers=PART)).text

    assert "It was changed since you read it" in part
    assert "It is on Sundays." in part
    assert "It is on Mondays now." in await _memory_of(memory)


async def test_the_card_is_taken_off_and_can_still_be_looked_at(client: httpx.AsyncClient, entries: list[str]) -> None:
    report = entries[0].split("/card/")[1].split("/")[0]

    before = (await client.get("/agents/default/today")).text
    answer = await client.post(f"/agents/default/card/{report}/seen")
    after = (await client.get(answer.headers["location"])).text

    assert "The last card, which you took off" not in before
    assert "The last card, which you took off" in after


async def test_without_scripts_an_act_leads_back_to_today(client: httpx.AsyncClient, entries: list[str]) -> None:
    answer = await client.post(f"{entries[0]}/confirm")

    assert answer.status_code == 303
    assert answer.headers["location"] == "/agents/default/today"
