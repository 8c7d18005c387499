"""The job of layer 3: which bucket is due for its nightly dream, and the run around each dream."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import TypeGuard

import structlog
from sqlalchemy import func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import conversation
from morrow.documents.table import entry, entry_source
from morrow.dreaming.dream import Looked, Night, look, write_diary
from morrow.dreaming.engines import Draft, Engines, NoDraft
from morrow.dreaming.inputs import Describe
from morrow.dreaming.progress import DreamEvent, Happening, Observer, Step, Telling, unobserved
from morrow.dreaming.report import Engine, Report, Status, Trigger, decode, encode
from morrow.dreaming.settle import settle_by_model, settle_by_rules
from morrow.errors import AlreadyRunning
from morrow.jobs.cron import Occurrence
from morrow.jobs.lease import holding
from morrow.jobs.ledger import Due, Progress, Run, advance, claim, enqueue, fail, finish, known_keys, recent_runs
from morrow.jobs.ledger import Status as RunStatus
from morrow.jobs.schedule import DREAM, schedules_of
from morrow.models.config import Models
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import find_agent, find_owner, list_agents, zone_of
from morrow.roster.switches import switched_off
from morrow.settings import Settings
from morrow.store import Store
from morrow.store.ids import new_id

log = structlog.get_logger(__name__)
KIND = "dream"
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
            for agent, night in nights.items():
                found += [] if night is None else _due_of(agent, night, begun)
            known = await known_keys(connection, KIND, [due.key for due in found], now=now)
        return [due for due in found if due.key not in known]

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Dream the bucket of `due` and finish the run in one transaction, or write down why the model failed."""
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
        async with self.store.read_all() as connection:
            night = await self._night(connection, bucket, new_id(now), Trigger.USER, now=now, topic=topic)
            asked = await self._look(connection, night)
        draft = await self._draft(asked)
        if self._waits(draft):
            return _failed(asked, draft)
        async with self.store.write() as connection:
            transaction = await connection.begin_nested()
            report = await self._settle(connection, asked, draft)
            await transaction.rollback()
        return report

    async def _dream(self, run: Run, trigger: Trigger, *, now: datetime, topic: str) -> Report:
        telling = Telling(self.observe, DreamEvent(Happening.STARTED, run.id, run.bucket, trigger, now, topic))
        with telling:
            async with self.store.read_all() as connection:
                night = await self._night(connection, run.bucket, run.id, trigger, now=now, topic=topic)
            if self.engines.engine is Engine.MODEL:
                report = await self._dream_with_model(run, night, telling)
            else:
                report = await self._dream_by_rules(run, night, telling)
            telling.end(Happening(report.status), str(report.reason or report.error))
        return report

    async def _dream_by_rules(self, run: Run, night: Night, telling: Telling) -> Report:
        telling.step(Step.LOOK)
        async with self.store.write() as connection:
            looked = await self._look(connection, night)
            telling.step(Step.WRITE)
            report = await self._settle(connection, looked, None, again=False)
            await _finish(connection, run, report)
        return report

    async def _dream_with_model(self, run: Run, night: Night, telling: Telling) -> Report:
        """Dream in two transactions, none of which is open while the model is asked."""
        telling.step(Step.LOOK)
        async with self.store.read_all() as connection:
            asked = await self._look(connection, night)
        if self._asks(asked):
            telling.step(Step.ASK)
            async with self.store.write() as connection:
                if await advance(connection, run, Progress(Step.ASK, 1, len(Step))):
                    return await _cancel(connection, run, asked)
        draft = await self._draft(asked)
        telling.step(Step.WRITE)
        if self._waits(draft):
            return await self._fail(run, asked, draft)
        async with self.store.write() as connection:
            if await advance(connection, run, Progress(Step.WRITE, 2, len(Step))):
                return await _cancel(connection, run, asked)
            report = await self._settle(connection, asked, draft)
            await _finish(connection, run, report)
        return report

    async def _look(self, connection: AsyncConnection, night: Night, seen: Looked | None = None) -> Looked:
        return await look(connection, night, settings=self.settings, describe=self.describe, seen=seen)

    def _asks(self, looked: Looked) -> bool:
        """Whether a model is to be asked: it is to write, and there is anything that it could write of."""
        return self.engines.engine is Engine.MODEL and not looked.is_skipped and bool(looked.candidates)

    async def _draft(self, looked: Looked) -> Draft | NoDraft | None:
        return await self.engines.draft(looked.material, looked.night.bucket) if self._asks(looked) else None

    def _waits(self, draft: Draft | NoDraft | None) -> TypeGuard[NoDraft]:
        return isinstance(draft, NoDraft) and not self.engines.rules_stand_in

    async def _settle(
        self, connection: AsyncConnection, asked: Looked, draft: Draft | NoDraft | None, *, again: bool = True
    ) -> Report:
        """Write what is to be written; look `again` first if a model was asked meanwhile."""
        looked = await self._look(connection, asked.night, seen=asked) if again else asked
        if looked.is_skipped:
            report = looked.blank
        elif isinstance(draft, Draft):
            report = await settle_by_model(connection, looked, draft, asked=asked, settings=self.settings)
        else:
            report = replace(await settle_by_rules(connection, looked, settings=self.settings), engine=Engine.RULES)
        if isinstance(draft, NoDraft):
            report = replace(report, in_place_of=draft.reason, usage=draft.usage)
        await write_diary(connection, report, asked.night)
        return report

    async def _fail(self, run: Run, asked: Looked, draft: NoDraft) -> Report:
        """Write down that the model failed: in the run, and once in the diary. Nothing else is written."""
        report = _failed(asked, draft)
        log.warning("a dream failed", run=run.id, reason=draft.reason)
        async with self.store.write() as connection:
            if run.attempts == 1:
                await write_diary(connection, report, asked.night)
            reason, now = f"llm_failed: {draft.reason}", asked.night.started_at
            await fail(connection, run, reason=reason, report=encode(report), now=now, until=draft.until)
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
            engine=self.engines.engine,
            last_fingerprint=last.fingerprint if last else "",
            last_dreamt_at=last.started_at if last else None,
        )


async def last_report(connection: AsyncConnection, bucket: Bucket) -> Report | None:
    """Return the report of the bucket's last dream of everything that ended well, or None."""
    runs = await recent_runs(connection, bucket, KIND, limit=50, statuses=_ENDED_WELL)
    found = (decode(run.report) for run in runs if run.report)
    return next((report for report in found if not report.topic), None)


async def _finish(connection: AsyncConnection, run: Run, report: Report) -> None:
    status, reason = RunStatus(report.status), str(report.reason or "")
    await finish(connection, run, status, reason=reason, report=encode(report), now=report.started_at)


async def _cancel(connection: AsyncConnection, run: Run, asked: Looked) -> Report:
    """Write down that somebody stopped the dream; it has written nothing."""
    report = replace(asked.blank, status=Status.CANCELED, fingerprint="")
    await _finish(connection, run, report)
    return report


def _failed(asked: Looked, draft: NoDraft) -> Report:
    return replace(
        asked.blank,
        status=Status.FAILED,
        error=draft.reason,
        model=draft.model,
        usage=draft.usage,
        fingerprint="",
    )


def _due_of(agent: str, night: Occurrence, begun: dict[Bucket, datetime]) -> list[Due]:
    mine = [bucket for bucket, first in begun.items() if bucket.agent == agent and first < night.instant]
    return [_nightly(bucket, night.day, night.instant) for bucket in sorted(mine, key=_shared_first)]


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
