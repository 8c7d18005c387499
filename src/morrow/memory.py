"""Memory: opens the store and everything that stands on it, says what runs when, and closes it all again."""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import structlog

import morrow.chat.table
import morrow.context.table
import morrow.conversations.table
import morrow.documents.table
import morrow.dreaming.table
import morrow.jobs.table
import morrow.recall.table
import morrow.roster.table
import morrow.search.table
import morrow.usage.table
import morrow.writing.mirror.table
import morrow.writing.table  # noqa: F401 - every table is declared before a store opens
from morrow.agent.agent import Agent
from morrow.agent.jobs import Jobs
from morrow.agent.parts import Parts
from morrow.agent.traits import traits_of
from morrow.chat.live import Live, LiveTurns
from morrow.chat.preparing import Means
from morrow.chat.turn import Chat
from morrow.clock import Clock, in_utc, system_clock
from morrow.context.fence import cut_blocks, new_nonce
from morrow.conversations.recorder import Recorder
from morrow.dreaming.events import EventLog
from morrow.dreaming.growth import Growing
from morrow.dreaming.night import Dreaming
from morrow.errors import NotFound
from morrow.extraction.backlog import Backlog
from morrow.extraction.job import Extraction
from morrow.extraction.nudge import Nudge
from morrow.household.members import Members
from morrow.household.owners import Owners
from morrow.household.staff import Staff
from morrow.household.tokens import Tokens
from morrow.household.usage import Usage
from morrow.i18n import detect_language
from morrow.jobs.ledger import Due, Run
from morrow.jobs.nodes import Nodes
from morrow.jobs.pace import BEHIND_TALK
from morrow.jobs.runner import Runner
from morrow.models.chat import ChatModel
from morrow.models.config import Models, configured, open_models
from morrow.models.errors import ModelError
from morrow.owners import Owner
from morrow.recall.tracker import Tracker
from morrow.roster.roster import check_agent_name, find_agent, list_agents
from morrow.settings import Settings, load_settings, machine_zone
from morrow.store import Store
from morrow.store.queue import queue_at
from morrow.usage.metered import Meter, metered
from morrow.writing.mirror import Mirror, is_supported

log = structlog.get_logger(__name__)
DEFAULT_HOME = "~/.morrow"


@dataclass(frozen=True, slots=True)
class LastReading:
    """Before a night is dreamt, what has been idle for an hour is read, however short it is."""

    extraction: Extraction
    dreaming: Dreaming
    kind: str = "extraction"

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:
        """Return the idle conversations, if a dream is due."""
        if not await self.dreaming.due(now, eager=eager):
            return ()
        return await self.extraction.due_before_the_night(now)

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Extract as at any other time."""
        await self.extraction.run(run, due, now=now)


@dataclass(frozen=True, slots=True)
class AfterReading:
    """Dreams, once nothing is left to be read before the night: nodes run all kinds of jobs at the same time."""

    reading: LastReading
    dreaming: Dreaming
    kind: str = "dream"

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:
        """Return the dreams that are due, once everything idle was read."""
        if await self.reading.due(now, eager=eager):
            return ()
        return await self.dreaming.due(now, eager=eager)

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Dream."""
        await self.dreaming.run(run, due, now=now)


