"""Two owners and a group, each with a word of their own: no public method gives one of them another's word.

Every public method of an agent has a row here; a new one without a row fails the first test.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, is_dataclass

import pytest
from tests.journeys.living import evening, say, sleep, text_of

from morrow import Memory, Owner
from morrow.agent import Agent, Documents
from morrow.agent.cards import MorningCards
from morrow.agent.conversations import Conversations
from morrow.agent.inbox import Inbox
from morrow.agent.morning import Dreams
from morrow.agent.turns import Message, Turns
from morrow.errors import MorrowError
from morrow.testing import Clock

ADA, BO, CREW = Owner.user("ada"), Owner.user("bo"), Owner.group("slack", "crew")
CANARY = {ADA: "zirconada", BO: "zirconbo", CREW: "zirconcrew"}
COFFEE = "Which coffee do I prefer in the morning?"
TALK = "breakfast"  # both owners call a conversation so
NAMES = ("MEMORY.md", "PROFILE.md", "DREAMS.md", "memory/2026-03-02.md")


@dataclass(frozen=True, slots=True)
class Seen:
    """What an owner's own memory names: the ids that a stranger may have learned somewhere."""

    conversation: str
    message: str
    entry: str
    report: str
    run: str
    item: str
    turn: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody asks an agent for what is another's."""

    agent: Agent
    me: Owner
    theirs: Seen
    their_word: str


Row = Callable[[Attempt], Awaitable[object]]

