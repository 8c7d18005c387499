from collections.abc import Awaitable, Callable

import pytest

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.curation.explain import Why
from morrow.documents.entries import Add, Author, Document, Move, Origin, Replace, Retire, Source
from morrow.documents.gates.context import UserMessage
from morrow.documents.names import MEMORY
from morrow.errors import NotFound
from morrow.testing import Clock
from morrow.writing.change import Effect
from morrow.writing.propose import Outcome, Words

ME, BO = Owner.user(42), Owner.user(7)
Write = Callable[..., Awaitable[Outcome]]
Texts = Callable[..., Awaitable[list[str]]]
Save = Callable[..., Awaitable[Document]]


def _quotes(why: Why) -> list[str]:
    return [quote.text for quote in why.quotes]


async def test_every_line_leads_to_the_message_it_came_from(agent: Agent, memory: Memory) -> None:
    turn = await agent.record("Remember: the deploy key rotates every Friday.", owner=ME, conversation="work")
    await memory.idle()
    document = await agent.documents.read(MEMORY, owner=ME)

    why = await agent.why(f"MEMORY.md:{document.entries[0].line}", owner=ME)

    [quote] = why.quotes
    assert (quote.message, quote.conversation_name, quote.speaker) == (turn.messages[0], "work", "user:42")
    assert quote.said_at == agent.parts.clock()
    assert quote.text in "Remember: the deploy key rotates every Friday."
    assert (why.author, why.origin, why.run and why.run.kind) == (Author.EXTRACTION, Origin.USER, "extraction")


async def test_what_was_asked_to_be_remembered_is_quoted(agent: Agent) -> None:
    entry = await agent.remember("The door code is 4711.", owner=ME)

    why = await agent.why(entry.id, owner=ME)

    assert [(quote.text, quote.speaker) for quote in why.quotes] == [("The door code is 4711.", "user:42")]
    assert (why.actor, why.reason) == ("user:42", "asked to remember")


async def test_a_hit_says_why(agent: Agent, add: Texts) -> None:
    [port] = await add("The port is 9090.")
    [hit] = await agent.recall("which port?", owner=ME)

    assert (await agent.why(hit.id, owner=ME)).id == port


async def test_a_message_says_what_rests_on_it(agent: Agent, memory: Memory) -> None:
    turn = await agent.record("Remember: the deploy key rotates every Friday.", owner=ME)
    await memory.idle()
    remembered = [e.id for e in (await agent.documents.read(MEMORY, owner=ME)).entries]

    why = await agent.why(turn.messages[0], owner=ME)

    assert (why.kind, why.actor) == ("message", "user:42")
    assert set(remembered) <= set(why.remembered)
    assert _quotes(why) == ["Remember: the deploy key rotates every Friday."]


async def test_a_promoted_line_shows_its_score(agent: Agent, memory: Memory, clock: Clock) -> None:
    for _ in range(4):
        await agent.record("I'm training for the Lisbon marathon, ran 18 km today.", owner=ME)
        await memory.idle()
        clock.advance(days=1)
    await agent.dream(owner=ME)
    [entry] = (await agent.documents.read(MEMORY, owner=ME)).entries

    why = await agent.why(entry.id, owner=ME)

    assert set(why.score) == {"frequency", "recency", "diversity", "freshness", "spread", "total"}
    assert (why.run and why.run.kind, len(why.quotes)) == ("dream", 4)


async def test_sources_are_kept_through_a_rewording(agent: Agent, add: Texts, write: Write, clock: Clock) -> None:
    [tea] = await add("Lin likes tea.")
    more = Source("c1", "m2", "Lin likes tea and cake.", clock.advance(hours=1))

    await write(Replace(tea, "- Lin likes tea and cake.", (more,)), run="run-2")

    why = await agent.why(tea, owner=ME)
    assert _quotes(why) == ["Lin likes tea.", "Lin likes tea and cake."]
    assert [(step.effect, step.before, step.run) for step in why.history] == [
        (Effect.CHANGED, "- Lin likes tea.", "run-2"), (Effect.ADDED, "", "run-1"),
    ]  # fmt: skip


async def test_sources_are_kept_through_a_move(agent: Agent, add: Texts, write: Write) -> None:
    [tea] = await add("Lin likes tea.")

    await write(Move(tea, "People"), run="run-2")

    why = await agent.why(tea, owner=ME)
    assert (why.section, _quotes(why), why.history[0].effect) == ("People", ["Lin likes tea."], Effect.MOVED)
    assert why.reason == "for a test"


async def test_sources_are_kept_through_an_edit_by_hand(agent: Agent, add: Texts, save: Save) -> None:
    [tea] = await add("Lin likes tea.")

    await save("tea", "green tea")

    why = await agent.why("MEMORY.md:4", owner=ME)
    assert (why.id, why.author, why.actor, _quotes(why)) == (tea, Author.PERSON, "user:42", ["Lin likes tea."])


