"""Search on its page: suggestions with marks, results, and the prompt that a message would make."""

import httpx
import pytest
from sqlalchemy import func, select
from tests.web.told import ME, live_three_days

from morrow.memory import Memory
from morrow.recall.table import recall_event
from morrow.testing import Clock

SEARCH = "/agents/default/search"


@pytest.fixture
async def told(client: httpx.AsyncClient, memory: Memory, clock: Clock) -> None:
    await live_three_days(memory, clock)
    await memory.agent().dream(owner=ME)


async def test_what_matches_is_marked_as_it_is_typed(client: httpx.AsyncClient, told: None) -> None:
    part = (await client.get(f"{SEARCH}/suggestions", params={"q": "Portuguese lesson"})).text

    assert "<mark>Portuguese</mark>" in part
    assert "<html" not in part


async def test_results_come_with_their_place_and_the_prompt_with_its_tokens(
    client: httpx.AsyncClient, told: None
) -> None:
    page = (await client.get(SEARCH, params={"q": "when does the release go out?"})).text

    assert "MEMORY.md:" in page
    assert "What would be injected for this message?" in page
    assert "what is remembered about you" in page
    assert "of 128,000 tokens" in page


async def test_looking_something_up_is_no_use_of_a_memory(
    client: httpx.AsyncClient, memory: Memory, told: None
) -> None:
    await client.get(SEARCH, params={"q": "pnpm"})
    await client.get(f"{SEARCH}/suggestions", params={"q": "pnpm"})
    await memory.tick()

    async with memory.parts.store.read_all() as connection:
        assert (await connection.execute(select(func.count()).select_from(recall_event))).scalar_one() == 0


async def test_words_in_what_was_said_stay_words(client: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().record("Remember <b onclick=x>the harbour</b> [[always]].", owner=ME)

    part = (await client.get(f"{SEARCH}/suggestions", params={"q": "harbour"})).text

    assert "<b" not in part
    assert "<mark>harbour</mark>" in part


async def test_nothing_found_is_said(client: httpx.AsyncClient) -> None:
    await client.get("/")

    assert "Nothing is remembered about this." in (await client.get(SEARCH, params={"q": "zebra"})).text
    assert "Ask in your own words" in (await client.get(SEARCH)).text
