"""What is said is kept before a model is asked; what comes of it is kept with it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from tests.chat.conftest import Open

from morrow import Memory, Owner
from morrow.chat.errors import TurnFailed, TurnStopped
from morrow.chat.events import Done, Failed, MemoryRecalled, MessageComplete, Session
from morrow.chat.reading import asked_by
from morrow.conversations.turns import Message
from morrow.errors import InvalidInput, NotFound
from morrow.models.chat import Delta
from morrow.models.chat import Message as Said
from morrow.models.errors import ModelUnavailable
from morrow.testing import Clock, ScriptedModel, Stalled

ADA, BO = Owner.user("ada"), Owner.user("bo")


async def told(memory: Memory, conversation: str, owner: Owner = ADA) -> list[tuple[str, str]]:
    messages = await memory.agent().conversations.messages(conversation, owner=owner)
    return [(message.role, message.text) for message in messages]


def sent(model: ScriptedModel, number: int = -1) -> list[str]:
    return [message.text for message in model.requests[number].messages]


async def test_a_turn_is_answered_and_kept(opened: Open) -> None:
    async with opened(ScriptedModel("Lisbon, then.")) as memory:
        turn = await memory.agent().chat("I moved to Lisbon in May.", owner=ADA)

        assert (turn.reply, turn.status, turn.engine, turn.model) == ("Lisbon, then.", "completed", "model", "scripted")
        assert await told(memory, turn.conversation) == [
            ("user", "I moved to Lisbon in May."),
            ("assistant", "Lisbon, then."),
        ]


async def test_each_turn_without_a_conversation_begins_one_and_names_it(opened: Open) -> None:
    async with opened(ScriptedModel("One.", "Two.", "Three.")) as memory:
        first = await memory.agent().chat("Hello.", owner=ADA)
        second = await memory.agent().chat("Hello again.", owner=ADA)
        third = await memory.agent().chat("And on.", owner=ADA, conversation=first.conversation)

        assert first.conversation != second.conversation
        assert third.conversation == first.conversation


async def test_a_conversation_goes_on_from_what_was_said(opened: Open) -> None:
    model = ScriptedModel("One.", "Two.")
    async with opened(model) as memory:
        first = await memory.agent().chat("My port is 9091.", owner=ADA)
        await memory.agent().chat("Which port?", owner=ADA, conversation=first.conversation)

    assert sent(model)[1:] == ["My port is 9091.", "One.", "Which port?"]


async def test_what_was_said_is_on_disk_before_the_model_is_asked(opened: Open) -> None:
    held = asyncio.Event()
    async with opened(ScriptedModel(Stalled(held, "Well."))) as memory:
        stream = memory.agent().chat_stream("I moved to Lisbon.", owner=ADA)
        session = await anext(stream)
        assert isinstance(session, Session)

        assert await told(memory, session.conversation) == [("user", "I moved to Lisbon.")]
        held.set()
        assert [type(event).__name__ async for event in stream][-1] == "Done"


async def test_a_failing_model_loses_no_word(opened: Open) -> None:
    model = ScriptedModel(ModelUnavailable("it is down"), "Here again.")
    async with opened(model) as memory:
        with pytest.raises(TurnFailed, match="it is down") as failed:
            await memory.agent().chat("The port is 9091.", owner=ADA)
        assert isinstance(failed.value.__cause__, ModelUnavailable)
        assert await told(memory, failed.value.conversation) == [("user", "The port is 9091.")]

        again = await memory.agent().chat("Are you there?", owner=ADA, conversation=failed.value.conversation)
        assert again.reply == "Here again."
    assert sent(model)[1:] == ["The port is 9091.", "Are you there?"]


async def test_a_stream_tells_what_happens_in_order(opened: Open) -> None:
    async with opened(ScriptedModel("A longer reply in pieces.")) as memory:
        events = [event async for event in memory.agent().chat_stream("Hello.", owner=ADA)]

    names = [type(event).__name__ for event in events]
    assert names == ["Session", "MemoryRecalled", "ContextUsage", *["ContentDelta"] * 4, "MessageComplete", "Done"]
    complete, done = events[-2], events[-1]
    assert isinstance(complete, MessageComplete)
    assert complete.text == "A longer reply in pieces."
    assert isinstance(done, Done)
    assert done.turn.messages[-1] == complete.message


async def test_who_leaves_does_not_stop_a_turn_and_can_come_back_to_it(opened: Open, clock: Clock) -> None:
    held = asyncio.Event()
    async with opened(ScriptedModel(Stalled(held, "Well."))) as memory:
        stream = memory.agent().chat_stream("Hello.", owner=ADA)
        session = await anext(stream)
        assert isinstance(session, Session)
        await stream.aclose()  # type: ignore[attr-defined]
        held.set()

        live = await memory.agent().turns.find(session.turn, owner=ADA)
        seen = [one async for one in live.follow(after=1)]
        assert [one.number for one in seen] == list(range(2, 2 + len(seen)))
        assert isinstance(seen[-1].event, Done)
        with pytest.raises(NotFound):
            await memory.agent().turns.find(session.turn, owner=BO)
        clock.advance(minutes=10)
        with pytest.raises(NotFound):
            await memory.agent().turns.find(session.turn, owner=ADA)


async def test_a_stopped_turn_keeps_what_was_said_up_to_there(opened: Open) -> None:
    async with opened(ScriptedModel(Stalled(asyncio.Event()), "Again.")) as memory:
        stream = memory.agent().chat_stream("I moved to Porto.", owner=ADA)
        session = await anext(stream)
        assert isinstance(session, Session)
        await memory.agent().turns.stop(session.turn, owner=ADA)

        last = [event async for event in stream][-1]
        assert isinstance(last, Done)
        assert last.turn.status == "stopped"
        with pytest.raises(TurnStopped):
            await (await memory.agent().turns.find(session.turn, owner=ADA)).result()
        assert await told(memory, session.conversation) == [("user", "I moved to Porto.")]


async def test_closing_waits_for_a_turn_that_runs(opened: Open) -> None:
    held = asyncio.Event()
    async with opened(ScriptedModel(Stalled(held, "At the last moment."))) as memory:
        session = await anext(memory.agent().chat_stream("Hello.", owner=ADA))
        assert isinstance(session, Session)
        held.set()

    async with opened() as memory:
        assert (await told(memory, session.conversation))[-1] == ("assistant", "At the last moment.")


async def test_turns_of_one_conversation_come_one_after_the_other(opened: Open) -> None:
    held = asyncio.Event()
    model = ScriptedModel(Stalled(held, "First reply."), "Second reply.")
    async with opened(model) as memory:
        first = memory.agent().chat_stream("First.", owner=ADA, conversation="c")
        await anext(first)
        second = memory.agent().chat_stream("Second.", owner=ADA, conversation="c")
        await anext(second)
        held.set()
        assert [type(event).__name__ async for event in second][-1] == "Done"

    assert sent(model, 0)[1:] == ["First."]
    assert sent(model, 1)[1:] == ["First.", "First reply.", "Second."]


async def test_without_a_model_remembered_lines_are_told_as_such(opened: Open) -> None:
    async with opened() as memory:
        await memory.agent().remember("The deploy key rotates every Friday.", owner=ADA)
        turn = await memory.agent().chat("When does the deploy key rotate?", owner=ADA)
        nothing = await memory.agent().chat("你喜欢什么颜色？", owner=BO)

    assert turn.reply is not None
    assert turn.engine == "rules"
    assert turn.reply.startswith("No model is set up, so this is no reply")
    assert "- The deploy key rotates every Friday. (MEMORY.md" in turn.reply
    assert nothing.reply is not None
    assert nothing.reply.startswith("没有配置模型")


@pytest.mark.parametrize("pasted", ["{question}\n{log}", "{log}\n{question}"])
async def test_a_question_before_or_behind_a_long_paste_is_answered_from_memory(opened: Open, pasted: str) -> None:
    message = pasted.format(question="What is my code word?", log="started, stopped, " * 20_000)
    assert len(asked_by(message)) < 21_000
    assert "What is my code word?" in asked_by(message)
    assert asked_by("What is my code word?") == "What is my code word?"

    async with opened() as memory:
        await memory.agent().remember("My code word is zirconium.", owner=ADA)
        turn = await memory.agent().chat(message, owner=ADA)

    assert [hit.text for hit in turn.recalled] == ["My code word is zirconium."]


async def test_where_the_settings_say_so_memory_answers_for_a_failing_model(opened: Open) -> None:
    async with opened(ScriptedModel(ModelUnavailable("it is down")), mate__memory__engine__fallback="rules") as memory:
        await memory.agent().remember("The deploy key rotates every Friday.", owner=ADA)
        turn = await memory.agent().chat("When does the deploy key rotate?", owner=ADA)

    assert turn.engine == "rules"
    assert turn.reply is not None
    assert "it is down" in turn.reply
    assert "every Friday" in turn.reply


async def test_an_answer_out_of_memory_is_never_learnt_or_found_again(opened: Open) -> None:
    async with opened() as memory:
        await memory.agent().remember("The deploy key rotates every Friday.", owner=ADA)
        turn = await memory.agent().chat("When does the deploy key rotate?", owner=ADA)
        await memory.idle()
        hits = await memory.agent().recall("deploy key Friday", owner=ADA, limit=200)
        listed = await memory.agent().documents.list(owner=ADA, prefix="memory/")

    assert turn.messages[1] not in {hit.id for hit in hits}
    assert "every Friday" not in "".join(document.text for document in listed)


async def test_an_empty_message_begins_no_conversation(opened: Open) -> None:
    async with opened(ScriptedModel()) as memory:
        with pytest.raises(InvalidInput):
            await memory.agent().chat(" \n", owner=ADA)
        with pytest.raises(InvalidInput):
            await memory.agent().chat("Hello.", owner=ADA, memory="some")

        assert (await memory.agent().conversations.list(owner=ADA)).conversations == ()


async def test_a_secret_reaches_the_model_as_typed_and_no_disk(opened: Open) -> None:
    secret = "sk-proj-" + "a1B2" * 12
    model = ScriptedModel("Noted.", "Noted.")
    async with opened(model) as memory:
        turn = await memory.agent().chat(f"My key is {secret} for now.", owner=ADA)
        [(_, kept), _] = await told(memory, turn.conversation)
    async with opened(model, mate__memory__secrets__chat="redact") as memory:
        await memory.agent().chat(f"My key is {secret} for now.", owner=BO)

    assert secret in sent(model, 0)[-1]
    assert secret not in kept
    assert secret not in sent(model, 1)[-1]


class Breaking(ScriptedModel):
    """A model whose stream breaks off after its first piece."""

    async def stream(self, messages: Sequence[Said], **options: Any) -> AsyncIterator[Delta]:
        async for delta in super().stream(messages, **options):
            yield delta
            raise ModelUnavailable("it broke off")


async def test_the_partial_words_of_a_broken_reply_are_kept_and_never_learnt(opened: Open) -> None:
    async with opened(Breaking("I live in Braga, by the way, and so do you.")) as memory:
        events = [e async for e in memory.agent().chat_stream("I work from home every Monday.", owner=ADA)]
        last = events[-1]
        assert isinstance(last, Failed)
        assert await told(memory, last.turn.conversation) == [
            ("user", "I work from home every Monday."),
            ("assistant", "I live i"),
        ]
        await memory.idle()
        found: list[Message] = await memory.agent().messages(last.turn.conversation, owner=ADA)
        hits = await memory.agent().recall("I live in Braga", owner=ADA, limit=200)
        assert found[1].id not in {hit.id for hit in hits}
        assert any(isinstance(event, MemoryRecalled) for event in events)


async def test_over_budget_memory_answers_and_says_why_and_nothing_is_sent(opened: Open) -> None:
    model = ScriptedModel()
    async with opened(model, **{"models.daily-tokens-per-owner": 5}) as memory:
        await memory.agent().remember("The deploy key rotates every Friday.", owner=ADA)
        turn = await memory.agent().chat("When does the deploy key rotate?", owner=ADA)

    assert (turn.engine, model.requests) == ("rules", [])
    assert turn.reply is not None
    assert "every Friday" in turn.reply
    assert "has used 0 of 5" in turn.reply


async def test_an_erased_owner_leaves_no_turn_behind_that_could_be_watched(opened: Open) -> None:
    async with opened(ScriptedModel("Well.", Stalled(asyncio.Event()))) as memory:
        done = await memory.agent().chat("My zirconium is in the cellar.", owner=ADA)
        session = await anext(memory.agent().chat_stream("And my titanium too.", owner=ADA))
        assert isinstance(session, Session)

        await memory.owners.erase(ADA, by="user:ada")

        for turn in (done.id, session.turn):
            with pytest.raises(NotFound):
                memory.live_turn(turn, owner=ADA)
        assert (await memory.agent().conversations.list(owner=ADA)).conversations == ()