async def test_a_merged_entry_hands_its_sources_to_the_one_that_stays(agent: Agent, add: Texts, write: Write) -> None:
    tea, likes = await add("Lin likes tea.", "Lin enjoys a cup of oolong.")

    await write(Retire(likes, "Lin enjoys a cup of oolong.", by=tea), run="run-2")

    why = await agent.why(tea, owner=ME)
    assert _quotes(why) == ["Lin likes tea.", "Lin enjoys a cup of oolong."]
    assert [(old.entry, old.text, old.retirement.by) for old in why.replaced] == [
        (likes, "- Lin enjoys a cup of oolong.", tea)
    ]


async def test_a_retired_entry_still_says_why(agent: Agent, add: Texts, write: Write) -> None:
    [port] = await add("The port is 9090.")

    await write(Retire(port, "the port 9090 was closed"), run="run-2", words=Words(whole_by_contract=True))

    why = await agent.why(port, owner=ME)
    assert why.retirement
    assert (why.retirement.reason, why.line, _quotes(why)) == ("the port 9090 was closed", None, ["The port is 9090."])
    assert [step.effect for step in why.history] == [Effect.RETIRED, Effect.ADDED]


async def test_what_a_user_corrects_is_kept_as_superseded(agent: Agent, add: Texts, write: Write, clock: Clock) -> None:
    [port] = await add("The port is 9090.")
    said = UserMessage("m9", "The port is not 9090, it is 9191 now.", clock.advance(days=1))

    await write(Replace(port, "- The port is 9191."), words=Words(user_messages=(said,)), run="run-2")

    [entry] = (await agent.documents.read(MEMORY, owner=ME)).entries
    why = await agent.why(port, owner=ME)
    [old] = why.replaced
    assert (entry.id, entry.supersedes) == (port, old.entry)
    assert (old.text, old.retirement.reason, old.retirement.at) == ("- The port is 9090.", "superseded", clock())
    before = await agent.why(old.entry, owner=ME)
    assert (before.text, _quotes(before)) == ("- The port is 9090.", ["The port is 9090."])
    assert before.retirement
    assert before.retirement.by == port
    assert [step.effect for step in before.history] == [Effect.CHANGED, Effect.ADDED]


async def test_an_accepted_proposal_leads_to_the_run_that_made_it(agent: Agent, write: Write, clock: Clock) -> None:
    said = Source("c1", "m1", "Lin lives in Munich.", clock())
    await write(Add("Facts", "- Lin lives in Munich.", (said,)), hold_all=True, run="night-1")
    [item] = await agent.inbox(owner=ME)
    await agent.inbox_items.accept(item.id, owner=ME)

    why = await agent.why("MEMORY.md:4", owner=ME)

    [step] = why.history
    assert step.proposal
    assert (step.author, step.proposal.author, step.proposal.run) == ("person", "dream", "night-1")
    assert _quotes(why) == ["Lin lives in Munich."]


async def test_an_entry_of_many_lines_is_meant_by_each_of_them(agent: Agent) -> None:
    await agent.documents.write("notes.md", "# N\n\n- one\n  two\n  three\n\nend\n", owner=ME)

    found = [(await agent.why(f"notes.md:{line}", owner=ME)).text for line in (3, 4, 5, 7)]

    assert found == ["- one\n  two\n  three"] * 3 + ["end"]


@pytest.mark.parametrize("target", ["MEMORY.md:1", "MEMORY.md:99", "gone.md:1", "no-such-id", "MEMORY.md:", ""])
async def test_what_is_not_there_is_named(agent: Agent, add: Texts, target: str) -> None:
    await add("The port is 9090.")

    with pytest.raises(NotFound):
        await agent.why(target, owner=ME)


async def test_nobody_learns_why_of_another_owner(agent: Agent, memory: Memory, add: Texts) -> None:
    [boat] = await add("Bo has a boat.", owner=BO)
    turn = await agent.record("My boat is called Ida.", owner=BO)

    for target in (boat, turn.messages[0]):
        with pytest.raises(NotFound):
            await agent.why(target, owner=ME)


async def test_a_line_in_the_archive_leads_to_the_one_it_was(agent: Agent, add: Texts) -> None:
    lines = [
        f"Project {n} is led by Person{n}. " + f"They met at place number {n} in the town. " * 90 for n in range(8)
    ]
    ids = [(await add(line.strip()))[0] for line in lines]
    archive = await agent.documents.read("archive/MEMORY.md", owner=ME)

    why = await agent.why(f"archive/MEMORY.md:{archive.entries[0].line}", owner=ME)

    fallen = [line.strip() for line in lines].index(archive.entries[0].body)
    assert _quotes(why) == [lines[fallen].strip()]
    [old] = why.replaced
    assert old.entry == ids[fallen]
    before = await agent.why(old.entry, owner=ME)
    assert [step.effect for step in before.history] == [Effect.RETIRED, Effect.ADDED]
