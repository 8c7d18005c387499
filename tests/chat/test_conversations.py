"""Conversations are listed, taken back and switched off by whoever they belong to, and by nobody else."""

import asyncio

import pytest
from tests.chat.conftest import Open

from morrow import Memory, Owner
from morrow.chat.events import Session
from morrow.context.stored import load_summary, save_summary
from morrow.context.summary import Summary
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket, Principal
from morrow.testing import Clock, ScriptedModel, Stalled

ADA, BO = Owner.user("ada"), Owner.user("bo")


async def told(memory: Memory, conversation: str, owner: Owner = ADA) -> list[str]:
    messages = await memory.agent().conversations.messages(conversation, owner=owner)
    return [message.text for message in messages]


async def say(memory: Memory, *texts: str, conversation: str = "c") -> list[str]:
    """Record a turn a text, and return the ids of all messages."""
    said = [await memory.agent().record(text, "I see.", owner=ADA, conversation=conversation) for text in texts]
    return [message for turn in said for message in turn.messages]


async def notes(memory: Memory) -> str:
    listed = await memory.agent().documents.list(owner=ADA, prefix="memory/")
    return "\n".join(document.text for document in listed)


async def summary_of(memory: Memory, conversation: str) -> Summary | None:
    agent = await memory.agent().row()
    async with memory.parts.store.read(Principal(agent.id, ADA)) as connection:
        return await load_summary(connection, conversation)


async def summarised(memory: Memory, conversation: str, message: str, position: int) -> None:
    agent = await memory.agent().row()
    async with memory.parts.store.write() as connection:
        made = Summary("In short.", message, position)
        await save_summary(connection, Bucket.personal(agent.id, ADA), conversation, made, now=memory.parts.clock())


async def test_conversations_are_listed_page_by_page_the_newest_first(opened: Open, clock: Clock) -> None:
    async with opened() as memory:
        for number in range(5):
            clock.advance(minutes=1)
            await say(memory, f"This is number {number}, " + "and on " * 20, conversation=f"c{number}")
        conversations = memory.agent().conversations

        first = await conversations.list(owner=ADA, limit=2)
        second = await conversations.list(owner=ADA, limit=2, after=first.next)
        third = await conversations.list(owner=ADA, limit=2, after=second.next)

        assert [one.name for page in (first, second, third) for one in page.conversations] == [
            "c4", "c3", "c2", "c1", "c0",
        ]  # fmt: skip
        assert third.next is None
        newest = first.conversations[0]
        assert newest.title.startswith("This is number 4, and on")
        assert (len(newest.title) <= 80, newest.messages, newest.is_running) == (True, 2, False)
        assert (await conversations.list(owner=BO)).conversations == ()
        with pytest.raises(InvalidInput):
            await conversations.list(owner=ADA, limit=201)
        with pytest.raises(InvalidInput):
            await conversations.list(owner=ADA, after="somewhere")


async def test_a_deleted_conversation_leaves_no_message_index_or_summary(opened: Open) -> None:
    async with opened() as memory:
        ids = await say(memory, "My zirconium is in the cellar.", "And on.")
        conversation = await memory.agent().conversations.get("c", owner=ADA)
        await summarised(memory, conversation.id, ids[0], 1)
        with pytest.raises(NotFound):
            await memory.agent().conversations.delete("c", owner=BO)

        assert await memory.agent().conversations.delete("c", owner=ADA) == 4

        assert await summary_of(memory, conversation.id) is None
        with pytest.raises(NotFound):
            await told(memory, "c")
        assert await memory.agent().recall("where is my zirconium?", owner=ADA) == []
        await memory.idle()
        assert "zirconium" not in await notes(memory)


async def test_what_was_learnt_stays_when_its_conversation_goes_with_the_words_it_rests_on(opened: Open) -> None:
    async with opened() as memory:
        await say(memory, "Remember that my port is 9091.", "Remember that the host is b.")
        await memory.idle()
        hits = await memory.agent().recall("which port?", owner=ADA, limit=200)
        learnt = next(hit for hit in hits if hit.kind != "message" and "9091" in hit.text)
        await memory.agent().conversations.delete("c", owner=ADA)

        why = await memory.agent().why(learnt.id, owner=ADA)
        assert [(quote.text, quote.is_kept) for quote in why.quotes] == [("Remember that my port is 9091.", False)]


async def test_a_rewind_takes_back_what_follows_with_its_index_and_its_summaries(opened: Open) -> None:
    async with opened() as memory:
        ids = await say(memory, "First I say this.", "My zirconium is in the cellar.", "And this at last.")
        conversation = await memory.agent().conversations.get("c", owner=ADA)
        await summarised(memory, conversation.id, ids[1], 2)
        await summarised(memory, conversation.id, ids[3], 4)

        assert await memory.agent().conversations.rewind("c", ids[1], owner=ADA) == 4

        assert await told(memory, "c") == ["First I say this.", "I see."]
        left = await summary_of(memory, conversation.id)
        assert left is not None
        assert left.message == ids[1]
        assert await memory.agent().recall("zirconium cellar", owner=ADA) == []


