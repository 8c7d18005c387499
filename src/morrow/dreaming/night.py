"""The job of layer 3: which bucket is due for its nightly dream, and the run around each dream."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import conversation
from morrow.documents.table import entry, entry_source
from morrow.dreaming.dream import Night, look
from morrow.dreaming.dreamer import Dreamer
from morrow.dreaming.engines import Engines
from morrow.dreaming.inputs import Describe
from morrow.dreaming.progress import Observer, unobserved
from morrow.dreaming.report import RUN_KIND, Engine, Report, ReportItem, Trigger, decode, items_of
from morrow.errors import AlreadyRunning
from morrow.jobs.cron import Occurrence
from morrow.jobs.lease import holding
from morrow.jobs.ledger import (
    Due,
    Run,
    claim,
    enqueue,
    known_keys,
    last_starts,
    recent_runs,
)
from morrow.jobs.ledger import Status as RunStatus
from morrow.jobs.schedule import DREAM, schedule_of, schedules_of
from morrow.models.config import Models
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import find_agent, find_owner, list_agents, zone_of
from morrow.roster.switches import switched_off
from morrow.settings import Settings
from morrow.store import Store
from morrow.store.ids import new_id

KIND = RUN_KIND
_NEVER = datetime.min.replace(tzinfo=UTC)
_ENDED_WELL = (RunStatus.COMPLETED, RunStatus.SKIPPED)


@dataclass(frozen=True, slots=True)
class Dreaming:
    """Dreams buckets, on schedule and on demand, each local date of the schedule once.

    `missing` says why a configured model could not be opened. `observe` hears how each dream goes.
    """

    store: Store
    settings: Settings
    server_zone: str
    describe: Describe
    models: Models = field(default_factory=Models)
    missing: str = ""
    observe: Observer = unobserved
    kind: str = KIND

    @property
    def engines(self) -> Engines:
        """Return who dreams."""
        return Engines(self.settings, self.models, self.missing)

    @property
    def at_once(self) -> int:
        """Return how many buckets are dreamt at once: those that wait for a model do not keep each other waiting."""
        return self.settings.memory.dream.buckets_at_once if self.engines.engine is Engine.MODEL else 1

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:  # noqa: ARG002 - a night cannot be hurried
        """Return the dreams whose scheduled instant has come, within the hours in which one is caught up."""
        if not self.settings.memory.emergence_enabled:
            return ()
        found: list[Due] = []
        catch_up = timedelta(hours=self.settings.memory.dream.catch_up_hours)
        async with self.store.read_all() as connection:
            schedules = await schedules_of(
                connection, await list_agents(connection), DREAM, self.settings, self.server_zone
            )
            nights = {agent: known.last_due(now, catch_up=catch_up) for agent, known in schedules.items()}
            if not any(nights.values()):
                return ()
            off = await switched_off(connection, "dream")
            begun = {one: at for one, at in (await _buckets_begun(connection)).items() if not off.stops(one)}
            last = await last_starts(connection, KIND)
            for agent, night in nights.items():
                found += [] if night is None else _due_of(agent, night, begun, last)
            known = await known_keys(connection, KIND, [due.key for due in found], now=now)
        return [due for due in found if due.key not in known]

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Dream the bucket of `due` and finish the run in one transaction, or write down why the model failed."""
        scheduled_at = due.scheduled_at or await self._scheduled_at(due)
        late = scheduled_at is not None and now - scheduled_at > timedelta(minutes=10)
        planned = Trigger.CATCH_UP if late else Trigger.CRON
        await self._dream(run, planned if due.scheduled_date else Trigger.USER, now=now, topic=due.subject)

    async def _scheduled_at(self, due: Due) -> datetime | None:
        """Return when a night was due that was handed over by its run alone; None for a dream that was asked for."""
        async with self.store.read_all() as connection:
            agent = await find_agent(connection, due.bucket.agent)
            if agent is None or due.scheduled_date is None:
                return None
            schedule = await schedule_of(connection, agent, DREAM, self.settings, self.server_zone)
        return schedule.instant_on(due.scheduled_date)

    async def dream_now(self, bucket: Bucket, *, now: datetime, topic: str = "") -> Report:
        """Dream `bucket` on demand and return the report. Raises AlreadyRunning while another dream of it runs."""
        due = Due(f"{KIND}|{bucket.key}|{new_id(now)}", KIND, bucket, subject=topic)
        async with self.store.write() as connection:
            run = await claim(connection, due, worker="caller", now=now)
        if run is None:
            raise AlreadyRunning(f"a dream of {bucket.owner or 'the shared memory'} runs already; wait for its end")
        async with holding(self.store, run, now=now):
            return await self._dream(run, Trigger.USER, now=now, topic=topic)

    async def dream_later(self, bucket: Bucket, *, now: datetime, topic: str = "") -> Run:
        """Write down that `bucket` is to be dreamt on demand, and return the run that will."""
        due = Due(f"{KIND}|{bucket.key}|{new_id(now)}", KIND, bucket, subject=topic)
        async with self.store.write() as connection:
            return await enqueue(connection, due, now=now)

    async def simulate(self, bucket: Bucket, *, now: datetime, topic: str = "") -> Report:
        """Return the report that a dream now would give; nothing is written."""
        async with self.store.read_all() as connection:
            night = await self._night(connection, bucket, new_id(now), Trigger.USER, now=now, topic=topic)
        return await self._dreamer.simulate(night)

    async def consider(self, bucket: Bucket, *, now: datetime) -> tuple[ReportItem, ...]:
        """Return what a dream now would consider, each with its score and what the gates say; nothing is written."""
        async with self.store.read_all() as connection:
            night = await self._night(connection, bucket, new_id(now), Trigger.USER, now=now, topic="")
            looked = await look(
                connection, replace(night, last_fingerprint=""), settings=self.settings, describe=self.describe
            )
        return items_of(looked.verdicts, looked.dropped, headings=looked.headings)

    async def _dream(self, run: Run, trigger: Trigger, *, now: datetime, topic: str) -> Report:
        async with self.store.read_all() as connection:
            night = await self._night(connection, run.bucket, run.id, trigger, now=now, topic=topic)
        return await self._dreamer.dream(run, night)

    @property
    def _dreamer(self) -> Dreamer:
        return Dreamer(self.store, self.settings, self.describe, self.engines, self.observe)

    async def _night(
        self, connection: AsyncConnection, bucket: Bucket, run: str, trigger: Trigger, *, now: datetime, topic: str
    ) -> Night:
        agent = await find_agent(connection, bucket.agent)
        owner = await find_owner(connection, Owner(bucket.owner)) if bucket.scope is Scope.PERSONAL else None
        last = await last_report(connection, bucket)
        return Night(
            run=run,
            bucket=bucket,
            trigger=trigger,
            started_at=now,
            zone=zone_of(agent, owner, self.server_zone) if agent else self.server_zone,
            language=(owner.language if owner else None) or (agent.language if agent else "en"),
            topic=topic,
            engine=self.engines.engine,
            last_fingerprint=last.fingerprint if last else "",
            last_dreamt_at=last.started_at if last else None,
        )


