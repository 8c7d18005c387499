import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.api.application import create_app
from morrow.documents.entries import Add, Replace
from morrow.documents.names import MEMORY
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.testing import Clock
from morrow.writing.propose import Outcome

LOCAL = Owner.user("local")
Write = Callable[..., Awaitable[Outcome]]
Texts = Callable[..., Awaitable[list[str]]]
FILES = "/api/v1/agents/ada/workspace/files"
HERE = "/api/v1/memory/ada"


@pytest.fixture
async def client(memory: Memory, agent: Agent) -> AsyncIterator[httpx.AsyncClient]:
    await agent.row()
    app = create_app(lambda: contextlib.nullcontext(memory))
    app.state.memory = memory  # what the application does when it starts
    token = (await memory.tokens.create(Grant("local", Role.ROOT))).secret
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1",
        headers={"Authorization": f"Bearer {token}"},
    ) as asking:  # fmt: skip
        yield asking


async def _json(answer: httpx.Response, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_proposal_is_listed_and_accepted(client: httpx.AsyncClient, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True, owner=LOCAL)
    [item] = (await _json(await client.get(f"{HERE}/inbox")))["items"]
    assert (item["kind"], item["text"], item["reason"]) == ("add", "- Lin lives in Munich.", "asked_first")

    done = await _json(await client.post(f"{HERE}/inbox/{item['id']}/accept"))

    assert done["status"] == "accepted"
    assert "Munich" in (await _json(await client.get(f"{FILES}/{MEMORY}")))["text"]
    assert (await _json(await client.get(f"{HERE}/inbox")))["count"] == 0


async def test_a_proposal_is_edited_and_another_rejected(client: httpx.AsyncClient, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), Add("Facts", "- Bo sails."), hold_all=True, owner=LOCAL)
    first, second = (await _json(await client.get(f"{HERE}/inbox")))["items"]

    await _json(await client.post(f"{HERE}/inbox/{first['id']}/edit", json={"text": "- Lin lives in Bonn."}))
    await _json(await client.post(f"{HERE}/inbox/{second['id']}/reject"))

    text = (await _json(await client.get(f"{FILES}/{MEMORY}")))["text"]
    assert text == "# MEMORY\n\n## Facts\n- Lin lives in Bonn.\n"
    await _json(await client.post(f"{HERE}/inbox/{second['id']}/accept"), 422)
    await _json(await client.post(f"{HERE}/inbox/none/accept"), 404)


async def test_a_proposal_on_a_changed_entry_answers_with_both_texts(
    client: httpx.AsyncClient, add: Texts, write: Write
) -> None:
    [port] = await add("The port is 9090.", owner=LOCAL)
    await write(Replace(port, "- The port is 9191."), hold_all=True, owner=LOCAL)
    new = {"content": "# MEMORY\n\n## Facts\n- The port is 9090 on host b.\n"}
    await _json(await client.put(f"{FILES}/{MEMORY}", json=new, headers={"If-Match": '"1"'}))
    [item] = (await _json(await client.get(f"{HERE}/inbox")))["items"]

    conflict = await _json(await client.post(f"{HERE}/inbox/{item['id']}/accept"), 412)

    assert (conflict["theirs"], conflict["yours"]) == ("- The port is 9090 on host b.", "- The port is 9191.")


async def test_why_tells_quotes_and_history(client: httpx.AsyncClient, add: Texts) -> None:
    [port] = await add("The port is 9090.", owner=LOCAL)

    why = await _json(await client.get(f"{HERE}/why", params={"target": "MEMORY.md:4"}))

    assert (why["id"], why["quotes"][0]["text"], why["history"][0]["effect"]) == (port, "The port is 9090.", "added")
    await _json(await client.get(f"{HERE}/why", params={"target": "MEMORY.md:1"}), 404)


async def test_the_past_of_a_file_is_shown_and_brought_back(client: httpx.AsyncClient, add: Texts) -> None:
    await add("The port is 9090.", owner=LOCAL)
    await add("Lin sails.", owner=LOCAL)

    past = await _json(await client.get(f"{FILES}/{MEMORY}/history"))
    diff = await _json(await client.get(f"{FILES}/{MEMORY}/diff", params={"from": 1}))
    back = await client.post(f"{FILES}/{MEMORY}/revert", json={"version": 1})

    assert [one["version"] for one in past["versions"]] == [2, 1]
    assert "+- Lin sails." in diff["diff"]
    assert ("Lin" in (await _json(back))["text"], back.headers["etag"]) == (False, '"3"')


async def test_one_change_of_a_file_is_taken_back(client: httpx.AsyncClient, add: Texts) -> None:
    [port, _] = await add("The port is 9090.", "Lin sails.", owner=LOCAL)

    done = await _json(await client.post(f"{FILES}/{MEMORY}/revert", json={"change": 1, "entry": port}))

    assert [file["text"] for file in done["files"]] == ["# MEMORY\n\n## Facts\n- Lin sails.\n"]
    await _json(await client.post(f"{FILES}/{MEMORY}/revert", json={}), 422)
    await _json(await client.post(f"{FILES}/{MEMORY}/revert", json={"version": 9}), 404)


async def test_a_dream_is_taken_back(client: httpx.AsyncClient, agent: Agent, memory: Memory, clock: Clock) -> None:
    for _ in range(4):
        await agent.record("I'm training for the Lisbon marathon, ran 18 km today.", owner=LOCAL)
        await memory.idle()
        clock.advance(days=1)
    await agent.dream(owner=LOCAL)
    [night] = await agent.documents.history(MEMORY, owner=LOCAL)

    done = await _json(await client.post(f"{HERE}/dream/reports/{night.run}/revert"))

    assert "marathon" not in done["files"][0]["text"]
    await _json(await client.post(f"{HERE}/dream/reports/none/revert"), 404)