ROWS: dict[str, Row] = {
    "Agent.row": lambda a: a.agent.row(),
    "Agent.record": lambda a: a.agent.record("hm", "ok", owner=a.me, conversation=a.theirs.conversation),
    "Agent.recall": lambda a: a.agent.recall(f"{a.their_word} coffee in the morning", owner=a.me, limit=200),
    "Agent.remember": lambda a: a.agent.remember("I drink water at night.", owner=a.me),
    "Agent.why": lambda a: _each(a.agent.why, (a.theirs.entry, a.theirs.message, "MEMORY.md:4"), owner=a.me),
    "Agent.inbox": lambda a: a.agent.inbox(owner=a.me, shared=True),
    "Agent.dream": lambda a: a.agent.dream(owner=a.me, dry_run=True),
    "Agent.timeline": lambda a: a.agent.timeline(owner=a.me),
    "Agent.dream_events": lambda a: _heard(a.agent, a.me),
    "Agent.share": lambda a: a.agent.share(a.theirs.entry, owner=a.me),
    "Agent.unshare": lambda a: a.agent.unshare(a.theirs.run, owner=a.me),
    "Agent.morning_card": lambda a: _card(a.agent, a.me),
    "Agent.messages": lambda a: _each(a.agent.messages, (a.theirs.conversation, TALK, "crew talk"), owner=a.me),
    "Agent.summarize": lambda a: _each(a.agent.summarize, (a.theirs.conversation, TALK), owner=a.me),
    "Agent.summarize_later": lambda a: _each(a.agent.summarize_later, (a.theirs.conversation, TALK), owner=a.me),
    "Agent.dream_later": lambda a: a.agent.dream_later(owner=a.me),
    "Dreams.later": lambda a: a.agent.dreams.later(owner=a.me, topic="coffee"),
    "Documents.read": lambda a: _each(a.agent.documents.read, NAMES, owner=a.me),
    "Documents.list": lambda a: a.agent.documents.list(owner=a.me),
    "Documents.write": lambda a: a.agent.documents.write("memory/2026-01-01.md", "# mine\n", owner=a.me),
    "Documents.delete": lambda a: a.agent.documents.delete("MEMORY.md", owner=a.me, if_match=99),
    "Documents.find_past": lambda a: _each(a.agent.documents.find_past, NAMES, owner=a.me),
    "Documents.edit": lambda a: a.agent.documents.edit("MEMORY.md", "pass", "key", owner=a.me),
    "Documents.history": lambda a: _each(a.agent.documents.history, NAMES, owner=a.me),
    "Documents.diff": lambda a: _each(a.agent.documents.diff, NAMES, 0, owner=a.me),
    "Documents.revert": lambda a: a.agent.documents.revert("MEMORY.md", 1, owner=a.me),
    "Documents.revert_change": lambda a: a.agent.documents.revert_change(
        "MEMORY.md", 1, entry=a.theirs.entry, owner=a.me
    ),
    "Documents.revert_run": lambda a: a.agent.documents.revert_run(a.theirs.run, owner=a.me),
    "Dreams.now": lambda a: a.agent.dreams.now(owner=a.me, topic="coffee", dry_run=True),
    "Dreams.reports": lambda a: a.agent.dreams.reports(owner=a.me),
    "Dreams.report": lambda a: a.agent.dreams.report(a.theirs.report, owner=a.me),
    "Dreams.candidates": lambda a: a.agent.dreams.candidates(owner=a.me),
    "Dreams.page": lambda a: a.agent.dreams.page(owner=a.me),
    "Dreams.status": lambda a: a.agent.dreams.status(owner=a.me),
    "MorningCards.unseen": lambda a: a.agent.cards.unseen(owner=a.me, lang="en"),
    "MorningCards.newest": lambda a: a.agent.cards.newest(owner=a.me, lang="en"),
    "MorningCards.seen": lambda a: a.agent.cards.seen(a.theirs.report, owner=a.me),
    "MorningCards.confirm": lambda a: a.agent.cards.confirm(a.theirs.report, a.theirs.entry, owner=a.me, lang="en"),
    "MorningCards.edit": lambda a: a.agent.cards.edit(
        a.theirs.report, a.theirs.entry, "mine now", owner=a.me, lang="en"
    ),
    "MorningCards.forget": lambda a: a.agent.cards.forget(a.theirs.report, a.theirs.entry, owner=a.me, lang="en"),
    "Inbox.list": lambda a: a.agent.inbox_items.list(owner=a.me, shared=True),
    "Agent.look_up": lambda a: a.agent.look_up(f"{a.their_word} coffee in the morning", owner=a.me, limit=200),
    "Agent.schedule": lambda a: a.agent.schedule(),
    "Agent.set_schedule": lambda a: a.agent.set_schedule(zone="UTC"),
    "Agent.today": lambda a: a.agent.today(owner=a.me),
    "Agent.toolbox": lambda a: _specs(a.agent),
    "Documents.arrange": lambda a: a.agent.documents.arrange(("MEMORY.md",), owner=a.me),
    "Documents.changed_by": lambda a: a.agent.documents.changed_by(a.theirs.run, owner=a.me),
    "Inbox.count": lambda a: a.agent.inbox_items.count(owner=a.me, shared=True),
    "Inbox.reopen": lambda a: a.agent.inbox_items.reopen(a.theirs.item, owner=a.me),
    "Inbox.show": lambda a: a.agent.inbox_items.show(a.theirs.item, owner=a.me),
    "Inbox.accept": lambda a: a.agent.inbox_items.accept(a.theirs.item, owner=a.me),
    "Inbox.edit": lambda a: a.agent.inbox_items.edit(a.theirs.item, "- mine now", owner=a.me),
    "Inbox.reject": lambda a: a.agent.inbox_items.reject(a.theirs.item, owner=a.me),
    "Agent.chat": lambda a: _in_talks(a.agent.chat, COFFEE, a),
    "Agent.chat_stream": lambda a: _streamed(a, COFFEE),
    "Agent.context": lambda a: _in_talks(a.agent.context, COFFEE, a),
    "Turns.begin": lambda a: _each(a.agent.turns.begin, (Message(COFFEE, a.me),)),
    "Turns.find": lambda a: a.agent.turns.find(a.theirs.turn, owner=a.me),
    "Turns.preview": lambda a: a.agent.turns.preview(Message(COFFEE, a.me)),
    "Turns.stop": lambda a: a.agent.turns.stop(a.theirs.turn, owner=a.me),
    "Conversations.list": lambda a: a.agent.conversations.list(owner=a.me),
    "Conversations.get": lambda a: a.agent.conversations.get(a.theirs.conversation, owner=a.me),
    "Conversations.messages": lambda a: _each(
        a.agent.conversations.messages, (a.theirs.conversation, TALK), owner=a.me
    ),
    "Conversations.set_memory": lambda a: a.agent.conversations.set_memory(a.theirs.conversation, "off", owner=a.me),
    "Conversations.rewind": lambda a: a.agent.conversations.rewind(a.theirs.conversation, a.theirs.message, owner=a.me),
    "Conversations.delete": lambda a: a.agent.conversations.delete(a.theirs.conversation, owner=a.me),
}
# By another's id there is nothing to be had, not even a refusal that says it is there.
NOT_FOUND = (
    "Agent.share", "Agent.unshare",
    "MorningCards.seen", "MorningCards.confirm", "MorningCards.edit", "MorningCards.forget",
    "Turns.find", "Turns.stop", "Conversations.rewind", "Dreams.report", "Inbox.show", "Inbox.accept", "Inbox.edit",
    "Inbox.reject", "Documents.revert_run",
)  # fmt: skip


