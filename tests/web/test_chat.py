"""Chat on its page: a turn as it streams, one without scripts, what memory may do, and an end."""

import json
import re

import httpx
import pytest
from tests.web.told import HERE, ME, signed_in

from morrow.errors import NotFound
from morrow.memory import Memory
from morrow.settings import load_settings
from morrow.testing import Clock, ScriptedModel

CHAT = "/agents/default/chat"
PART = {"HX-Request": "true"}


@pytest.fixture
async def begun(client: httpx.AsyncClient) -> httpx.AsyncClient:
    await client.get("/")
    return client


def _events(stream: str) -> dict[str, str]:
    """Return the last text of each event by name."""
    found = re.findall(r"id: \d+\nevent: (\w+)\ndata: (.*)\n", stream)
    return {name: json.loads(data) for name, data in found}


async def test_a_turn_streams_its_memories_and_its_reply(begun: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().remember("The deploy key rotates every Friday.", owner=ME)

    said = await begun.post(CHAT, data={"text": "When does the deploy key rotate?"}, headers=PART)
    address = re.search(r'data-events="([^"]+)"', said.text)
    assert address is not None
    stream = await begun.get(address[1])

    told = _events(stream.text)
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert "Friday" in told["memory"]
    assert "Friday" in told["reply"]
    assert "No model is connected" in told["done"]
    assert said.headers["hx-push-url"].startswith(f"{CHAT}/")


async def test_a_lost_stream_goes_on_behind_the_last_event(begun: httpx.AsyncClient) -> None:
    said = await begun.post(CHAT, data={"text": "Hello"}, headers=PART)
    address = re.search(r'data-events="([^"]+)"', said.text)
    assert address is not None
    whole = (await begun.get(address[1])).text

    rest = (await begun.get(address[1], headers={"Last-Event-ID": "2"})).text

    assert rest
    assert rest == whole[whole.index("id: 3\n") :]


async def test_without_scripts_the_page_comes_with_the_answer(begun: httpx.AsyncClient) -> None:
    answer = await begun.post(CHAT, data={"text": "I moved to Lisbon in May."})
    page = (await begun.get(answer.headers["location"])).text

    assert answer.status_code == 303
    assert "I moved to Lisbon in May." in page
    assert 'class="said assistant"' in page


async def test_off_the_record_stays_so_in_the_conversation(begun: httpx.AsyncClient, memory: Memory) -> None:
    answer = await begun.post(CHAT, data={"text": "My doctor is Dr Reis.", "memory": "off"})
    page = (await begun.get(answer.headers["location"])).text
    await memory.idle()

    assert '<option value="off" selected>' in page
    assert not [hit for hit in await memory.agent().look_up("doctor", owner=ME) if hit.kind != "message"]


async def test_a_conversation_is_deleted(begun: httpx.AsyncClient, memory: Memory) -> None:
    answer = await begun.post(CHAT, data={"text": "Hello"})
    conversation = answer.headers["location"].rsplit("/", 1)[1]

    await begun.post(f"{CHAT}/{conversation}/delete")

    with pytest.raises(NotFound):
        await memory.agent().conversations.get(conversation, owner=ME)


async def test_what_is_said_is_shown_as_words(begun: httpx.AsyncClient) -> None:
    answer = await begun.post(CHAT, data={"text": "<img src=x onerror=alert(1)>"})

    assert "<img" not in (await begun.get(answer.headers["location"])).text


async def test_with_a_model_the_window_its_name_and_markdown_are_shown(home: str, clock: Clock) -> None:
    known = load_settings(None, environ={}, overrides=HERE)
    async with (
        Memory.open(home, clock=clock, settings=known, models=ScriptedModel("It **rains**. <b>Now</b>")) as memory,
        signed_in(memory) as asking,
    ):
        await asking.get("/")
        said = await asking.post(CHAT, data={"text": "How is it outside?"}, headers=PART)
        address = re.search(r'data-events="([^"]+)"', said.text)
        assert address is not None
        told = _events((await asking.get(address[1])).text)

    assert "tokens" in told["usage"]
    assert "<strong>rains</strong>" in told["reply"]
    assert "<b>" not in told["reply"]
    assert "answered by" in told["done"]
