"""Which paths tell that a memory was of use: a user's own turns do, and nothing that the system does by itself."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import select

from morrow import Memory, Owner
from morrow.api.application import create_app
from morrow.cli.main import root
from morrow.models.chat import ToolCall
from morrow.recall.table import recall_event
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.settings import load_settings
from morrow.testing import Clock, ScriptedModel, reply
from morrow.tools.toolbox import Running

ADA, LOCAL = Owner.user("ada"), Owner.user("local")
QUESTION, REPLY = "where are my bees?", "They live behind your house."
HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.mirror.enabled": False,
}  # fmt: skip


def _open(home: str, *steps: object) -> contextlib.AbstractAsyncContextManager[Memory]:
    settings = load_settings(None, environ={}, overrides=HERE)
    model = ScriptedModel(*steps) if steps else None  # type: ignore[arg-type]
    return Memory.open(home, clock=Clock("2026-03-02T12:00:00+00:00"), settings=settings, models=model)


@pytest.fixture
async def memory(home: str) -> AsyncIterator[Memory]:
    async with _open(home) as opened:
        await _knows_bees(opened)
        yield opened


async def _knows_bees(memory: Memory, owner: Owner = ADA) -> None:
    await memory.agent().record("I keep bees behind the house.", owner=owner)


async def _used(memory: Memory) -> list[bool]:
    """Return of each recall that was written down whether it was used."""
    await memory.parts.tracker.flush()
    async with memory.parts.store.read_all() as connection:
        return list((await connection.execute(select(recall_event.c.used))).scalars())


async def _running(memory: Memory, message: str, **values: object) -> Running:
    row, now = await memory.agent().row(), memory.parts.clock()
    return Running(row.id, row.name, ADA, None, "now", "t1", "m1", message, now, **values)  # type: ignore[arg-type]


async def test_a_recall_alone_is_no_use(memory: Memory) -> None:
    await memory.agent().recall(QUESTION, owner=ADA)

    assert await _used(memory) == [False]


@pytest.mark.parametrize("trigger", ["cron", "system"])
async def test_a_reply_in_a_jobs_turn_is_no_use(memory: Memory, trigger: str) -> None:
    await memory.agent().recall(QUESTION, owner=ADA)
    await memory.agent().record(QUESTION, REPLY, owner=ADA, trigger=trigger)

    assert await _used(memory) == [False]


async def test_a_reply_to_words_from_outside_is_no_use(memory: Memory) -> None:
    await memory.agent().recall(QUESTION, owner=ADA)
    await memory.agent().record(QUESTION, REPLY, owner=ADA, origin="external")

    assert await _used(memory) == [False]


async def test_what_the_system_asks_is_nobodys_use(memory: Memory) -> None:
    await memory.agent().recall(QUESTION, owner=Owner.system())
    await memory.agent().record(QUESTION, REPLY, owner=Owner.system())

    assert await _used(memory) == []


async def test_a_question_of_one_process_is_used_by_the_reply_that_another_records(home: str, memory: Memory) -> None:
    await memory.agent().recall(QUESTION, owner=ADA)
    await memory.parts.tracker.flush()

    async with _open(home) as other:
        await other.agent().record(QUESTION, REPLY, owner=ADA)
        await other.parts.tracker.flush()

    assert await _used(memory) == [True]


async def test_a_person_who_looks_something_up_leaves_no_trace(memory: Memory) -> None:
    assert await memory.agent().look_up(QUESTION, owner=ADA)

    assert await _used(memory) == []


async def test_a_search_over_http_is_no_use_until_a_turn_replies(memory: Memory) -> None:
    await _knows_bees(memory, LOCAL)
    app = create_app(lambda: contextlib.nullcontext(memory))
    app.state.memory = memory
    secret = (await memory.tokens.create(Grant("local", Role.ROOT))).secret
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1",
        headers={"Authorization": f"Bearer {secret}"},
    ) as client:  # fmt: skip
        found = await client.get("/api/v1/memory/default/search", params={"q": QUESTION})
        before = await _used(memory)
        await memory.agent().record(QUESTION, REPLY, owner=LOCAL)

    assert found.status_code == 200
    assert (before, await _used(memory)) == ([False], [True])


async def test_a_search_at_the_command_line_is_no_use(home: str, memory: Memory) -> None:
    arguments = ["search", QUESTION, "--owner", ADA.key, "--home", home, "--now", "2026-03-02T12:00:00+00:00"]
    done = await asyncio.to_thread(CliRunner().invoke, root, arguments)

    assert done.exit_code == 0, done.output
    assert "bees" in done.output
    assert await _used(memory) == [False]


async def test_a_preview_of_the_prompt_leaves_no_trace(memory: Memory) -> None:
    assert (await memory.agent().context(QUESTION, owner=ADA)).recalled

    assert await _used(memory) == []


@pytest.mark.parametrize(("said", "used"), [(REPLY, [True]), ("I cannot say.", [False])], ids=["told on", "left out"])
async def test_a_chat_uses_what_its_reply_says(home: str, said: str, used: list[bool]) -> None:
    async with _open(home, said) as memory:
        await _knows_bees(memory)
        await memory.agent().chat(QUESTION, owner=ADA)

        assert await _used(memory) == used


async def test_a_reply_made_of_memory_by_the_rules_is_no_use(memory: Memory) -> None:
    await memory.agent().chat(QUESTION, owner=ADA)

    assert await _used(memory) == [False]


@pytest.mark.parametrize(("mode", "used"), [("full", [True]), ("read", [])])
async def test_a_document_opened_in_a_chat_is_used_unless_nothing_may_be_learnt(
    home: str, mode: str, used: list[bool]
) -> None:
    opens = ToolCall("c1", "read_workspace_memory_file", json.dumps({"filename": "memory/2026-03-01.md"}))
    async with _open(home, reply("", opens), "Done.") as memory:
        await memory.agent().documents.write("memory/2026-03-01.md", "- I keep bees.\n", owner=ADA)
        await memory.agent().chat("Look at yesterday.", owner=ADA, memory=mode)

        assert await _used(memory) == used


@pytest.mark.parametrize(
    ("message", "values"), [("", {}), ("Look.", {"is_sub_agent": True})], ids=["no user's turn", "a sub-agent"]
)
async def test_a_document_that_no_user_asked_for_is_not_used(
    memory: Memory, message: str, values: dict[str, object]
) -> None:
    await memory.agent().documents.write("memory/2026-03-01.md", "- I keep bees.\n", owner=ADA)
    opens = ToolCall("c1", "read_workspace_memory_file", json.dumps({"filename": "memory/2026-03-01.md"}))
    result = await (await memory.agent().toolbox()).call(opens, await _running(memory, message, **values))

    assert "I keep bees." in result.text
    assert await _used(memory) == []


@pytest.mark.parametrize("tool", ["search_workspace_memory", "recall_structured", "session_search"])
async def test_a_tool_that_lists_hits_is_no_use_by_itself(memory: Memory, tool: str) -> None:
    arguments = {"query": "bees", **({"mode": "search"} if tool == "session_search" else {})}
    call = ToolCall("c1", tool, json.dumps(arguments))
    result = await (await memory.agent().toolbox()).call(call, await _running(memory, QUESTION))

    assert not result.is_error
    assert await _used(memory) == []


async def test_a_dream_is_no_use_of_what_it_reads(memory: Memory) -> None:
    await memory.idle()
    await memory.agent().dream(owner=ADA)

    assert await _used(memory) == []