async def test_a_question_can_be_asked_again_in_other_words(opened: Open) -> None:
    model = ScriptedModel("It rains.", "It shines.")
    async with opened(model) as memory:
        turn = await memory.agent().chat("How is the weather in Porto?", owner=ADA)
        await memory.agent().conversations.rewind(turn.conversation, turn.messages[0], owner=ADA, keeps_it=False)
        again = await memory.agent().chat("How is it in Braga?", owner=ADA, conversation=turn.conversation)

        assert await told(memory, turn.conversation) == ["How is it in Braga?", "It shines."]
        assert again.conversation == turn.conversation
    assert [message.text for message in model.requests[-1].messages][1:] == ["How is it in Braga?"]


@pytest.mark.parametrize("is_read", [True, False])
async def test_after_a_rewind_extraction_reads_what_is_left_and_what_is_new(opened: Open, is_read: bool) -> None:
    async with opened() as memory:
        ids = await say(memory, "Remember that the port is 9091.", "Remember that the host is berta.")
        if is_read:
            await memory.idle()
        await memory.agent().conversations.rewind("c", ids[1], owner=ADA)
        await say(memory, "Remember that the host is clara.")
        await memory.idle()

        kept = await notes(memory)
        memory_md = "\n".join(d.text for d in await memory.agent().documents.list(owner=ADA))
        learnt = kept + memory_md
        assert "9091" in learnt
        assert "clara" in learnt
        assert ("berta" in learnt) is is_read


async def test_a_whole_conversation_said_again_after_a_rewind_is_read_again(opened: Open) -> None:
    async with opened() as memory:
        ids = await say(memory, "Remember that the port is 9091.", "Remember that the host is berta.")
        await memory.idle()
        await memory.agent().conversations.rewind("c", ids[0], owner=ADA, keeps_it=False)
        await say(memory, "Remember that the lamp is green.", "Remember that the door is blue.")
        await memory.idle()

        learnt = "\n".join(d.text for d in await memory.agent().documents.list(owner=ADA))
        assert "green" in learnt
        assert "blue" in learnt


async def test_taking_back_stops_the_turn_that_runs(opened: Open) -> None:
    async with opened(ScriptedModel(Stalled(asyncio.Event()))) as memory:
        stream = memory.agent().chat_stream("Hello there.", owner=ADA)
        session = await anext(stream)
        assert isinstance(session, Session)
        listed = await memory.agent().conversations.list(owner=ADA)
        assert listed.conversations[0].is_running

        await memory.agent().conversations.delete(session.conversation, owner=ADA)

        assert [type(event).__name__ async for event in stream][-1] == "Done"
        assert (await memory.agent().conversations.list(owner=ADA)).conversations == ()


async def test_rewinding_to_a_message_of_elsewhere_is_refused(opened: Open) -> None:
    async with opened() as memory:
        await say(memory, "One thing.")
        other = await say(memory, "Another thing.", conversation="d")

        with pytest.raises(NotFound):
            await memory.agent().conversations.rewind("c", other[0], owner=ADA)
        with pytest.raises(NotFound):
            await memory.agent().conversations.rewind("c", other[0], owner=BO)


async def test_off_the_record_is_neither_told_nor_learnt(opened: Open) -> None:
    model = ScriptedModel(answering=lambda _: "Fine.")
    async with opened(model) as memory:
        await memory.agent().remember("The deploy key rotates every Friday.", owner=ADA)
        turn = await memory.agent().chat(
            "Remember that my zirconium is in the cellar; when does the deploy key rotate?", owner=ADA, memory="off"
        )
        assert (turn.recalled, turn.recall_id) == ((), None)
        assert "Friday" not in "".join(message.text for message in model.requests[-1].messages)

        switched = await memory.agent().conversations.set_memory(turn.conversation, "read", owner=ADA)
        assert switched.memory == "read"
        again = await memory.agent().chat(
            "Remember that my titanium is in the attic; when does the deploy key rotate?", owner=ADA,
            conversation=turn.conversation,
        )  # fmt: skip
        assert "every Friday" in "".join(message.text for message in model.requests[-1].messages)
        assert again.recalled != ()
    async with opened() as memory:
        await memory.idle()
        learnt = "\n".join(d.text for d in await memory.agent().documents.list(owner=ADA))
        assert "zirconium" not in learnt
        assert "titanium" not in learnt
