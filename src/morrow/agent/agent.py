"""Agent: what a caller may ask of one agent's memory. Each method parses, does one thing, and gives values back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.cards import MorningCard, MorningCards
from morrow.agent.conversations import Conversations
from morrow.agent.documents import Documents
from morrow.agent.hearing import hear
from morrow.agent.identity import agent_named, read_zone, zone_for
from morrow.agent.inbox import Inbox, InboxItem
from morrow.agent.morning import Dreams
from morrow.agent.nights import Planned, plan, planned
from morrow.agent.parts import Parts
from morrow.agent.past import why
from morrow.agent.structured import Structured
from morrow.agent.talk import Said, new_turn
from morrow.agent.timeline import ANYTHING, Sought, seen_timeline
from morrow.agent.today import Today, today
from morrow.agent.turns import Message, Turns
from morrow.chat.events import Event, Turn
from morrow.chat.preview import Preview
from morrow.clock import in_utc, local_day
from morrow.conversations.history import Conversation, find_conversation, read_messages
from morrow.conversations.turns import Message as Spoken
from morrow.conversations.turns import Recorded
from morrow.curation.explain import Why
from morrow.curation.keeping import lesson
from morrow.curation.sharing import Shared, share
from morrow.curation.timeline import EventPage
from morrow.curation.undo import Reverted
from morrow.documents.entries import Author, Entry, Source
from morrow.documents.gates.context import UserMessage
from morrow.documents.names import MEMORY
from morrow.documents.shelf import load
from morrow.dreaming.events import ToldEvent
from morrow.dreaming.night import Dreaming
from morrow.dreaming.report import Report
from morrow.errors import InvalidInput, NotFound
from morrow.extraction.account import Outcome
from morrow.extraction.job import Extraction
from morrow.jobs.ledger import Run
from morrow.jobs.schedule import DREAM, Own
from morrow.owners import Bucket, Owner, Principal
from morrow.recall.hits import Hit, recall
from morrow.recall.tracker import Answered, Replied
from morrow.roster.roster import AgentRow
from morrow.text.clean import clean
from morrow.tools.toolbox import Toolbox
from morrow.writing.change import By
from morrow.writing.propose import Words, propose


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent by name; made and seeded when first used.

    >>> async with Memory.open("~/.morrow") as memory:
    ...     ada, me = memory.agent("ada"), Owner.user(42)
    ...     await ada.record("I moved to Lisbon in May.", owner=me)
    """

    parts: Parts
    dreaming: Dreaming
    extraction: Extraction
    name: str
    language: str | None = None
    documents: Documents = field(init=False)
    dreams: Dreams = field(init=False)
    cards: MorningCards = field(init=False)
    inbox_items: Inbox = field(init=False)
    conversations: Conversations = field(init=False)
    turns: Turns = field(init=False)
    structured: Structured = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "documents", Documents(self.parts, self.name))
        object.__setattr__(self, "dreams", Dreams(self.parts, self.dreaming, self.name))
        object.__setattr__(self, "cards", MorningCards(self.parts, self.name))
        object.__setattr__(self, "inbox_items", Inbox(self.parts, self.name))
        object.__setattr__(self, "structured", Structured(self.parts, self.name))
        object.__setattr__(self, "conversations", Conversations(self.parts, self.name))
        object.__setattr__(self, "turns", Turns(self.parts, self.name, self.language))

    async def row(self) -> AgentRow:
        """Return who this agent is, making it on first sight."""
        return await agent_named(self.parts, self.name, now=self.parts.clock(), language=self.language)

    async def chat(
        self, text: str, *, owner: Owner, conversation: str | None = None, group: Owner | None = None,
        said_by: Owner | None = None, speaker: str | None = None, memory: str | None = None,
    ) -> Turn:  # fmt: skip
        """Say something to the agent, and return the turn with its reply once all of it is on disk.

        Without a `conversation` a new one begins. In a `group`, `owner` is who speaks and `speaker` how they are
        called. `memory` says what it may do in this conversation: `full`, `read` or `off`. Without a model the reply
        is made of remembered lines, and says so. Raises TurnFailed if there is no reply; what was said is kept then
        too. A caller that is cancelled stops the turn.
        """
        message = Message(text, owner, conversation, group, said_by, speaker, memory)
        live = await self.turns.begin(message, streams=False)
        try:
            return await live.result()
        except asyncio.CancelledError:
            await live.stop()
            raise

    async def chat_stream(
        self, text: str, *, owner: Owner, conversation: str | None = None, group: Owner | None = None,
        said_by: Owner | None = None, speaker: str | None = None, memory: str | None = None,
    ) -> AsyncIterator[Event]:  # fmt: skip
        """Say something to the agent, and yield what happens in the turn, the reply piece by piece.

        The first event is `Session`, the last one `Done` or `Failed`. Whoever leaves does not stop the turn:
        `turns.find` watches it again, `turns.stop` ends it.
        """
        message = Message(text, owner, conversation, group, said_by, speaker, memory)
        live = await self.turns.begin(message)
        async for told in live.follow():
            yield told.event

    async def context(
        self, message: str, *, owner: Owner, conversation: str | None = None, group: Owner | None = None
    ) -> Preview:
        """Return the prompt that this message would send: every block, its tokens, what is left out and why.

        Asks no model and writes nothing.
        """
        return await self.turns.preview(Message(message, owner, conversation, group))

    async def record(  # noqa: PLR0913 - what is told of one turn
        self, text: str, reply: str | None = None, *, owner: Owner, conversation: str | None = None,
        at: datetime | None = None, speaker: str | None = None, said_by: Owner | None = None, role: str = "user",
        origin: str = "user", trigger: str = "user",
    ) -> Turn:  # fmt: skip
        """Record a turn that was had elsewhere, and return it once it is on disk.

        Without a `conversation` a new one begins. `said_by` is who spoke, where that is not the owner (in a group).
        `role="assistant"` records a message of the agent. Extraction follows when the jobs next run.
        Raises InvalidInput for an unknown role or origin, InvalidTime for a time without a zone.
        """
        agent = await self.row()
        when = in_utc(at) if at is not None else self.parts.clock()
        said = Said(text, reply, role=role, origin=origin, speaker=speaker or "", said_by=said_by or owner, at=when)
        turn = new_turn(self.parts.bucket(agent.id, owner), said, conversation=conversation, trigger=trigger)
        recorded: Recorded = await self.parts.recorder.record(turn)
        if reply is not None and turn.is_asked_by_user:
            self.parts.tracker.replied(Replied(turn.bucket, text, when, reply))
        return Turn(recorded.id, recorded.conversation, recorded.messages, reply)

    async def recall(
        self, query: str, *, owner: Owner, limit: int = 10, at: datetime | None = None, group: Owner | None = None
    ) -> list[Hit]:
        """Return the `limit` best things this agent remembers about `query`, best first, of what `owner` may see."""
        agent = await self.row()
        now = in_utc(at) if at else self.parts.clock()
        hits, zone = await self._found(query, Principal(agent.id, owner, group), limit=limit, now=now)
        self.parts.tracker.answered(Answered(agent.id, owner, query, local_day(now, zone), tuple(hits)))
        return hits

    async def look_up(self, query: str, *, owner: Owner, limit: int = 10) -> list[Hit]:
        """Return what `recall` does, for a person who looks: it is no use of a memory, and counts nowhere."""
        agent = await self.row()
        hits, _ = await self._found(query, Principal(agent.id, owner), limit=limit, now=self.parts.clock())
        return hits

    async def _found(self, query: str, principal: Principal, *, limit: int, now: datetime) -> tuple[list[Hit], str]:
        """Return the hits, and the zone in which the owner's days were told apart for them."""
        agent = await self.row()
        await self.parts.take_in(*principal.buckets)
        async with self.parts.store.read(principal) as connection:
            zone = await read_zone(connection, self.parts, agent, principal.owner)
            return await recall(connection, principal, query, limit=limit, now=now, zone=zone), zone

    async def remember(self, text: str, *, owner: Owner) -> Entry:
        """Keep `text` in the owner's MEMORY.md because someone asked for it, and return the entry.

        What is known already is not added again: its entry comes back. Raises InvalidInput for a text that the gates
        turn away, with their reason.
        """
        agent, now = await self.row(), self.parts.clock()
        bucket, told = self.parts.bucket(agent.id, owner), clean(text).strip()
        change = lesson(bucket, told, sources=(Source("", "", told, now, owner.key),))
        zone = await zone_for(self.parts, agent, owner)
        words = Words(user_messages=(UserMessage("", told, now),), asked=True, zone=zone)
        by = By(Author.AGENT, owner.key, "asked to remember")
        await self.parts.take_in(bucket)
        async with self.parts.store.write() as connection:
            [outcome] = await propose(connection, [change], by=by, words=words, settings=self.parts.settings, now=now)
            if outcome.judged.turned_away:
                refused = outcome.judged.turned_away[0]
                raise InvalidInput(f"this cannot be kept: {refused.reason} {refused.detail}".strip())
            document = await load(connection, bucket, MEMORY)
        entries = document.entries if document else ()
        if outcome.judged.corroborated:
            known = outcome.judged.corroborated[0].entry
            return next(entry for entry in entries if entry.id == known)
        added = {change.entry for change in outcome.committed.changes}
        return next(entry for entry in entries if entry.id in added)

    async def why(self, target: str, *, owner: Owner, group: Owner | None = None) -> Why:
        """Return why something is remembered: a hit's, entry's or message's id, or a line such as `MEMORY.md:7`.

        Raises NotFound for what is not there, or not for this owner.
        """
        agent = await self.row()
        return await why(self.parts, Principal(agent.id, owner, group), target)

    async def inbox(self, *, owner: Owner | None = None, shared: bool = False) -> list[InboxItem]:
        """Return what waits for the owner (None: in the shared memory), the oldest first; `shared` adds the latter.

        `inbox_items` accepts, edits and rejects an item by its id.
        """
        return await self.inbox_items.list(owner=owner, shared=shared)

    async def dream(self, *, owner: Owner | None = None, topic: str | None = None, dry_run: bool = False) -> Report:
        """Dream the owner's memory now (None: the shared one) and return the report; `dry_run` writes nothing."""
        return await self.dreams.now(owner=owner, topic=topic, dry_run=dry_run)

    async def toolbox(self) -> Toolbox:
        """Return the tools with which a model works on this agent's memory, described in the agent's language."""
        agent = await self.row()
        return Toolbox(self.parts, agent.language)

    async def today(self, *, owner: Owner, lang: str = "en") -> Today:
        """Return the owner's morning: the card in `lang`, budgets, the month's cost, what waits, first steps."""
        await self.row()
        return await today(self.parts, self.name, self.dreams, owner=owner, lang=lang)

    async def timeline(
        self, sought: Sought = ANYTHING, *, owner: Owner | None = None, group: Owner | None = None, after: str = "",
        limit: int = 50,
    ) -> EventPage:  # fmt: skip
        """Return what happened to memory, the newest first, as far as `owner` may see it.

        Raises InvalidInput for an `after` that is no page's `next`.
        """
        agent = await self.row()
        return await seen_timeline(
            self.parts, Principal(agent.id, owner or Owner.system(), group), sought, after=after, limit=limit
        )

    async def dream_events(
        self, *, owner: Owner, group: Owner | None = None, after: int | None = None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> AsyncIterator[ToldEvent | None]:  # fmt: skip
        """Yield how the owner's dreams and the shared ones go: each event, and None after a second without one.

        Begins behind the event of id `after`, else with what happens from now on; ends once `is_over`.
        """
        agent = await self.row()
        async for event in hear(self.parts, Principal(agent.id, owner, group), after=after, is_over=is_over):
            yield event

    async def share(self, entry: str, *, owner: Owner) -> Shared:
        """Write an entry of the owner's into the shared memory too, and return it; `unshare` takes it back.

        Raises NotFound, InvalidInput.
        """
        agent = await self.row()
        own = Bucket.personal(agent.id, owner)
        await self.parts.take_in(own, Bucket.team(agent.id))
        async with self.parts.store.write() as connection:
            return await share(
                connection, entry, own, actor=str(owner), settings=self.parts.settings, now=self.parts.clock()
            )

    async def unshare(self, shared: str, *, owner: Owner) -> Reverted:
        """Take back what a sharing wrote into the shared memory. Raises NotFound."""
        return await self.documents.revert_run(shared, owner=owner, shared=True)

    async def morning_card(self, *, owner: Owner, lang: str | None = None) -> MorningCard | None:
        """Return the newest card that the owner has not seen, or None; it has confirm, edit and forget by id.

        To be shown at the first conversation or page view of the owner's day; `seen` takes it off.
        """
        language = lang or (await self.row()).language
        card = await self.cards.unseen(owner=owner, lang=language)
        return None if card is None else MorningCard(card, self.cards, owner, language)

    async def summarize(self, conversation: str, *, owner: Owner, group: Owner | None = None) -> Outcome:
        """Extract one of the owner's conversations now, whatever its length, and return what happened.

        Raises NotFound for one that is not theirs.
        """
        found = await self._conversation(conversation, owner, group)
        await self.parts.take_in(found.bucket)
        return await self.extraction.summarize(found.id, found.bucket, now=self.parts.clock())

    async def summarize_later(self, conversation: str, *, owner: Owner, group: Owner | None = None) -> Run:
        """Ask for what `summarize` does and return the job that will do it. Raises NotFound."""
        found = await self._conversation(conversation, owner, group)
        return await self.extraction.summarize_later(found.id, found.bucket, now=self.parts.clock())

    async def dream_later(self, *, owner: Owner | None = None, topic: str | None = None) -> Run:
        """Ask for what `dream` does and return the job that will do it."""
        return await self.dreams.later(owner=owner, topic=topic)

    async def schedule(self) -> list[Planned]:
        """Return when the agent's nightly jobs run, ran last, and run next."""
        return await planned(self.parts, self.name)

    async def set_schedule(
        self, kind: str = DREAM, *, cron: str | None = None, zone: str | None = None, enabled: bool | None = None
    ) -> list[Planned]:
        """Set when one kind of nightly job runs, and return all; what is None is as the settings say.

        `cron` is a Quartz expression of six fields. Raises InvalidSetting, InvalidTime, InvalidInput.
        """
        return await plan(self.parts, self.name, kind, Own(cron, zone, enabled))

    async def messages(self, conversation: str, *, owner: Owner) -> list[Spoken]:
        """Return the messages of one of the owner's conversations, in order. Raises NotFound."""
        agent = await self.row()
        return await read_conversation(self.parts, Principal(agent.id, owner), conversation)

    async def _conversation(self, name: str, owner: Owner, group: Owner | None) -> Conversation:
        principal = Principal((await self.row()).id, owner, group)
        async with self.parts.store.read(principal) as connection:
            return await find_seen(connection, principal, name)


async def read_conversation(parts: Parts, principal: Principal, name: str) -> list[Spoken]:
    """Return the messages of the principal's conversation of that name or id. Raises NotFound."""
    async with parts.store.read(principal) as connection:
        return await read_messages(connection, (await find_seen(connection, principal, name)).id)


async def find_seen(connection: AsyncConnection, principal: Principal, name: str) -> Conversation:
    """Return the principal's conversation of that name or id. Raises NotFound."""
    for bucket in principal.buckets:
        found = await find_conversation(connection, bucket, name)
        if found is not None:
            return found
    raise NotFound(f"{name!r}: no such conversation of this owner")
