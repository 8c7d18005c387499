"""An agent's schedule as a caller sees it: when its nightly jobs run, ran last, and run next."""

from dataclasses import dataclass
from datetime import datetime

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.jobs.schedule import DEFAULTS, Own, Schedule, last_scheduled, schedule_of, set_schedule

SHOWN_RUNS = 3


@dataclass(frozen=True, slots=True)
class Planned:
    """One kind of nightly job of an agent: its schedule, when it last began, and the next times it is due."""

    schedule: Schedule
    last_run: datetime | None
    next_runs: tuple[datetime, ...]

    @property
    def next_run(self) -> datetime | None:
        """Return when it is due next, or None while it is switched off."""
        return next(iter(self.next_runs), None)


async def planned(parts: Parts, agent: str) -> list[Planned]:
    """Return what is scheduled for the agent of that name."""
    now = parts.clock()
    row = await agent_named(parts, agent, now=now)
    found = []
    async with parts.store.read_all() as connection:  # times alone cross owners, never a word of theirs
        for kind in DEFAULTS:
            known = await schedule_of(connection, row, kind, parts.settings, parts.zone)
            last = await last_scheduled(connection, row.id, kind)
            found.append(Planned(known, last, tuple(known.next_runs(now, count=SHOWN_RUNS))))
    return found


async def plan(parts: Parts, agent: str, kind: str, own: Own) -> list[Planned]:
    """Make `own` the schedule of one kind of job, and return all of them. Raises InvalidInput."""
    now = parts.clock()
    row = await agent_named(parts, agent, now=now)
    async with parts.store.write() as connection:
        await set_schedule(connection, row.id, kind, own, now=now)
    return await planned(parts, agent)
