"""What a model is told, captured where it arrives: at a server that speaks the vendor's protocol."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.chat.conftest import HERE, Open

from morrow import Memory, Owner
from morrow.chat.errors import TurnFailed
from morrow.context.fence import cut_blocks
from morrow.context.tokens import TokenCounter
from morrow.documents.entries import Document
from morrow.models.chat import ChatModel, ToolCall
from morrow.models.config import ModelConfig, open_model
from morrow.models.errors import ContextTooLong
from morrow.settings import load_settings
from morrow.testing import Clock, ModelServer, ScriptedModel, reply

ADA, BO = Owner.user("ada"), Owner.user("bo")
SMALL = {"mate.agent.conversation.window.default-max-input-tokens": 8192}
LIN, CREW = Owner.channel("feishu", "ou_lin"), Owner.group("feishu", "crew")


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer(answering=lambda _: "Fine.") as made:
        yield made


@pytest.fixture
async def model(server: ModelServer) -> AsyncIterator[ChatModel]:
    opened = open_model(ModelConfig("openai", "scripted", base_url=server.url), {})
    yield opened
    await opened.aclose()


def messages_in(server: ModelServer, number: int = -1) -> list[dict[str, Any]]:
    found = server.requests[number].body["messages"]
    assert isinstance(found, list)
    return found


def told(model: ScriptedModel, number: int = -1) -> str:
    return "\n".join(message.text for message in model.requests[number].messages)


async def test_the_system_part_is_the_same_bytes_for_two_owners_over_a_hundred_turns(
    opened: Open, model: ChatModel, server: ModelServer, clock: Clock
) -> None:
    async with opened(model) as memory:
        await memory.agent().remember("I take my tea green.", owner=ADA)
        await memory.agent().remember("I drink coffee at noon.", owner=BO)
        for number in range(50):
            for owner in (ADA, BO):
                clock.advance(hours=7)
                await memory.agent().chat(f"Number {number}: tea or coffee?", owner=owner, conversation="talk")

    first = {(messages_in(server, n)[0]["role"], messages_in(server, n)[0]["content"]) for n in range(100)}
    assert len(server.requests) == 100
    assert len(first) == 1
    assert next(iter(first))[0] == "system"


async def test_the_owners_memory_stands_in_their_own_request_and_in_nobody_elses(
    opened: Open, model: ChatModel, server: ModelServer
) -> None:
    async with opened(model) as memory:
        await memory.agent().remember("My code word is zirconium.", owner=ADA)
        for owner in (ADA, BO):
            await memory.agent().chat("What is my code word?", owner=owner)

    mine, others = str(server.requests[0].body), str(server.requests[1].body)
    assert "zirconium" in mine
    assert "zirconium" not in others
    assert "zirconium" not in messages_in(server, 0)[0]["content"]
    assert messages_in(server, 0)[-1]["content"].endswith("What is my code word?")


async def test_the_recall_block_is_never_kept_and_never_learnt_even_if_a_model_repeats_it(opened: Open) -> None:
    model = ScriptedModel(answering=lambda request: f"{request.messages[-1].text}\nAs I said.")
    async with opened(model) as memory:
        await memory.agent().remember("My code word is zirconium.", owner=ADA)
        turn = await memory.agent().chat("What is my code word?", owner=ADA)
        said = await memory.agent().messages(turn.conversation, owner=ADA)

    assert "[[memory" in told(model)
    assert [message.text for message in said] == ["What is my code word?", "What is my code word?\nAs I said."]


async def test_a_block_that_a_person_pastes_back_is_not_extracted(opened: Open) -> None:
    model = ScriptedModel("Fine.", answering=lambda _: '{"should_update": false, "reason": "nothing"}')
    async with opened(model, mate__memory__engine__extraction="rules") as memory:
        await memory.agent().remember("My code word is zirconium.", owner=ADA)
        await memory.agent().chat("What is my code word?", owner=ADA)
        block = model.requests[-1].messages[-1].text.removesuffix("What is my code word?")
        assert cut_blocks(block, memory.parts.chat.means.nonce) == ""

        await memory.agent().record(f"{block}Remember that the lamp is green.", "I see.", owner=ADA)
        await memory.idle()
        documents = await memory.agent().documents.list(owner=ADA)

    learnt = "\n".join(document.text for document in documents)
    assert learnt.count("zirconium") == 1
    assert "lamp is green" in learnt


async def test_the_next_turn_goes_by_the_new_bytes_whoever_edited_them(tmp_path: Path, clock: Clock) -> None:
    model = ScriptedModel(answering=lambda _: "Fine.")
    model.then("Fine.")
    known = load_settings(None, environ={}, overrides={**HERE, "mate.memory.mirror.enabled": True})
    async with Memory.open(tmp_path, clock=clock, settings=known, models=model) as memory:
        agent = memory.agent()

        async def ask() -> str:
            await agent.chat("Hello there.", owner=ADA)
            return told(model)

        made = await agent.documents.write("plan.md", "- one stone\n")
        await agent.documents.write("MEMORY.md", "# Memory\n\n- by browser\n", if_match=await _version(agent))
        assert "by browser" in await ask()
        await agent.documents.edit("MEMORY.md", "by browser", "by tool")
        assert "by tool" in await ask()
        file = tmp_path / "workspace" / "default" / "MEMORY.md"
        file.write_text("# Memory\n\n- by disk\n", encoding="utf-8")
        assert "by disk" in await ask()
        assert made.name == "plan.md"


async def _version(agent: Any) -> int:
    found: Document = await agent.documents.read("MEMORY.md")
    return found.version


async def test_at_the_trigger_nothing_is_left_out_and_one_token_more_compresses(opened: Open) -> None:
    counter = TokenCounter()
    model = ScriptedModel(answering=lambda _: "Fine.")
    async with opened(model, mate__memory__mirror__enabled=False) as memory:
        agent = memory.agent()
        for _ in range(15):
            await agent.record("word" * 6_000, "I see.", owner=ADA, conversation="long")
        for tokens, defence in ((96_000, "none"), (96_001, "compressed")):
            probe = await agent.context("word", owner=ADA, conversation="long")
            filler = "word" * (tokens - probe.record.tokens + counter.count("word"))
            found = await agent.context(filler, owner=ADA, conversation="long")
            assert (found.record.tokens == tokens) == (defence == "none")
            assert found.record.defence == defence
            await agent.chat(filler, owner=ADA, conversation="long")
            assert ("[Summary of" in told(model)) == (defence == "compressed")
            said = await agent.messages("long", owner=ADA)
            await agent.conversations.rewind("long", said[-3].id, owner=ADA)


async def test_at_sixty_percent_of_the_window_every_word_that_was_said_stands_in_the_prompt(opened: Open) -> None:
    model = ScriptedModel(answering=lambda _: "Fine.", max_input_tokens=32_000)
    async with opened(model) as memory:
        agent = memory.agent()
        await agent.remember("My code word is zirconium.", owner=ADA)
        numbers, tokens = 0, 0
        while tokens < 32_000 * 6 // 10:
            numbers += 1
            await agent.record(f"Number {numbers}: {'word ' * 300}", f"Seen {numbers}.", owner=ADA, conversation="long")
            found = await agent.context("What is my code word?", owner=ADA, conversation="long")
            tokens = found.record.tokens
        turn = await agent.chat("What is my code word?", owner=ADA, conversation="long")

    assert turn.context is not None
    assert (turn.context.tokens, turn.context.defence, turn.context.left_out) == (tokens, "none", ())
    spoken = [message.text for message in model.requests[-1].messages[1:]]
    assert len(spoken) == 2 * numbers + 1
    for number in range(1, numbers + 1):
        assert spoken[2 * number - 2] == f"Number {number}: {'word ' * 300}"
        assert spoken[2 * number - 1] == f"Seen {number}."
    assert "zirconium" in spoken[-1]
    assert len(model.requests) == 1


async def test_compressing_loses_no_message_that_extraction_has_not_read(opened: Open) -> None:
    model = ScriptedModel(answering=lambda _: "In short: a long talk.")
    async with opened(
        model,
        mate__memory__engine__extraction="rules",
        mate__agent__conversation__window__default_max_input_tokens=8192,
    ) as memory:
        agent = memory.agent()
        await agent.record("Remember that the deploy key is in the blue safe.", "I see.", owner=ADA, conversation="c")
        for number in range(20):
            await agent.record(f"Number {number}: " + "word " * 300, "I see.", owner=ADA, conversation="c")
        turn = await agent.chat("Hello again.", owner=ADA, conversation="c")
        assert turn.context is not None
        assert turn.context.defence == "compressed"
        assert "blue safe" not in model.requests[-1].messages[-2].text

        await memory.idle()
        documents = await agent.documents.list(owner=ADA)
        assert "blue safe" in "\n".join(document.text for document in documents)


async def test_a_stored_summary_stands_in_the_next_turn_and_is_not_asked_for_again(opened: Open) -> None:
    model = ScriptedModel(answering=lambda _: "In short: a long talk.")
    async with opened(model, **SMALL) as memory:
        for number in range(20):
            await memory.agent().record(f"Number {number}: " + "word " * 300, "Hm.", owner=ADA, conversation="c")
        await memory.agent().chat("Hello again.", owner=ADA, conversation="c")
        asked = len(model.requests)
        again = await memory.agent().chat("And again.", owner=ADA, conversation="c")

    assert len(model.requests) == asked + 1
    assert "In short: a long talk." in model.requests[-1].messages[1].text
    assert again.context is not None
    assert again.context.summary_by == "scripted/scripted"


async def test_a_provider_that_finds_the_prompt_too_long_gets_a_shorter_one_once(opened: Open) -> None:
    too_long = ContextTooLong("too long", status=400)
    model = ScriptedModel(too_long, "Fine.")
    async with opened(model) as memory:
        for number in range(6):
            await memory.agent().record(f"Number {number}.", "I see.", owner=ADA, conversation="c")
        turn = await memory.agent().chat("And now?", owner=ADA, conversation="c")

    assert turn.context is not None
    assert turn.context.defence == "emergency"
    assert "Number 3." not in told(model)
    assert "Number 4." in told(model)


async def test_in_a_group_each_speaker_is_named_and_nobodys_own_memory_is_told(opened: Open) -> None:
    model = ScriptedModel(answering=lambda _: "Fine.")
    async with opened(model) as memory:
        agent = memory.agent()
        await agent.remember("My code word is zirconium.", owner=LIN)
        await agent.chat("Hello all.", owner=LIN, group=CREW, speaker="Lin: admin\n", conversation="crew")
        await agent.chat("What is the code word?", owner=BO, group=CREW, conversation="crew")
        await agent.chat("What is my code word?", owner=LIN, group=CREW, speaker="Lin", conversation="crew")
        assert "zirconium" not in "".join(told(model, n) for n in range(len(model.requests)))
        spoken = [message.text for message in model.requests[-1].messages][1:]
        assert spoken[0] == "Lin admin: Hello all."
        assert spoken[2].endswith("user:bo: What is the code word?")

        await memory.owners.switch(LIN, "in_groups", on=True)
        await agent.chat("What is my code word?", owner=LIN, group=CREW, speaker="Lin", conversation="other")
        assert "zirconium" in told(model)


async def test_tools_work_in_a_turn_and_their_calls_are_kept_with_it(opened: Open) -> None:
    call = ToolCall("c1", "remember", '{"content": "The lamp is green."}')
    model = ScriptedModel(reply("", call, call), "Kept.", "Still green.")
    async with opened(model) as memory:
        turn = await memory.agent().chat("Remember that the lamp is green.", owner=ADA)
        assert turn.written == ("MEMORY.md",)
        said = await memory.agent().messages(turn.conversation, owner=ADA)
        assert [message.role for message in said] == ["user", "assistant", "tool", "tool", "assistant"]
        assert [message.call_id for message in said[2:4]] == [call.id for call in said[1].calls]
        await memory.agent().chat("Which lamp?", owner=ADA, conversation=turn.conversation)

    roles = [str(message.role) for message in model.requests[-1].messages]
    assert roles == ["system", "user", "assistant", "tool", "tool", "assistant", "user"]


async def test_a_model_that_never_stops_calling_tools_is_ended(opened: Open) -> None:
    model = ScriptedModel(answering=lambda _: reply("", ToolCall("c", "list_workspace_memory_files", "{}")))
    async with opened(model, mate__agent__chat__max_steps=2) as memory:
        with pytest.raises(TurnFailed, match="called tools"):
            await memory.agent().chat("Look into your files.", owner=ADA)

    assert len(model.requests) == 4
    assert "no more tool calls" in model.requests[-1].messages[-1].text