async def _heard(agent: Agent, me: Owner) -> object:
    return [event async for event in agent.dream_events(owner=me, after=0, is_over=lambda: True)]


async def _card(agent: Agent, me: Owner) -> object:
    found = await agent.morning_card(owner=me)
    return found and found.card


def public_methods() -> set[str]:
    return {
        f"{kind.__name__}.{name}"
        for kind in (Agent, Conversations, Documents, Dreams, Inbox, MorningCards, Turns)
        for name, member in vars(kind).items()
        if (inspect.iscoroutinefunction(member) or inspect.isasyncgenfunction(member)) and not name.startswith("_")
    }


def test_every_public_method_has_a_row() -> None:
    assert public_methods() == set(ROWS)


@pytest.mark.parametrize(("me", "other"), [(ADA, BO), (BO, ADA), (ADA, CREW), (BO, CREW)])
async def test_no_public_method_gives_away_anothers_word(memory: Memory, clock: Clock, me: Owner, other: Owner) -> None:
    agent = memory.agent("mate")
    seen = await _lived(memory, agent, clock)

    given = {name: await _said(row(Attempt(agent, me, seen[other], CANARY[other]))) for name, row in ROWS.items()}

    assert [name for name, told in given.items() if any(word in told for word in _not_of(me))] == []
    assert [name for name in NOT_FOUND if not given[name].startswith("NotFound")] == []
    assert await _texts(agent, other) == seen[other].texts


