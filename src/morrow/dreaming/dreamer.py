"""Carries one dream through its steps: look, ask a model if one dreams, write; and how it ends.

A rules dream is one transaction. With a model there are two, and none is open while it is asked.
"""

from dataclasses import dataclass, replace
from typing import TypeGuard

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.dreaming.dream import Looked, Night, look, old_nights, write_diary
from morrow.dreaming.engines import Draft, Engines, NoDraft
from morrow.dreaming.inputs import Describe
from morrow.dreaming.progress import DreamEvent, Happening, Observer, Step, Telling, unobserved
from morrow.dreaming.report import Engine, Report, Status, encode
from morrow.dreaming.retelling import Retold
from morrow.dreaming.settle import settle_by_model, settle_by_rules
from morrow.jobs.ledger import Progress, Run, advance, fail, finish
from morrow.jobs.ledger import Status as RunStatus
from morrow.settings import Settings
from morrow.store import Store

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Dreamer:
    """Dreams one night of one bucket; `observe` hears how it goes."""

    store: Store
    settings: Settings
    describe: Describe
    engines: Engines
    observe: Observer = unobserved

    async def dream(self, run: Run, night: Night) -> Report:
        """Dream `night`, write down how `run` ended, and return the report; a model that fails fails the run."""
        began = DreamEvent(Happening.STARTED, run.id, run.bucket, night.trigger, night.started_at, night.topic)
        with Telling(self.observe, began) as telling:
            if self.engines.engine is Engine.MODEL:
                report = await self._with_model(run, night, telling)
            else:
                report = await self._by_rules(run, night, telling)
            telling.end(Happening(report.status), str(report.reason or report.error))
        return report

    async def simulate(self, night: Night) -> Report:
        """Return the report that a dream of `night` would give; nothing is written."""
        async with self.store.read_all() as connection:
            asked = await self._look(connection, night)
        draft = await self._draft(asked)
        if self._waits(draft):
            return _failed(asked, draft)
        async with self.store.write() as connection:
            transaction = await connection.begin_nested()
            report = await self._settle(connection, asked, draft)
            await transaction.rollback()
        return report

    async def _by_rules(self, run: Run, night: Night, telling: Telling) -> Report:
        telling.step(Step.LOOK)
        async with self.store.write() as connection:
            looked = await self._look(connection, night)
            telling.step(Step.WRITE)
            report = await self._settle(connection, looked)
            await _finish(connection, run, report)
        return report

    async def _with_model(self, run: Run, night: Night, telling: Telling) -> Report:
        """Dream in two transactions, none of which is open while the model is asked."""
        telling.step(Step.LOOK)
        async with self.store.read_all() as connection:
            asked = await self._look(connection, night)
            old = await old_nights(connection, night, self.settings)
        if self._asks(asked):
            telling.step(Step.ASK)
            async with self.store.write() as connection:
                if await advance(connection, run, Progress(Step.ASK, 1, len(Step))):
                    return await _cancel(connection, run, asked)
        draft = await self._draft(asked)
        if self._waits(draft):
            telling.step(Step.WRITE)
            return await self._fail(run, asked, draft)
        retold = Retold()
        if old and isinstance(draft, Draft):
            telling.step(Step.ARCHIVE)
            retold = await self.engines.retell(old, night.bucket)
        telling.step(Step.WRITE)
        async with self.store.write() as connection:
            if await advance(connection, run, Progress(Step.WRITE, len(Step) - 1, len(Step))):
                return await _cancel(connection, run, asked)
            report = await self._settle(connection, asked, draft, retold)
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
        self, connection: AsyncConnection, asked: Looked, draft: Draft | NoDraft | None = None,
        retold: Retold | None = None,
    ) -> Report:  # fmt: skip
        """Write what is to be written; look again first, since a model may have been asked meanwhile."""
        looked = await self._look(connection, asked.night, seen=asked) if draft is not None else asked
        if looked.is_skipped:
            report = looked.blank
        elif isinstance(draft, Draft):
            report = await settle_by_model(connection, looked, draft, asked=asked, settings=self.settings)
        else:
            report = replace(await settle_by_rules(connection, looked, settings=self.settings), engine=Engine.RULES)
        if isinstance(draft, NoDraft):
            report = replace(report, in_place_of=draft.reason, usage=draft.usage)
        retold = retold or Retold()
        report = replace(report, usage=report.usage.plus(self.engines.usage(retold.cost)))
        await write_diary(connection, report, asked.night, settings=self.settings, summaries=retold.summaries)
        return report

    async def _fail(self, run: Run, asked: Looked, draft: NoDraft) -> Report:
        """Write down that the model failed: in the run, and once in the diary. Nothing else is written."""
        report = _failed(asked, draft)
        log.warning("a dream failed", run=run.id, reason=draft.reason)
        async with self.store.write() as connection:
            if run.attempts == 1:
                await write_diary(connection, report, asked.night, settings=self.settings)
            reason, now = f"llm_failed: {draft.reason}", asked.night.started_at
            await fail(connection, run, reason=reason, report=encode(report), now=now, until=draft.until)
        return report


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