class Memory:
    """All memory of one home. Open it with `async with Memory.open(home) as memory`."""

    def __init__(self, parts: Parts, extraction: Extraction, dreaming: Dreaming) -> None:
        self.parts = parts
        self.tokens, self.members = Tokens(parts), Members(parts)
        self.owners, self.staff = Owners(parts), Staff(parts)
        self.usage = Usage(parts)
        self.jobs = Jobs(parts, extraction)
        self._dreaming = dreaming
        self._extraction = extraction
        # What runs when, in this order: a nudge looks at a running conversation, before extraction reads it to its end,
        # and a night at what was said until an hour before it. Growing comes last: it is counted by what was written.
        nudge, reading = Nudge(extraction, Backlog()), LastReading(extraction, dreaming)
        growing = Growing(parts.store, parts.settings, dreaming.models)
        self._runner = Runner(parts.store, (nudge, extraction, reading, dreaming, growing), parts.clock)
        self._for_nodes = (nudge, extraction, reading, AfterReading(reading, dreaming), growing)
        self._node: Nodes | None = None

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        home: str | Path = DEFAULT_HOME,
        *,
        settings: Settings | None = None,
        clock: Clock | None = None,
        background: bool = False,
        models: Models | ChatModel | None = None,
    ) -> AsyncIterator[Self]:
        """Open the memory in the folder `home` (made if missing) or at a `postgresql://` URL.

        Without `models` those are opened, and closed at the end, that the settings name; one that cannot be opened is
        named by every run that needs it. Models that are passed (one alone serves every task) stay their caller's.
        `clock` gives the time (default: the machine's). With `background`, due jobs run every few seconds while open;
        without, when `tick` or `idle` is called. Raises StoreError, InvalidSetting.
        """
        known = settings or load_settings(folder_of(home), environ=os.environ)
        store = await Store.open(home)
        mirror = await _mirror(store, known, home, clock or system_clock)
        opened, missing = _models(known) if models is None else (_as_models(models), "")
        memory = cls._assemble(store, known, clock or system_clock, mirror, opened, missing)
        try:
            if background:
                await memory._work_in_background(home)
            yield memory
        finally:
            await memory.close()
            if models is None:
                await opened.aclose()

    @classmethod
    def _assemble(
        cls, store: Store, settings: Settings, clock: Clock, mirror: Mirror | None, models: Models, missing: str
    ) -> Self:
        zone = settings.server.zone or machine_zone(os.environ)
        nonce = new_nonce()
        recorder, tracker = Recorder(store), Tracker(store)
        booked = metered(models, Meter(store, settings.models, clock, zone))
        means = Means(store, settings, clock, zone, booked, nonce, missing)
        parts = Parts(
            store=store,
            recorder=recorder,
            settings=settings,
            clock=clock,
            zone=zone,
            language=settings.server.language or detect_language(os.environ),
            tracker=tracker,
            dream_events=EventLog(store),
            chat=Chat(means, recorder, tracker, LiveTurns(clock)),
            mirror=mirror,
        )
        # What memory put into a prompt is no new word: where somebody repeats it, extraction does not read it.
        extraction = Extraction(store, settings, zone, booked, missing, partial(cut_blocks, nonce=nonce))
        heard = parts.dream_events.heard
        return cls(parts, extraction, Dreaming(store, settings, zone, traits_of, booked, missing, observe=heard))

    def agent(self, name: str = "default", *, language: str | None = None) -> Agent:
        """Return the agent of that name; it is made and seeded (in `language`) when first used."""
        return Agent(self.parts, self._dreaming, self._extraction, check_agent_name(name), language)

    async def known_agent(self, name: str) -> Agent:
        """Return the agent of that name or id. Raises NotFound: asking about one makes none."""
        async with self.parts.store.read_all() as connection:
            row = await find_agent(connection, name)
        if row is None:
            raise NotFound(f"{name!r}: no such agent; one is made when it first talks or remembers")
        return self.agent(row.name)

    async def agents(self) -> list[Agent]:
        """Return every agent, by name."""
        async with self.parts.store.read_all() as connection:
            return [self.agent(row.name) for row in await list_agents(connection)]

    def live_turn(self, turn: str, *, owner: Owner, group: Owner | None = None) -> Live:
        """Return a turn of the owner's that runs, or ended within the last ten minutes, with any agent.

        Raises NotFound.
        """
        return self.parts.chat.turns.find(turn, owner=owner, group=group)

    async def tick(self, now: datetime | None = None) -> int:
        """Run what is due at `now`, and return how many runs were made."""
        await self._look_around()
        await self.parts.tracker.flush()
        return await self._runner.tick(in_utc(now) if now else self.parts.clock())

    async def idle(self) -> int:
        """Return when all due work is done, also what only a cooldown or the idle hour holds back."""
        await self._look_around()
        await self.parts.tracker.flush()
        return await self._runner.idle()

    async def _work_in_background(self, home: str | Path) -> None:
        """Run due jobs while open: on a database server, its share of all nodes' jobs."""
        self._extraction.pace.share = BEHIND_TALK
        if self.parts.store.dialect == "postgresql" and find_spec("procrastinate") is not None:
            self._node = Nodes(self.parts.store, self._for_nodes, self.parts.clock, queue_at(home))
            await self._node.start()
        else:
            self._runner.start(every_seconds=2)
        if self.parts.mirror is not None:
            self.parts.mirror.start(every_seconds=2)

    async def close(self) -> None:
        """Finish what was taken and close the store."""
        if self._node is not None:
            await self._node.close()
        await self.parts.chat.turns.close()
        await self._runner.close()
        await self.parts.dream_events.flush()
        await self.parts.tracker.flush()
        await self.parts.recorder.close()
        if self.parts.mirror is not None:
            await self.parts.mirror.close()
        await self.parts.store.close()

    async def _look_around(self) -> None:
        if self.parts.mirror is not None:
            await self.parts.mirror.look_around()


def folder_of(home: str | Path) -> Path | None:
    """Return the folder that may hold settings; a database server has none."""
    is_url = isinstance(home, str) and home.startswith(("postgresql:", "postgres:"))
    return None if is_url else Path(home).expanduser()


def _models(settings: Settings) -> tuple[Models, str]:
    """Return the models that the settings name, or none and why: without a model everything else still works."""
    try:
        return open_models(configured(settings.models), os.environ), ""
    except ModelError as error:
        log.warning("no model is used", reason=str(error))
        return Models(), str(error)


def _as_models(models: Models | ChatModel) -> Models:
    return models if isinstance(models, Models) else Models(chat=models)


async def _mirror(store: Store, settings: Settings, home: str | Path, clock: Clock) -> Mirror | None:
    """Return the mirror folder of an embedded store, if it is wanted; a database server's nodes share no folder."""
    folder = folder_of(home)
    if folder is None or not settings.memory.mirror.enabled or not is_supported():
        return None
    return await Mirror.open(store, folder, clock=clock)
