"""Each agent's schedule: when its nightly jobs run. What it has not set is as the settings say. Starts nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import find_zone
from morrow.errors import InvalidInput
from morrow.jobs.cron import Occurrence, next_occurrence, scheduled_dates, upcoming
from morrow.jobs.table import run
from morrow.jobs.table import schedule as table
from morrow.roster.roster import AgentRow
from morrow.settings import Settings
from morrow.settings.quartz import read_quartz

DREAM = "dream"
_TICK = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Default:
    """What the settings say of one kind of job: `may_run` is off where no agent can have it."""

    cron: str
    is_enabled: bool
    may_run: bool


# What is scheduled for each agent, and where its settings stand.
DEFAULTS: Mapping[str, Callable[[Settings], Default]] = {
    DREAM: lambda known: Default(
        known.memory.dreaming_cron, known.memory.dreaming_enabled, known.memory.emergence_enabled
    ),
}


@dataclass(frozen=True, slots=True)
class Own:
    """What an agent has set for itself; None leaves it to the settings, and the zone to the agent."""

    cron: str | None = None
    zone: str | None = None
    enabled: bool | None = None

    @property
    def names(self) -> list[str]:
        """Return the names of what is set."""
        return [name for name in ("cron", "zone", "enabled") if getattr(self, name) is not None]


@dataclass(frozen=True, slots=True)
class Schedule:
    """When one kind of job runs for one agent: a Quartz expression in a zone, each local date at most once."""

    kind: str
    cron: str
    zone: str
    is_enabled: bool
    own: Own

    def last_due(self, now: datetime, *, catch_up: timedelta) -> Occurrence | None:
        """Return the newest date whose instant has come by `now`, no longer ago than a run is caught up, or None."""
        if not self.is_enabled:
            return None
        found = scheduled_dates(self.cron, now - catch_up - _TICK, now, self.zone)
        return found[-1] if found else None

    def first_from(self, day: date) -> Occurrence:
        """Return the first occurrence on `day` or after it, whether or not the schedule is switched on."""
        eve = datetime.combine(day, time.min, find_zone(self.zone)) - timedelta(seconds=1)
        return next_occurrence(self.cron, eve, self.zone)

    def instant_on(self, day: date) -> datetime | None:
        """Return when `day` is due, or None if the schedule has no run on it."""
        first = self.first_from(day)
        return first.instant if first.day == day else None

    def next_runs(self, now: datetime, *, count: int) -> list[datetime]:
        """Return when the next dates after `now` are due, in rising order; none while it is switched off."""
        return [one.instant for one in upcoming(self.cron, now, self.zone, count=count)] if self.is_enabled else []


async def schedule_of(
    connection: AsyncConnection, agent: AgentRow, kind: str, settings: Settings, server_zone: str
) -> Schedule:
    """Return the schedule of one agent. Raises InvalidInput for a kind that is not scheduled."""
    c = table.c
    row = (
        await connection.execute(
            select(c.cron, c.zone, c.enabled).where(c.agent == agent.id, c.kind == checked_kind(kind))
        )
    ).one_or_none()
    return _effective(kind, Own(*row) if row else Own(), agent, settings, server_zone)


async def schedules_of(
    connection: AsyncConnection, agents: list[AgentRow], kind: str, settings: Settings, server_zone: str
) -> dict[str, Schedule]:
    """Return the schedule of each of `agents`, by the agent's id."""
    c = table.c
    rows = await connection.execute(select(c.agent, c.cron, c.zone, c.enabled).where(c.kind == kind))
    own = {row.agent: Own(row.cron, row.zone, row.enabled) for row in rows}
    return {agent.id: _effective(kind, own.get(agent.id, Own()), agent, settings, server_zone) for agent in agents}


async def set_schedule(connection: AsyncConnection, agent: str, kind: str, own: Own, *, now: datetime) -> None:
    """Make `own` the agent's schedule; all None takes the settings' again.

    Raises InvalidSetting for a bad expression, InvalidTime for an unknown zone, InvalidInput for an unknown kind.
    """
    if own.cron is not None:
        read_quartz(own.cron)
        next_occurrence(own.cron, now, own.zone or "UTC")
    if own.zone is not None:
        find_zone(own.zone)
    await connection.execute(delete(table).where(table.c.agent == agent, table.c.kind == checked_kind(kind)))
    if own != Own():
        row = {"cron": own.cron, "zone": own.zone, "enabled": own.enabled, "changed_at": now}
        await connection.execute(insert(table).values(agent=agent, kind=kind, **row))


async def last_scheduled(connection: AsyncConnection, agent: str, kind: str) -> datetime | None:
    """Return when a scheduled run of the agent last began, whosever memory it was about."""
    c = run.c
    began = select(func.max(c.started_at)).where(c.agent == agent, c.kind == kind, c.scheduled_date.is_not(None))
    found: datetime | None = (await connection.execute(began)).scalar_one()
    return found


def checked_kind(kind: str) -> str:
    """Return `kind`. Raises InvalidInput for one that is not scheduled."""
    if kind not in DEFAULTS:
        raise InvalidInput(f"{kind!r}: what is scheduled is {', '.join(DEFAULTS)}")
    return kind


def _effective(kind: str, own: Own, agent: AgentRow, settings: Settings, server_zone: str) -> Schedule:
    default = DEFAULTS[kind](settings)
    is_enabled = default.is_enabled if own.enabled is None else own.enabled
    return Schedule(
        kind, own.cron or default.cron, own.zone or agent.zone or server_zone, is_enabled and default.may_run, own
    )
