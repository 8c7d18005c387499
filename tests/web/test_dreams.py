"""A dream on its page: what changed, why, and each way back."""

import re

import httpx
import pytest
from tests.web.told import ME, dreamt_on_the_page, live_three_days

from morrow.memory import Memory
from morrow.testing import Clock


@pytest.fixture
async def dreamt(client: httpx.AsyncClient, memory: Memory, clock: Clock) -> str:
    """Return the address of a dream that made memory of three topics."""
    await live_three_days(memory, clock)
    return await dreamt_on_the_page(client, memory)


async def _memory_of(memory: Memory) -> str:
    return (await memory.agent().documents.read("MEMORY.md", owner=ME)).text


def _fields(form: str) -> dict[str, str]:
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


async def test_the_page_shows_each_change_with_its_score(client: httpx.AsyncClient, dreamt: str) -> None:
    page = (await client.get(dreamt)).text

    assert page.count('class="hunk') == 3
    assert "the release goes out on Thursday" in page
    assert "how lately" in page
    assert "Revert all" in page


async def test_one_change_is_taken_back_alone_and_brought_back(
    client: httpx.AsyncClient, memory: Memory, dreamt: str
) -> None:
    page = (await client.get(dreamt)).text
    form = page.split(f'action="{dreamt}/revert-change"')[1].split("</form>")[0]

    done = await client.post(f"{dreamt}/revert-change", data=_fields(form))
    after = (await client.get(done.headers["location"])).text
    without = await _memory_of(memory)
    await client.post(f"{dreamt}/undo", data=_fields(after.split(f'action="{dreamt}/undo"')[1].split("</form>")[0]))

    assert sum(words in without for words in ("release", "Portuguese", "pnpm")) == 2
    assert "changed or taken back since" in after
    again = await _memory_of(memory)
    assert all(words in again for words in ("release", "Portuguese", "pnpm"))


async def test_a_whole_dream_is_taken_back(client: httpx.AsyncClient, memory: Memory, dreamt: str) -> None:
    await client.post(f"{dreamt}/revert")

    left = await _memory_of(memory)
    assert not any(words in left for words in ("release", "Portuguese", "pnpm"))
    assert "Revert all" not in (await client.get(dreamt)).text


async def test_a_dream_that_was_asked_for_is_watched_until_its_report(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    await live_three_days(memory, clock)
    live = (await client.post("/agents/default/dreams")).headers["location"]
    waiting = (await client.get(live)).text
    await memory.tick()

    stream = (await client.get(live.replace("/live", "/events"))).text
    ended = await client.get(live)

    assert "Dreaming …" in waiting
    assert f'event: done\ndata: "{ended.headers["location"]}"' in stream
    assert (await client.get(ended.headers["location"])).status_code == 200


async def test_why_quotes_the_messages(client: httpx.AsyncClient, dreamt: str) -> None:
    page = (await client.get(dreamt)).text
    address = re.search(r'hx-get="([^"]*why[^"]*)"', page)
    assert address is not None

    part = await client.get(address[1], headers={"HX-Request": "true"})

    assert "<html" not in part.text
    assert "It rests on" in part.text
    assert "day-2-" in part.text


async def test_another_owners_dream_is_not_found(client: httpx.AsyncClient, memory: Memory, clock: Clock) -> None:
    await live_three_days(memory, clock)
    report = await memory.agent().dream(owner=None)

    own = await client.get(f"/agents/default/dreams/{report.id}")
    shared = await client.get(f"/agents/default/dreams/{report.id}?shared=true")

    assert own.status_code == 404
    assert shared.status_code == 200