async def last_report(connection: AsyncConnection, bucket: Bucket) -> Report | None:
    """Return the report of the bucket's last dream of everything that ended well, or None."""
    runs = await recent_runs(connection, bucket, KIND, limit=50, statuses=_ENDED_WELL)
    found = (decode(run.report) for run in runs if run.report)
    return next((report for report in found if not report.topic), None)


def _due_of(
    agent: str, night: Occurrence, begun: Mapping[Bucket, datetime], dreamt: Mapping[Bucket, datetime]
) -> list[Due]:
    mine = [bucket for bucket, first in begun.items() if bucket.agent == agent and first < night.instant]
    # Shared first, then whose last dream is longest ago: what a night does not get to comes first in the next.
    mine.sort(key=lambda bucket: (not bucket.is_shared, dreamt.get(bucket, _NEVER), bucket.owner))
    return [_nightly(bucket, night.day, night.instant) for bucket in mine]


def _nightly(bucket: Bucket, day: date, instant: datetime) -> Due:
    return Due(f"{KIND}|{bucket.key}|{day.isoformat()}", KIND, bucket, scheduled_date=day, scheduled_at=instant)


async def _buckets_begun(connection: AsyncConnection) -> dict[Bucket, datetime]:
    """Return since when each bucket has had a message or an entry of its own; an entry is as old as its first source.

    What somebody said in a group is read only before the night, and is dreamt of in that night.
    """
    e, s, c = entry.c, entry_source.c, conversation.c
    entries = select(e.agent, e.scope, e.owner, func.min(e.first_seen).label("first")).group_by(
        e.agent, e.scope, e.owner
    )
    sources = select(s.agent, s.scope, s.owner, func.min(s.said_at).label("first")).group_by(s.agent, s.scope, s.owner)
    talks = select(c.agent, c.scope, c.owner, func.min(c.created_at).label("first")).group_by(c.agent, c.scope, c.owner)
    begun: dict[Bucket, datetime] = {}
    for agent, scope, owner, first in await connection.execute(union(entries, sources, talks)):
        bucket = Bucket(agent, Scope(scope), owner)
        begun[bucket] = min(first.astimezone(UTC), begun.get(bucket, first))
    return begun
