"""One agent's dreams as a caller sees them: dream now, reports, status."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from morrow.agent.identity import agent_named, read_zone
from morrow.agent.parts import Parts
from morrow.clock import start_of
from morrow.documents.names import DREAMS
from morrow.documents.shelf import load_plain
from morrow.dreaming.diary import newest_entry
from morrow.dreaming.dream import thresholds_of
from morrow.dreaming.gates import Thresholds
from morrow.dreaming.night import KIND, Dreaming
from morrow.dreaming.past import TOLD, Filter, ReportPage, find_report, page_of_reports
from morrow.dreaming.report import Mode, Report, ReportItem, Status
from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import Run, recent_runs, running
from morrow.jobs.schedule import DREAM, schedule_of
from morrow.owners import Bucket, Owner, Principal
from morrow.roster.switches import is_on
from morrow.text.clean import clean


@dataclass(frozen=True, slots=True)
class DreamingStatus:
    """How dreaming stands for one owner: `last_report` and `diary_entry` are the newest, or None and empty.

    `last_run` is the ledger's, whether it left a report or not. `nearest` are the candidates of the last report that
    lack the least, `pending` is how many lack something.
    """

    is_enabled: bool
    cron: str
    zone: str
    is_running: bool
    next_run: datetime | None
    last_report: Report | None
    diary_entry: str
    thresholds: Thresholds
    last_run: Run | None
    nearest: tuple[ReportItem, ...]
    pending: int


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
        self._check_allowed(topic)
        bucket, at = await self._bucket(owner), self.parts.clock()
        async with self.parts.store.read_all() as connection:
            if not await is_on(connection, bucket, "dream"):
                raise InvalidInput(
                    f"dreams of {owner or 'the shared memory'} are switched off; switch `dream` on first"
                )
        ask = self.dreaming.simulate if dry_run else self.dreaming.dream_now
        return await ask(bucket, now=at, topic=clean(topic or "").strip())

    async def later(self, *, owner: Owner | None = None, topic: str | None = None) -> Run:
        """Ask for a dream and return the job that will dream it. Raises InvalidInput if dreaming is switched off."""
        self._check_allowed(topic)
        bucket, at = await self._bucket(owner), self.parts.clock()
        return await self.dreaming.dream_later(bucket, now=at, topic=clean(topic or "").strip())

    async def reports(self, *, owner: Owner | None = None, limit: int = 50) -> list[Report]:
        """Return the reports of past dreams, the newest first."""
        return list((await self.page(owner=owner, limit=limit)).reports)

    async def page(
        self, *, owner: Owner | None = None, limit: int = 50, after: str = "", mode: Mode | None = None,
        status: Status | None = None, day: date | None = None,
    ) -> ReportPage:  # fmt: skip
        """Return a page of reports, the newest first, and where the next begins: of one mode, status, or local day.

        Raises NotFound for an `after` that is no page's `next`.
        """
        bucket = await self._bucket(owner)
        async with self.parts.store.read(self._principal(bucket, owner)) as connection:
            since = until = None
            if day is not None:
                agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
                zone = await read_zone(connection, self.parts, agent, owner)
                since, until = start_of(day, zone), start_of(day + timedelta(days=1), zone)
            wanted = Filter(mode, TOLD if status is None else (status,), since, until)
            return await page_of_reports(connection, bucket, wanted, limit=limit, after=after)

    async def report(self, report: str, *, owner: Owner | None = None) -> Report:
        """Return one report by its id. Raises NotFound, also for another owner's."""
        bucket = await self._bucket(owner)
        async with self.parts.store.read(self._principal(bucket, owner)) as connection:
            found = await find_report(connection, bucket, report)
        if found is None:
            raise NotFound(f"{report!r}: no such dream report of {owner or 'the shared memory'}")
        return found

    async def status(self, *, owner: Owner | None = None) -> DreamingStatus:
        """Return when this agent dreams, what the last dream was, and whether one runs."""
        bucket, now = await self._bucket(owner), self.parts.clock()
        agent = await agent_named(self.parts, self.agent, now=now)
        async with self.parts.store.read(self._principal(bucket, owner)) as connection:
            last = await page_of_reports(connection, bucket, Filter(), limit=1)
            live = await running(connection, bucket, KIND, now=now)
            diary = await load_plain(connection, bucket, DREAMS)
            runs = await recent_runs(connection, bucket, KIND, limit=1)
            schedule = await schedule_of(connection, agent, DREAM, self.parts.settings, self.parts.zone)
        return DreamingStatus(
            is_enabled=schedule.is_enabled,
            cron=schedule.cron,
            zone=schedule.zone,
            is_running=live is not None,
            next_run=next(iter(schedule.next_runs(now, count=1)), None),
            last_report=last.reports[0] if last.reports else None,
            diary_entry=newest_entry(diary.text) if diary else "",
            thresholds=thresholds_of(self.parts.settings),
            last_run=runs[0] if runs else None,
            nearest=last.reports[0].nearest_misses() if last.reports else (),
            pending=len(last.reports[0].nearest_misses(limit=None)) if last.reports else 0,
        )

    async def candidates(self, *, owner: Owner | None = None) -> tuple[ReportItem, ...]:
        """Return what a dream now would consider, the most deserving first; nothing is written."""
        found = await self.dreaming.consider(await self._bucket(owner), now=self.parts.clock())
        return tuple(sorted(found, key=lambda item: (-(item.score.total if item.score else -1.0), item.id)))

    def _check_allowed(self, topic: str | None) -> None:
        memory = self.parts.settings.memory
        if not memory.emergence_enabled:
            raise InvalidInput("dreaming is switched off; set mate.memory.emergence-enabled to true")
        if topic and not memory.dream.focused_enabled:
            raise InvalidInput("dreams by topic are switched off; set mate.memory.dream.focused-enabled to true")

    async def _bucket(self, owner: Owner | None) -> Bucket:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        bucket = Bucket.team(agent.id) if owner is None else Bucket.personal(agent.id, owner)
        await self.parts.take_in(bucket)
        return bucket

    def _principal(self, bucket: Bucket, owner: Owner | None) -> Principal:
        return Principal(bucket.agent, owner or Owner.system())
