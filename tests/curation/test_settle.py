from collections.abc import Awaitable, Callable

import pytest

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.documents.entries import Add, Author, Document, Move, Origin, Replace, Retire, Source
from morrow.documents.gates.verdict import Reason
from morrow.documents.names import MEMORY, SOUL
from morrow.errors import InvalidInput, NotFound, VersionConflict
from morrow.testing import Clock
from morrow.writing.propose import Outcome

ME, BO = Owner.user(42), Owner.user(7)
Write = Callable[..., Awaitable[Outcome]]
Texts = Callable[..., Awaitable[list[str]]]
Save = Callable[..., Awaitable[Document]]


async def _text(agent: Agent) -> str:
    return (await agent.documents.read(MEMORY, owner=ME)).text


async def test_an_accepted_addition_stands_in_the_document_as_the_persons_own(agent: Agent, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True)
    [item] = await agent.inbox(owner=ME)

    done = await agent.inbox_items.accept(item.id, owner=ME)

    document = await agent.documents.read(MEMORY, owner=ME)
    assert [(entry.text, entry.author) for entry in document.entries] == [("- Lin lives in Munich.", Author.PERSON)]
    assert (done.status, done.settled_by) == ("accepted", "user:42")
    assert await agent.inbox(owner=ME) == []


async def test_accepting_twice_changes_nothing_the_second_time(agent: Agent, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True)
    [item] = await agent.inbox(owner=ME)
    first = await agent.inbox_items.accept(item.id, owner=ME)

    assert await agent.inbox_items.accept(item.id, owner=ME) == first
    assert (await agent.documents.read(MEMORY, owner=ME)).version == 1


async def test_a_replacement_is_rebased_on_a_document_that_moved_on(
    agent: Agent, add: Texts, write: Write, save: Save
) -> None:
    [port, _] = await add("The port is 9090.", "Lin likes tea.")
    await write(Replace(port, "- The port is 9191."), hold_all=True)
    await save("likes tea", "loves green tea")
    [item] = await agent.inbox(owner=ME)

    await agent.inbox_items.accept(item.id, owner=ME)

    assert await _text(agent) == "# MEMORY\n\n## Facts\n- The port is 9191.\n- Lin loves green tea.\n"


async def test_a_proposal_whose_entry_was_changed_since_is_not_carried_out_unseen(
    agent: Agent, add: Texts, write: Write, save: Save
) -> None:
    [port] = await add("The port is 9090.")
    await write(Replace(port, "- The port is 9191."), hold_all=True)
    await save("9090", "9090 on host b")
    [item] = await agent.inbox(owner=ME)

    with pytest.raises(VersionConflict, match="edit the proposal") as conflict:
        await agent.inbox_items.accept(item.id, owner=ME)

    assert (conflict.value.theirs, conflict.value.yours) == ("- The port is 9090 on host b.", "- The port is 9191.")
    assert (item.before, item.present) == ("- The port is 9090.", "- The port is 9090 on host b.")


async def test_a_proposal_whose_entry_is_gone_says_so_and_can_still_be_kept_as_a_new_one(
    agent: Agent, add: Texts, write: Write, save: Save
) -> None:
    [port] = await add("The port is 9090.")
    await write(Replace(port, "- The port is 9191."), hold_all=True)
    await save("- The port is 9090.\n", "")
    [item] = await agent.inbox(owner=ME)
    assert item.present is None

    with pytest.raises(VersionConflict, match="is gone"):
        await agent.inbox_items.accept(item.id, owner=ME)
    await agent.inbox_items.edit(item.id, "- The port is 9191.", owner=ME)

    assert "## Facts\n- The port is 9191." in await _text(agent)


