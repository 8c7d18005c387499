"""The job of layer 3: which bucket is due for its nightly dream, and the run around each dream."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import conversation
from morrow.documents.table import entry, entry_source
from morrow.dreaming.dream import Night, dream
from morrow.dreaming.inputs import Describe
from morrow.dreaming.progress import DreamEvent, Happening, Observer, Step, unobserved
from morrow.dreaming.report import Report, Trigger, decode, encode
from morrow.errors import AlreadyRunning
from morrow.jobs.cron import next_after, scheduled_dates
from morrow.jobs.lease import holding
from morrow.jobs.ledger import Due, Run, claim, enqueue, finish, known_keys, recent_runs
from morrow.jobs.ledger import Status as RunStatus
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import AgentRow, find_agent, find_owner, list_agents, zone_of
from morrow.settings import Settings
from morrow.store import Store
from morrow.store.ids import new_id

KIND = "dream"
_ENDED = (RunStatus.COMPLETED, RunStatus.SKIPPED)


@dataclass(frozen=True, slots=True)
class Dreaming:
    """Dreams buckets, on schedule and on demand, each local date of the schedule once; `observe` hears how it goes."""

    store: Store
    settings: Settings
    server_zone: str
    describe: Describe
    observe: Observer = unobserved
    kind: str = KIND

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:  # noqa: ARG002 - a night cannot be hurried
        """Return the dreams whose scheduled instant has come, within the hours in which one is caught up."""
        memory = self.settings.memory
        if not (memory.emergence_enabled and memory.dreaming_enabled):
            return ()
        found: list[Due] = []
        async with self.store.read_all() as connection:
            begun = await _buckets_begun(connection)
            for agent in await list_agents(connection):
                found += self._due_of(agent, begun, now)
            known = await known_keys(connection, KIND, [due.key for due in found], now=now)
        return [due for due in found if due.key not in known]

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Dream the bucket of `due` and finish the run in the same transaction."""
        late = due.scheduled_at is not None and now - due.scheduled_at > timedelta(minutes=10)
        planned = Trigger.CATCH_UP if late else Trigger.CRON
        await self._dream(run, planned if due.scheduled_date else Trigger.USER, now=now, topic=due.subject)

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
        async with self.store.write() as connection:
            transaction = await connection.begin_nested()
            night = await self._night(connection, bucket, new_id(now), Trigger.USER, now=now, topic=topic)
            report = await dream(connection, night, settings=self.settings, describe=self.describe)
            await transaction.rollback()
        return report

    async def _dream(self, run: Run, trigger: Trigger, *, now: datetime, topic: str) -> Report:
        event = DreamEvent(Happening.STARTED, run.id, run.bucket, trigger, now, topic)
        self.observe(event)
        async with self.store.write() as connection:
            night = await self._night(connection, run.bucket, run.id, trigger, now=now, topic=topic)
            self.observe(replace(event, happening=Happening.PROGRESS, step=Step.LOOK, total=1))
            report = await dream(connection, night, settings=self.settings, describe=self.describe)
            await finish(
                connection,
                run,
                RunStatus(report.status),
                reason=str(report.reason or ""),
                report=encode(report),
                now=now,
            )
        self.observe(replace(event, happening=Happening(report.status), reason=str(report.reason or "")))
        return report

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
            last_fingerprint=last.fingerprint if last else "",
            last_dreamt_at=last.started_at if last else None,
        )

    def _due_of(self, agent: AgentRow, begun: dict[Bucket, datetime], now: datetime) -> list[Due]:
        zone = agent.zone or self.server_zone
        since = now - timedelta(hours=self.settings.memory.dream.catch_up_hours, minutes=1)
        nights = scheduled_dates(self.settings.memory.dreaming_cron, since, now, zone)
        if not nights:
            return []
        last = nights[-1]
        mine = [bucket for bucket, first in begun.items() if bucket.agent == agent.id and first < last.instant]
        return [_nightly(bucket, last.day, last.instant) for bucket in sorted(mine, key=_shared_first)]


def next_night(settings: Settings, agent: AgentRow, server_zone: str, now: datetime) -> datetime:
    """Return when the agent dreams next."""
    return next_after(settings.memory.dreaming_cron, now, agent.zone or server_zone)


async def last_report(connection: AsyncConnection, bucket: Bucket) -> Report | None:
    """Return the report of the bucket's last dream that ended well, or None."""
    return next(iter(await reports(connection, bucket, limit=1)), None)


async def reports(connection: AsyncConnection, bucket: Bucket, *, limit: int = 50) -> list[Report]:
    """Return the reports of the bucket's dreams that ended, the newest first."""
    runs = await recent_runs(connection, bucket, KIND, limit=limit, statuses=_ENDED)
    return [decode(run.report) for run in runs if run.report]


def _nightly(bucket: Bucket, day: date, instant: datetime) -> Due:
    return Due(f"{KIND}|{bucket.key}|{day.isoformat()}", KIND, bucket, scheduled_date=day, scheduled_at=instant)


def _shared_first(bucket: Bucket) -> tuple[bool, str]:
    return (not bucket.is_shared, bucket.owner)


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
