"""Settings: switches, the schedule, jobs, tokens, and what only an admin sees."""

import re

import httpx
import pytest
from tests.web.told import ME, signed_in

from morrow.memory import Memory
from morrow.roster.roles import Role

SETTINGS = "/agents/default/settings"


@pytest.fixture
async def begun(client: httpx.AsyncClient) -> httpx.AsyncClient:
    await client.get("/")
    return client


async def test_ones_own_capture_is_switched_off_and_on(begun: httpx.AsyncClient, memory: Memory) -> None:
    await begun.post(f"{SETTINGS}/switch", data={"name": "capture", "on": "false"})
    off = (await memory.owners.show(ME)).switches
    await begun.post(f"{SETTINGS}/switch", data={"name": "capture", "on": "true"})

    assert not off.capture
    assert (await memory.owners.show(ME)).switches.capture


async def test_groups_are_told_what_is_mine_when_i_allow_it(begun: httpx.AsyncClient, memory: Memory) -> None:
    await begun.post(f"{SETTINGS}/switch", data={"name": "in_groups", "on": "true", "whose": "agent"})

    assert (await memory.owners.show(ME)).switches.in_groups
    assert "Groups in which I speak" in (await begun.get(SETTINGS)).text


async def test_a_token_is_shown_once_and_then_taken_back(begun: httpx.AsyncClient, memory: Memory) -> None:
    made = await begun.post(f"{SETTINGS}/tokens", data={"role": "viewer"})
    secret = re.search(r"mrw_[\w-]{43}", made.text)
    later = (await begun.get(SETTINGS)).text
    [token] = await memory.tokens.list()

    await begun.post(f"{SETTINGS}/tokens/{token.id}/revoke")

    assert secret is not None
    assert "mrw_" not in later
    assert not await memory.tokens.any_live()


async def test_a_viewer_sees_neither_tokens_nor_owners_and_makes_none(memory: Memory, begun: httpx.AsyncClient) -> None:
    async with signed_in(memory, "vi", Role.VIEWER) as viewer:
        page = (await viewer.get(SETTINGS)).text
        refused = await viewer.post(f"{SETTINGS}/tokens", data={"role": "viewer"})
        for_all = await viewer.post(f"{SETTINGS}/switch", data={"name": "dream", "on": "false", "whose": "agent"})

        assert 'id="tokens"' not in page
        assert "user:local" not in page
        assert refused.status_code == 403
        assert for_all.status_code == 403


async def test_jobs_are_listed_with_how_they_ended(begun: httpx.AsyncClient, memory: Memory) -> None:
    await begun.post("/agents/default/dreams")
    await memory.tick()

    page = (await begun.get(SETTINGS)).text

    assert "Look at it" in page


async def test_signing_out_ends_the_session(begun: httpx.AsyncClient) -> None:
    left = await begun.post("/logout")

    assert left.headers["location"] == "/login"
    assert (await begun.get(SETTINGS)).status_code == 401


async def test_the_agent_dreams_at_the_time_that_is_set(begun: httpx.AsyncClient, memory: Memory) -> None:
    await begun.post(f"{SETTINGS}/schedule", data={"kind": "dream", "at": "04:30", "enabled": "true"})

    page = (await begun.get(SETTINGS)).text

    assert "every day at 04:30" in page
    assert page.count("04:30</time>") == 3