async def test_the_same_methods_give_everybody_their_own_word(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    seen = await _lived(memory, agent, clock)

    given = {name: await _said(row(Attempt(agent, ADA, seen[ADA], CANARY[ADA]))) for name, row in ROWS.items()}

    assert "none" not in (seen[ADA].report, seen[ADA].item, seen[ADA].run)
    silent = {name for name, told in given.items() if CANARY[ADA] not in told}
    told_in_ids = {"Agent.summarize", "Agent.summarize_later", "Agent.dream_later", "Dreams.later"}
    quiet = {"Agent.row", "Agent.record", "Agent.remember", "Documents.write", "Documents.edit"}
    quiet |= {"Agent.schedule", "Agent.set_schedule", "Agent.toolbox"}
    assert silent <= quiet | told_in_ids | {
        name
        for name in given
        if name.startswith(
            (
                "Documents.revert",
                "Inbox.",
                "Agent.inbox",
                "MorningCards.",
                "Agent.morning",
                "Agent.timeline",
                "Agent.dream_events",
                "Agent.share",
                "Agent.unshare",
                "Turns.",
                "Conversations.",
            )
        )
    }


async def test_inside_the_group_its_word_is_found_and_outside_it_is_not(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    await _lived(memory, agent, clock)

    inside = await agent.recall(CANARY[CREW], owner=ADA, group=CREW)
    outside = await agent.recall(CANARY[CREW], owner=ADA)

    assert any(CANARY[CREW] in hit.text for hit in inside)
    assert not any(CANARY[CREW] in hit.text for hit in outside)


async def _lived(memory: Memory, agent: Agent, clock: Clock) -> dict[Owner, Seen]:
    """Live four days with all three, and return what each one's memory names."""
    for _ in range(3):
        for owner in (ADA, BO):
            await say(agent, owner, f"I prefer {CANARY[owner]} coffee in the morning.", conversation=TALK, clock=clock)
        for text in (f"We decided to sell {CANARY[CREW]} coffee.", f"I prefer {CANARY[CREW]} tea in the evening."):
            await agent.record(
                text, "I see.", owner=CREW, said_by=Owner.user("cy"), speaker="Cy", conversation="crew talk", at=clock()
            )
        await evening(memory, clock)
        await sleep(memory, clock)
    for owner in (ADA, BO):
        await say(agent, owner, f"Remember that my pass is called {CANARY[owner]}.", conversation=TALK, clock=clock)
        await say(agent, owner, f"I live in {CANARY[owner].title()}.", conversation=TALK, clock=clock)
    await evening(memory, clock)
    for owner in (ADA, BO):
        await agent.dream(owner=owner, topic=CANARY[owner].title())
    return {owner: await _seen(agent, owner) for owner in (ADA, BO, CREW)}


async def _seen(agent: Agent, owner: Owner) -> Seen:
    messages = await agent.messages("crew talk" if owner == CREW else TALK, owner=owner)
    reports = await agent.dreams.reports(owner=owner)
    items = await agent.inbox(owner=owner)
    own = [document for document in await agent.documents.list(owner=owner) if not document.bucket.is_shared]
    entries = [e for d in own for e in (await agent.documents.read(d.name, owner=owner)).entries]
    return Seen(
        conversation=messages[0].conversation,
        message=messages[0].id,
        entry=next((entry.id for entry in entries if CANARY[owner] in entry.text), messages[0].id),
        report=reports[0].id if reports else "none",
        run=reports[-1].id if reports else "none",
        item=items[0].id if items else "none",
        turn=(await agent.chat("Hm.", owner=owner)).id,
        texts=await _texts(agent, owner),
    )


async def _texts(agent: Agent, owner: Owner) -> tuple[str, ...]:
    return tuple([await text_of(agent, owner, name) for name in NAMES])


async def _specs(agent: Agent) -> str:
    """Return what a model is told of the tools; what they do is asked in `tests/tools`."""
    return repr((await agent.toolbox()).specs)


async def _each(
    method: Callable[..., Awaitable[object]], firsts: tuple[object, ...], *others: object, **options: object
) -> list[str]:
    return [await _said(method(first, *others, **options)) for first in firsts]


async def _in_talks(method: Callable[..., Awaitable[object]], text: str, attempt: Attempt) -> list[str]:
    talks = (attempt.theirs.conversation, TALK, None)
    return [await _said(method(text, owner=attempt.me, conversation=talk)) for talk in talks]


async def _streamed(attempt: Attempt, text: str) -> list[object]:
    return [event async for event in attempt.agent.chat_stream(text, owner=attempt.me)]


async def _said(asking: Awaitable[object]) -> str:
    """Return everything an answer holds as one text, or the error it is."""
    try:
        return _dumped(await asking)
    except MorrowError as error:
        return f"{type(error).__name__}: {error} {vars(error)}"


def _dumped(answer: object) -> str:
    if is_dataclass(answer) and not isinstance(answer, type):
        return repr(asdict(answer))
    if isinstance(answer, list | tuple):
        return "\n".join(map(_dumped, answer))
    return repr(answer)


def _not_of(me: Owner) -> list[str]:
    return [form for owner, word in CANARY.items() if owner != me for form in (word, word.title())]