async def test_an_edited_proposal_stands_in_the_persons_words(agent: Agent, add: Texts, write: Write) -> None:
    [port] = await add("The port is 9090.")
    await write(Retire(port, "it is old"), hold_all=True)
    [item] = await agent.inbox(owner=ME)

    done = await agent.inbox_items.edit(item.id, "- The port was 9090 in 2025.", owner=ME)

    [entry] = (await agent.documents.read(MEMORY, owner=ME)).entries
    assert (done.status, entry.id, entry.text) == ("edited", port, "- The port was 9090 in 2025.")
    with pytest.raises(InvalidInput, match="edited already"):
        await agent.inbox_items.edit(item.id, "- Something else.", owner=ME)


async def test_an_edited_move_takes_the_new_words_along(agent: Agent, add: Texts, write: Write) -> None:
    [port] = await add("The port is 9090.")
    await write(Move(port, "Servers"), hold_all=True)
    [item] = await agent.inbox(owner=ME)

    await agent.inbox_items.edit(item.id, "- The port is 9090, on host b.", owner=ME)

    [entry] = (await agent.documents.read(MEMORY, owner=ME)).entries
    assert (entry.section, entry.text) == ("Servers", "- The port is 9090, on host b.")


async def test_a_secret_in_a_persons_words_is_written_over(agent: Agent, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True)
    [item] = await agent.inbox(owner=ME)

    await agent.inbox_items.edit(item.id, "- The token is ghp_" + "a1B2" * 9, owner=ME)

    assert "[REDACTED:" in await _text(agent)


async def test_blank_words_are_no_edit(agent: Agent, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True)
    [item] = await agent.inbox(owner=ME)

    with pytest.raises(InvalidInput, match="no words"):
        await agent.inbox_items.edit(item.id, " \n", owner=ME)


async def test_what_was_rejected_is_not_asked_again_until_something_new_is_said(
    agent: Agent, write: Write, clock: Clock
) -> None:
    asked = Add("Facts", "- Lin lives in Munich.", (Source("c", "m1", "Lin lives in Munich.", clock()),))
    await write(asked, hold_all=True)
    [item] = await agent.inbox(owner=ME)
    clock.advance(minutes=5)
    await agent.inbox_items.reject(item.id, owner=ME)
    await agent.inbox_items.reject(item.id, owner=ME)

    again = await write(asked, hold_all=True)
    clock.advance(days=1)
    told = await write(Add("Facts", "- Lin lives in Munich.", (Source("c", "m2", "Lin lives in Munich.", clock()),)))

    assert [refusal.reason for refusal in again.judged.turned_away] == [Reason.REJECTED_BEFORE]
    assert [accept.operation.text for accept in told.judged.accepted if isinstance(accept.operation, Add)] == [
        "- Lin lives in Munich."
    ]
    with pytest.raises(InvalidInput, match="was rejected"):
        await agent.inbox_items.accept(item.id, owner=ME)


async def test_the_same_request_waits_only_once(agent: Agent, write: Write) -> None:
    first = await write(Add("Facts", "- Lin lives in Munich."), hold_all=True, run="one")
    second = await write(Add("People", "- lin lives in munich"), hold_all=True, run="two")

    assert second.proposals == first.proposals
    assert len(await agent.inbox(owner=ME)) == 1


async def test_what_stands_there_meanwhile_is_not_written_twice(agent: Agent, write: Write, add: Texts) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True)
    await add("Lin lives in Munich.")
    [item] = await agent.inbox(owner=ME)

    done = await agent.inbox_items.accept(item.id, owner=ME)

    assert done.status == "accepted"
    assert (await _text(agent)).count("Munich") == 1


