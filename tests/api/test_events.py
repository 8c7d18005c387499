"""How dreams go, told while they run: from rows, so that every process tells of every dream."""

import asyncio
import json
import signal
import socket
import sys

import httpx
import pytest
from fastapi import FastAPI

from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.testing import Clock

EVENTS = "/api/v1/memory/default/dream/events"
ME, OTHER = Owner.user("local"), Owner.user("other")


async def _dream(memory: Memory, owner: Owner) -> str:
    report = await memory.agent().dream(owner=owner)
    await memory.parts.dream_events.flush()
    return report.id


async def _heard(client: httpx.AsyncClient, last: int = 0) -> list[tuple[int, str, str]]:
    answer = await client.get(EVENTS, headers={"Last-Event-ID": str(last)})
    assert answer.headers["content-type"].startswith("text/event-stream")
    blocks = [
        dict(line.split(": ", 1) for line in block.split("\n")) for block in answer.text.split("\n\n") if "id:" in block
    ]
    return [(int(block["id"]), block["event"], json.loads(block["data"])["run"]) for block in blocks]


@pytest.fixture
def client(client: httpx.AsyncClient, app: FastAPI) -> httpx.AsyncClient:
    app.state.is_stopping = True  # the stream ends after what it has to tell
    return client


async def test_a_dream_is_told_from_beginning_to_end(client: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().remember("The deploy key rotates every Friday.", owner=ME)
    report = await _dream(memory, ME)

    told = await _heard(client)

    assert [happening for _, happening, _ in told] == ["started", "progress", "progress", "skipped"]
    assert {run for _, _, run in told} == {report}


async def test_whoever_lost_the_thread_hears_the_rest(client: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().remember("The deploy key rotates every Friday.", owner=ME)
    await _dream(memory, ME)
    told = await _heard(client)

    assert await _heard(client, told[1][0]) == told[2:]
    assert await _heard(client, told[-1][0]) == []


async def test_nobody_hears_of_anothers_dream(client: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().remember("My locker code hangs at the door.", owner=OTHER)
    await _dream(memory, OTHER)

    assert await _heard(client) == []


async def test_an_id_that_is_none_is_refused(client: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().row()

    assert (await client.get(EVENTS, headers={"Last-Event-ID": "x"})).status_code == 422


async def test_a_dream_of_one_process_is_heard_in_another(home: str, clock: Clock) -> None:
    async with Memory.open(home, clock=clock) as dreaming, Memory.open(home, clock=clock) as hearing:
        await dreaming.agent().remember("The deploy key rotates every Friday.", owner=ME)
        report = await _dream(dreaming, ME)

        heard = [e async for e in hearing.agent().dream_events(owner=ME, after=0, is_over=lambda: True)]

    assert {event.run for event in heard if event is not None} == {report}


async def test_what_happens_from_now_on_is_heard_at_once(memory: Memory) -> None:
    await memory.agent().remember("The deploy key rotates every Friday.", owner=ME)
    await _dream(memory, ME)
    told = memory.agent().dream_events(owner=ME)
    assert await anext(told) is None

    dreaming = asyncio.create_task(_dream(memory, ME))
    first = await anext(told)
    while first is None:
        first = await anext(told)

    assert (first.happening, first.run) == ("started", await dreaming)


async def test_a_stream_ends_by_itself_when_the_server_stops(home: str) -> None:
    async with Memory.open(home) as memory:
        await memory.agent().row()
        token = (await memory.tokens.create(Grant("local", Role.MEMBER))).secret
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serving = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "morrow.cli", "serve", "--home", home, "--port", str(port)
    )
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=20) as asking:
        await _until_up(asking)
        async with asking.stream("GET", EVENTS) as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == ": listening"
            serving.send_signal(signal.SIGTERM)
            rest = [line async for line in lines]

    await asyncio.wait_for(serving.wait(), 8)
    assert all(line.startswith(":") or not line for line in rest)


async def _until_up(asking: httpx.AsyncClient) -> None:
    for _ in range(600):
        try:
            await asking.get("/healthz")
        except httpx.ConnectError:
            await asyncio.sleep(0.05)  # another process: nothing else tells when it listens
        else:
            return
    raise AssertionError("the server did not come up")
