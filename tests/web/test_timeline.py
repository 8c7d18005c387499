"""The timeline on its page: every kind of event with a way to it, narrowed by kind, day and whose."""

import httpx
import pytest
from tests.web.told import ME, live_three_days

from morrow.memory import Memory
from morrow.testing import Clock

TIMELINE = "/agents/default/timeline"


@pytest.fixture
async def lived(client: httpx.AsyncClient, memory: Memory, clock: Clock) -> None:
    await live_three_days(memory, clock)
    await memory.agent().dream(owner=ME)
    await memory.agent().documents.write("ideas.md", "- A lamp.\n", owner=ME)


async def test_every_event_leads_to_what_it_did(client: httpx.AsyncClient, memory: Memory, lived: None) -> None:
    [report] = await memory.agent().dreams.reports(owner=ME)

    page = (await client.get(TIMELINE)).text

    assert f'href="/agents/default/dreams/{report.id}"' in page
    assert "/agents/default/files/ideas.md?view=diff" in page
    assert "Capture" in page
    assert "5 Mar" in page
    assert "2 Mar" in page


async def test_events_are_narrowed_by_kind_and_day(client: httpx.AsyncClient, lived: None) -> None:
    dreams = (await client.get(TIMELINE, params={"kind": "dream"})).text
    monday = (await client.get(TIMELINE, params={"day": "2026-03-02"})).text

    assert "ideas.md" not in dreams
    assert "The whole dream" in dreams
    assert "The whole dream" not in monday


async def test_a_day_without_events_says_so(client: httpx.AsyncClient, lived: None) -> None:
    assert "Nothing happened here" in (await client.get(TIMELINE, params={"day": "2020-01-01"})).text


async def test_what_follows_comes_as_a_part(client: httpx.AsyncClient, memory: Memory, lived: None) -> None:
    for number in range(70):
        await memory.agent().documents.write(f"note-{number}.md", "- x\n", owner=ME)
    page = (await client.get(TIMELINE)).text
    more = page.split('id="more"')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")

    part = await client.get(more, headers={"HX-Request": "true"})

    assert "Show more" in page
    assert "<html" not in part.text
    assert "Capture" in part.text
