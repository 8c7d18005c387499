"""`morrow chat` and `morrow context`, without a model and with one on loopback."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from morrow.testing import Fault, ModelServer


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """Serve a model in a thread of its own, for the command has a loop of its own."""
    made, ready, over = ModelServer(), threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        async with made:
            ready.set()
            await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    ready.wait()
    yield made
    loops[0].call_soon_threadsafe(over.set)
    thread.join()


def use(folder: Path, server: ModelServer) -> None:
    folder.mkdir(exist_ok=True)
    lines = ["models:", "  chat:", "    provider: openai", "    model: scripted", f"    base-url: {server.url}"]
    (folder / "morrow.yaml").write_text("\n".join([*lines, "    max-retries: 0", ""]), encoding="utf-8")


def test_without_a_model_remembered_lines_answer(morrow: Call) -> None:
    morrow("remember", "The deploy key rotates every Friday.")

    said = morrow("chat", "When does the deploy key rotate?")

    assert said.code == 0
    assert "No model is set up" in said.out
    assert "every Friday" in said.out
    assert "没有配置模型" in morrow("--lang", "zh", "chat", "部署密钥什么时候轮换？").out


def test_a_model_answers_and_the_memory_it_was_told_stands_below(
    morrow: Call, folder: Path, server: ModelServer
) -> None:
    morrow("remember", "The deploy key rotates every Friday.")
    use(folder, server)
    server.then("Every Friday.")

    said = morrow("chat", "When does the deploy key rotate?")

    assert said.code == 0
    assert said.out.startswith("Every Friday.\n  Memory used:\n  - The deploy key rotates every Friday. (MEMORY.md")


def test_lines_make_one_conversation_and_switches_are_no_messages(
    morrow: Call, folder: Path, server: ModelServer
) -> None:
    use(folder, server)
    server.then("One.", "Two.", "Three.")

    said = morrow("chat", stdin="Hello.\n/off\nMy zirconium is in the cellar.\n/new\nHello again.\n/quit\nnever\n")

    assert said.code == 0
    asked = [[message["content"] for message in request.body["messages"]] for request in server.requests]  # type: ignore[attr-defined]
    assert [len(messages) for messages in asked] == [2, 4, 2]
    assert morrow("search", "zirconium").code == 3


def test_a_mistyped_switch_is_said_to_nobody(morrow: Call, folder: Path, server: ModelServer) -> None:
    use(folder, server)
    server.then("One.")

    said = morrow("chat", stdin="/of\n/OFF\n/etc/hosts is where it stands.\n")

    [asked] = [request.body["messages"] for request in server.requests]
    assert "/of: no such command" in said.err
    assert "Off the record" in said.out
    assert asked[-1]["content"].endswith("/etc/hosts is where it stands.")  # type: ignore[index]


def test_the_document_of_a_turn_is_that_of_the_rest_door(morrow: Call, folder: Path, server: ModelServer) -> None:
    use(folder, server)
    server.then("Fine.")

    document = morrow("chat", "How are you?", "--json").document

    assert (document["reply"], document["engine"], document["model"]) == ("Fine.", "model", "scripted")
    assert document["conversationId"]


def test_a_model_that_fails_ends_with_the_code_of_its_failure(morrow: Call, folder: Path, server: ModelServer) -> None:
    use(folder, server)
    server.then(Fault.SERVER_ERROR)

    said = morrow("chat", "How are you?")

    assert said.code == 5
    assert "500" in said.err


def test_the_next_prompt_is_shown_and_no_model_asked(morrow: Call, folder: Path, server: ModelServer) -> None:
    morrow("remember", "The deploy key rotates every Friday.")
    use(folder, server)

    shown = morrow("context", "When does the key rotate?")
    figures = morrow("context", "When does the key rotate?", "--figures", "--json").document

    assert "--- MEMORY.md ---" in shown.out
    assert "recall\t" in shown.out
    assert figures["record"]["blocks"][0]["block"] == "instructions"
    assert server.requests == []
