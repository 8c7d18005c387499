"""One agent's dreams as a caller sees them: dream now, reports, status, and the morning card."""

from dataclasses import dataclass
from datetime import datetime

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.documents.names import DREAMS
from morrow.documents.shelf import load_plain
from morrow.dreaming.card import Card, card
from morrow.dreaming.diary import newest_entry
from morrow.dreaming.night import KIND, Dreaming, next_night, reports
from morrow.dreaming.report import Report
from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import running
from morrow.owners import Bucket, Owner, Principal
from morrow.text.clean import clean


@dataclass(frozen=True, slots=True)
class DreamingStatus:
    """How dreaming stands for one owner: `last_report` and `diary_entry` are the newest, or None and empty."""

    is_enabled: bool
    cron: str
    zone: str
    is_running: bool
    next_run: datetime | None
    last_report: Report | None
    diary_entry: str


@dataclass(frozen=True, slots=True)
class Dreams:
    """The dreams of one agent; `owner=None` means the shared memory."""

    parts: Parts
    dreaming: Dreaming
    agent: str

    async def now(self, *, owner: Owner | None = None, topic: str | None = None, dry_run: bool = False) -> Report:
        """Dream now and return the report; `dry_run` writes nothing.

        Raises AlreadyRunning while another dream of the same memory runs, InvalidInput if dreaming is switched off.
        """
        memory = self.parts.settings.memory
        if not memory.emergence_enabled:
            raise InvalidInput("dreaming is switched off; set mate.memory.emergence-enabled to true")
        if topic and not memory.dream.focused_enabled:
            raise InvalidInput("dreams by topic are switched off; set mate.memory.dream.focused-enabled to true")
        bucket, at = await self._bucket(owner), self.parts.clock()
        ask = self.dreaming.simulate if dry_run else self.dreaming.dream_now
        return await ask(bucket, now=at, topic=clean(topic or "").strip())

    async def reports(self, *, owner: Owner | None = None, limit: int = 50) -> list[Report]:
        """Return the reports of past dreams, the newest first."""
        bucket = await self._bucket(owner)
        async with self.parts.store.read(self._principal(bucket, owner)) as connection:
            return await reports(connection, bucket, limit=limit)

    async def report(self, report: str, *, owner: Owner | None = None) -> Report:
        """Return one report by its id. Raises NotFound, also for another owner's."""
        for found in await self.reports(owner=owner, limit=10_000):
            if found.id == report:
                return found
        raise NotFound(f"{report!r}: no such dream report of {owner or 'the shared memory'}")

    async def card(self, *, owner: Owner, lang: str) -> Card | None:
        """Return the morning card of the newest report that is worth one, or None before the first dream."""
        found = await self.reports(owner=owner, limit=1)
        return card(found[0], lang) if found else None

    async def status(self, *, owner: Owner | None = None) -> DreamingStatus:
        """Return when this agent dreams, what the last dream was, and whether one runs."""
        bucket, now = await self._bucket(owner), self.parts.clock()
        agent = await agent_named(self.parts, self.agent, now=now)
        memory = self.parts.settings.memory
        is_enabled = memory.emergence_enabled and memory.dreaming_enabled
        async with self.parts.store.read(self._principal(bucket, owner)) as connection:
            found = await reports(connection, bucket, limit=1)
            live = await running(connection, bucket, KIND, now=now)
            diary = await load_plain(connection, bucket, DREAMS)
        return DreamingStatus(
            is_enabled=is_enabled,
            cron=memory.dreaming_cron,
            zone=agent.zone or self.parts.zone,
            is_running=live is not None,
            next_run=next_night(self.parts.settings, agent, self.parts.zone, now) if is_enabled else None,
            last_report=found[0] if found else None,
            diary_entry=newest_entry(diary.text) if diary else "",
        )

    async def _bucket(self, owner: Owner | None) -> Bucket:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        bucket = Bucket.team(agent.id) if owner is None else Bucket.personal(agent.id, owner)
        await self.parts.take_in(bucket)
        return bucket

    def _principal(self, bucket: Bucket, owner: Owner | None) -> Principal:
        return Principal(bucket.agent, owner or Owner.system())
