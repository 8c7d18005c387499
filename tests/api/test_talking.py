"""Talking over REST: whole replies, streams that can be taken up again, conversations that are their owner's."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from tests.api.conftest import HERE, bearer

from morrow.memory import Memory
from morrow.models.errors import ModelUnavailable
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.settings import load_settings
from morrow.testing import Clock, ScriptedModel, Stalled

Event = tuple[str, str, dict[str, Any]]


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel()


@pytest.fixture
async def memory(home: str, clock: Clock, model: ScriptedModel) -> AsyncIterator[Memory]:
    known = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=known, models=model) as opened:
        yield opened


class Serving(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()


@pytest.fixture
async def server(app: FastAPI, root: str) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client of the application behind a real server, which streams as it goes."""
    running = Serving(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    task = asyncio.create_task(running.serve())
    await running.listens.wait()
    port = running.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=bearer(root)) as asking:
        yield asking
    running.should_exit = True
    await task


async def events_of(response: httpx.Response, *, most: int | None = None) -> list[Event]:
    """Read a stream as a browser does: id, event and data of each, up to `most`."""
    found: list[Event] = []
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        name, _, value = line.partition(":")
        if line and name:
            fields[name] = value.removeprefix(" ")
        elif fields:
            found.append((fields["id"], fields["event"], json.loads(fields["data"])))
            fields = {}
            if most is not None and len(found) == most:
                break
    return found


async def test_a_reply_comes_whole_with_what_was_recalled(client: httpx.AsyncClient, model: ScriptedModel) -> None:
    model.then("Every Friday.")
    await client.post("/api/v1/memory/default/remember", json={"content": "The deploy key rotates every Friday."})
    answer = await client.post("/api/v1/chat", json={"message": "When does the deploy key rotate?"})

    told = answer.json()
    assert answer.status_code == 200
    assert (told["reply"], told["engine"], told["status"]) == ("Every Friday.", "model", "completed")
    assert told["recalled"][0]["text"] == "The deploy key rotates every Friday."
    assert told["recallId"] == told["turnId"]
    assert told["context"]["tokens"] == sum(block["tokens"] for block in told["context"]["blocks"])


async def test_two_end_users_never_share_a_conversation(client: httpx.AsyncClient, model: ScriptedModel) -> None:
    model.then("One.", "Two.")
    first = (await client.post("/api/v1/chat", json={"message": "Hello.", "endUserId": 7})).json()
    second = (await client.post("/api/v1/chat", json={"message": "Hello.", "endUserId": "8"})).json()

    assert first["conversationId"] != second["conversationId"]
    mine = f"/api/v1/agents/default/conversations/{first['conversationId']}"
    assert (await client.get(mine, params={"endUserId": "7"})).status_code == 200
    for method, path, body in (
        ("GET", mine, None),
        ("GET", f"{mine}/messages", None),
        ("DELETE", mine, None),
        ("POST", f"{mine}/rewind", {"messageId": first["messages"][0]}),
        ("PUT", f"{mine}/memory", {"memory": "off"}),
        ("GET", f"/api/v1/chat/turns/{first['turnId']}/events", None),
        ("POST", f"/api/v1/chat/turns/{first['turnId']}/stop", None),
    ):
        answer = await client.request(method, path, params={"endUserId": "8"}, json=body)
        assert answer.status_code == 404, (method, path)


async def test_a_failing_model_is_a_problem_that_names_where_the_words_are(
    client: httpx.AsyncClient, model: ScriptedModel
) -> None:
    model.then(ModelUnavailable("it is down"))
    answer = await client.post("/api/v1/chat", json={"message": "The port is 9091."})

    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (503, "urn:morrow:problem:model-unavailable")
    messages = await client.get(f"/api/v1/agents/default/conversations/{problem['conversationId']}/messages")
    assert [message["text"] for message in messages.json()["messages"]] == ["The port is 9091."]


