"""The inbox on its page: each decision, its way back, many at once, and what was changed meanwhile."""

import re

import httpx
import pytest
from tests.web.told import ME, live_three_days, proposals

from morrow.memory import Memory
from morrow.testing import Clock

INBOX = "/agents/default/inbox"
PART = {"HX-Request": "true"}


@pytest.fixture
async def items(client: httpx.AsyncClient, memory: Memory, clock: Clock) -> list[str]:
    """Return the ids of the three topics as proposals."""
    await live_three_days(memory, clock)
    return await proposals(memory)


async def _memory_of(memory: Memory) -> str:
    return (await memory.agent().documents.read("MEMORY.md", owner=ME)).text


async def test_what_waits_is_shown_with_its_reason_and_counted_in_the_badge(
    client: httpx.AsyncClient, items: list[str]
) -> None:
    page = (await client.get(INBOX)).text

    assert all(f'id="item-{item}"' in page for item in items)
    assert re.search(rf'id="waiting"[^>]*><span[^>]*>waiting: </span>{len(items)}</b>', page)
    assert "Quarantine" in page


async def test_accepting_writes_and_undo_takes_it_back_and_lets_it_wait_again(
    client: httpx.AsyncClient, memory: Memory, items: list[str]
) -> None:
    accepted = await client.post(f"{INBOX}/{items[0]}/accept", headers=PART)
    written = await _memory_of(memory)

    undone = await client.post(f"{INBOX}/{items[0]}/reopen", headers=PART)

    assert "Accepted" in accepted.text
    assert "Undo" in accepted.text
    assert "Keep these words" in undone.text
    assert len(await _memory_of(memory)) < len(written)
    assert await memory.agent().inbox_items.count(owner=ME) == len(items)


async def test_a_proposal_is_kept_in_ones_own_words(
    client: httpx.AsyncClient, memory: Memory, items: list[str]
) -> None:
    await client.post(f"{INBOX}/{items[0]}/edit", data={"text": "- Lessons are on Mondays now."}, headers=PART)

    assert "Lessons are on Mondays now." in await _memory_of(memory)


async def test_without_scripts_a_decision_leads_back_to_the_inbox(client: httpx.AsyncClient, items: list[str]) -> None:
    answer = await client.post(f"{INBOX}/{items[0]}/reject")

    assert answer.status_code == 303
    assert f'id="item-{items[0]}"' not in (await client.get(answer.headers["location"])).text


async def test_many_are_decided_at_once_and_brought_back_at_once(
    client: httpx.AsyncClient, memory: Memory, items: list[str]
) -> None:
    done = await client.post(f"{INBOX}/bulk", data={"action": "reject", "item": items})
    left = await memory.agent().inbox_items.count(owner=ME)
    await client.post(f"{INBOX}/bulk", data={"action": "reopen", "item": items})

    assert f"Decided: {len(items)}." in done.text
    assert left == 0
    assert await memory.agent().inbox_items.count(owner=ME) == len(items)


async def test_an_unknown_item_is_a_notice_and_changes_nothing(client: httpx.AsyncClient, items: list[str]) -> None:
    answer = await client.post(f"{INBOX}/nothing/accept", headers=PART)

    assert answer.status_code == 404
    assert answer.headers["hx-retarget"] == "#notices"


async def test_a_form_without_the_sessions_secret_is_refused(client: httpx.AsyncClient, items: list[str]) -> None:
    answer = await client.post(f"{INBOX}/{items[0]}/accept", headers={"X-CSRF-Token": ""}, data={"csrf": "guess"})

    assert answer.status_code == 403


async def test_an_empty_inbox_says_what_it_is_for(client: httpx.AsyncClient) -> None:
    await client.get("/")

    assert "Nothing waits for you" in (await client.get(INBOX)).text