async def test_an_inbox_is_its_owners_alone(agent: Agent, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich."), hold_all=True)
    [item] = await agent.inbox(owner=ME)

    assert await agent.inbox(owner=BO, shared=True) == []
    for settle in (agent.inbox_items.accept, agent.inbox_items.reject):
        with pytest.raises(NotFound):
            await settle(item.id, owner=BO, shared=True)


async def test_the_shared_inbox_is_seen_and_settled_only_when_asked_for(agent: Agent, write: Write) -> None:
    await write(Add("", "- Answer briefly."), name=SOUL, shared=True)
    [item] = await agent.inbox(owner=ME, shared=True)
    assert (item.reason, item.document) == (Reason.PROTECTED_DOCUMENT, SOUL)
    assert await agent.inbox(owner=ME) == []

    with pytest.raises(NotFound):
        await agent.inbox_items.accept(item.id, owner=ME)
    await agent.inbox_items.accept(item.id, owner=ME, shared=True)

    assert "- Answer briefly." in (await agent.documents.read(SOUL, owner=ME)).text
    assert await agent.inbox() == []


async def test_what_was_imported_counts_as_the_users_own_once_reviewed(agent: Agent, write: Write) -> None:
    await write(Add("Facts", "- Lin lives in Munich.", origin=Origin.EXTERNAL), author=Author.IMPORT)
    [item] = await agent.inbox(owner=ME)

    await agent.inbox_items.accept(item.id, owner=ME)

    assert item.reason == Reason.UNTRUSTED_ORIGIN
    assert [entry.origin for entry in (await agent.documents.read(MEMORY, owner=ME)).entries] == [Origin.USER]


async def test_an_operation_on_an_entry_that_changed_meanwhile_waits(
    agent: Agent, memory: Memory, add: Texts, write: Write, save: Save
) -> None:
    [port, tea] = await add("The port is 9090.", "Lin likes tea.")
    read = {entry.id: entry.text for entry in (await agent.documents.read(MEMORY, owner=ME)).entries}
    await save("9090", "9090 on host b")

    outcome = await write(
        Replace(port, "- The port is 9191."), Replace(tea, "- Lin likes tea and cake."), read=read, run="slow"
    )

    assert [hold.reason for hold in outcome.judged.held] == [Reason.CHANGED_MEANWHILE]
    assert await _text(agent) == "# MEMORY\n\n## Facts\n- The port is 9090 on host b.\n- Lin likes tea and cake.\n"


async def test_an_operation_on_an_entry_that_went_meanwhile_waits_with_its_words(
    agent: Agent, add: Texts, write: Write, save: Save
) -> None:
    [port] = await add("The port is 9090.")
    await save("- The port is 9090.\n", "")

    await write(Replace(port, "- The port is 9191."), read={port: "- The port is 9090."})

    [item] = await agent.inbox(owner=ME)
    assert (item.reason, item.text, item.before) == (
        Reason.CHANGED_MEANWHILE, "- The port is 9191.", "- The port is 9090.",
    )  # fmt: skip


async def test_a_whole_text_written_from_an_old_reading_loses_nothing_of_a_newer_one(
    agent: Agent, add: Texts, write: Write, save: Save
) -> None:
    ids = await add(*(f"Fact number {n} holds." for n in range(6)))
    read = {entry.id: entry.text for entry in (await agent.documents.read(MEMORY, owner=ME)).entries}
    await save("## Facts\n", "## Facts\n" + "".join(f"- By hand {n}.\n" for n in range(6)))

    await write(Replace(ids[0], "- Fact number 0 holds on weekdays."), Add("Facts", "- A seventh fact."), read=read)

    text = await _text(agent)
    assert all(f"By hand {n}." in text for n in range(6))
    assert "A seventh fact." in text
    assert "on weekdays" in text


async def test_what_a_person_took_out_is_not_written_again_unasked(
    agent: Agent, add: Texts, save: Save, clock: Clock
) -> None:
    said = Source("c1", "m", "The port is 9090.", clock())
    await add("The port is 9090.", "Lin likes tea.")
    clock.advance(minutes=1)
    await save("- The port is 9090.\n", "")
    clock.set(said.said_at)

    await add("The port is 9090.", run="the next night")

    assert "9090" not in await _text(agent)
    clock.advance(days=1)
    await add("The port is 9090.", run="said again")
    assert "9090" in await _text(agent)