async def test_a_stream_is_numbered_and_ends_with_the_turn(server: httpx.AsyncClient, model: ScriptedModel) -> None:
    model.then("You live in Lisbon.")
    async with server.stream("POST", "/api/v1/chat/stream", json={"message": "Where do I live?"}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        told = await events_of(response)

    assert [number for number, _, _ in told] == [str(n) for n in range(1, len(told) + 1)]
    assert [name for _, name, _ in told][:3] == ["session", "memory_recalled", "context_usage"]
    assert "".join(data["text"] for _, name, data in told if name == "content_delta") == "You live in Lisbon."
    assert [(name, data.get("reply")) for _, name, data in told][-1] == ("done", "You live in Lisbon.")


async def test_a_stream_that_was_cut_goes_on_where_it_was(server: httpx.AsyncClient, model: ScriptedModel) -> None:
    held = asyncio.Event()
    model.then(Stalled(held, "You live in Lisbon."))
    async with server.stream("POST", "/api/v1/chat/stream", json={"message": "Where do I live?"}) as response:
        begun = await events_of(response, most=2)
    held.set()
    turn, last = begun[0][2]["turnId"], begun[-1][0]
    async with server.stream("GET", f"/api/v1/chat/turns/{turn}/events", headers={"Last-Event-ID": last}) as response:
        rest = await events_of(response)

    assert [number for number, _, _ in (*begun, *rest)] == [str(n) for n in range(1, len(begun) + len(rest) + 1)]
    assert rest[-1][1] == "done"
    refused = await server.get(f"/api/v1/chat/turns/{turn}/events", headers={"Last-Event-ID": "x"})
    assert refused.status_code == 422


async def test_a_turn_is_stopped_by_its_owner_only(
    server: httpx.AsyncClient, model: ScriptedModel, memory: Memory
) -> None:
    model.then(Stalled(asyncio.Event()))
    other = (await memory.tokens.create(Grant("other", Role.VIEWER))).secret
    async with server.stream("POST", "/api/v1/chat/stream", json={"message": "Hello there."}) as response:
        [(_, _, session)] = await events_of(response, most=1)
    stop = f"/api/v1/chat/turns/{session['turnId']}/stop"

    assert (await server.post(stop, headers=bearer(other))).status_code == 404
    assert (await server.post(stop)).status_code == 200
    async with server.stream("GET", f"/api/v1/chat/turns/{session['turnId']}/events") as response:
        told = await events_of(response)
    assert (told[-1][1], told[-1][2]["status"]) == ("done", "stopped")


async def test_an_error_in_a_stream_says_what_a_whole_answer_would(
    server: httpx.AsyncClient, model: ScriptedModel
) -> None:
    model.then(ModelUnavailable("it is down"))
    async with server.stream("POST", "/api/v1/chat/stream", json={"message": "Hello there."}) as response:
        told = await events_of(response)

    assert told[-1][1] == "error"
    assert told[-1][2]["problem"]["type"] == "urn:morrow:problem:model-unavailable"


async def test_conversations_are_listed_taken_back_and_switched(
    client: httpx.AsyncClient, model: ScriptedModel
) -> None:
    model.then("One.", "Two.")
    first = (await client.post("/api/v1/chat", json={"message": "Hello.", "conversationId": "mine"})).json()
    await client.post("/api/v1/chat", json={"message": "And on.", "conversationId": "mine"})
    place = "/api/v1/agents/default/conversations"

    [listed] = (await client.get(place)).json()["conversations"]
    assert (listed["name"], listed["title"], listed["messages"]) == ("mine", "Hello.", 4)
    taken = await client.post(f"{place}/mine/rewind", json={"messageId": first["messages"][0], "keep": False})
    assert taken.json() == {"messages": 4}
    assert (await client.put(f"{place}/mine/memory", json={"memory": "off"})).json()["memory"] == "off"
    assert (await client.put(f"{place}/mine/memory", json={"memory": "some"})).status_code == 422
    assert (await client.delete(f"{place}/mine")).json() == {"messages": 0}
    assert (await client.get(f"{place}/mine")).status_code == 404


async def test_the_next_prompt_is_shown_and_nobody_is_asked(client: httpx.AsyncClient, model: ScriptedModel) -> None:
    await client.post("/api/v1/memory/default/remember", json={"content": "The deploy key rotates every Friday."})
    answer = await client.get("/api/v1/memory/default/context", params={"message": "When does the key rotate?"})

    told = answer.json()
    assert [message["role"] for message in told["messages"]] == ["system", "user"]
    assert "every Friday" in told["messages"][1]["text"]
    assert "every Friday" not in told["messages"][0]["text"]
    assert sum(m["tokens"] for m in told["messages"]) <= told["record"]["tokens"]
    assert model.requests == []
    assert (await client.get("/api/v1/agents/default/conversations")).json()["conversations"] == []


async def test_what_groups_are_told_of_somebody_is_allowed_by_nobody_else(
    client: httpx.AsyncClient, memory: Memory, model: ScriptedModel, feishu: str
) -> None:
    model.then("Fine.", "Fine.")
    lin = {"channel": "feishu", "senderId": "ou_lin"}
    body, bot = {"agentId": "default", "message": "What is my code word?", **lin, "chatId": "oc_1"}, bearer(feishu)
    await memory.agent().remember("My code word is zirconium.", owner=Owner.channel("feishu", "ou_lin"))
    wanted = {"switch": "inGroups", "on": True}

    by_admin = await client.put("/api/v1/owners/switches", params={"ownerKey": "feishu:ou_lin"}, json=wanted)
    before = await client.post("/api/v1/chat", json=body, headers=bot)
    allowed = await client.put("/api/v1/owners/switches", params=lin, json=wanted, headers=bot)
    after = await client.post("/api/v1/chat", json=body, headers=bot)

    assert by_admin.status_code == 403
    assert "zirconium" not in before.text
    assert allowed.json()["switches"]["inGroups"] is True
    assert "zirconium" in after.text
