"""Runs reading and dreaming for chosen buckets at a time of one's own, and leaves everyone else's work alone."""

from datetime import date

from morrow.agent.agent import Agent
from morrow.dreaming.night import KIND
from morrow.dreaming.report import Report, decode
from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import find_run
from morrow.jobs.runner import Runner
from morrow.jobs.schedule import DREAM, Schedule, schedule_of
from morrow.memory import LastReading
from morrow.owners import Bucket, Owner


def nights_of(agent: Agent, buckets: frozenset[Bucket]) -> Runner:
    """Return what runs a whole night of `buckets` at each `tick(instant)`: the last reading, then the dream."""
    extraction = agent.extraction
    jobs = (extraction, LastReading(extraction, agent.dreaming), agent.dreaming)
    return Runner(agent.parts.store, jobs, agent.parts.clock, buckets=buckets)


def reading_of(agent: Agent, buckets: frozenset[Bucket]) -> Runner:
    """Return what reads all that waits in `buckets` at `idle()`, and dreams nothing."""
    return Runner(agent.parts.store, [agent.extraction], agent.parts.clock, buckets=buckets)


async def schedule_for(agent: Agent) -> Schedule:
    """Return when the agent dreams."""
    row, parts = await agent.row(), agent.parts
    async with parts.store.read_all() as connection:
        return await schedule_of(connection, row, DREAM, parts.settings, parts.zone)


async def dream_night(agent: Agent, owner: Owner, day: date) -> Report:
    """Dream the night of the local date `day`, if that was not done, and return its report.

    Raises InvalidInput for a night that has not come yet, NotFound if nothing was there to dream of by then.
    """
    row = await agent.row()
    bucket = Bucket.personal(row.id, owner)
    schedule = await schedule_for(agent)
    night = schedule.first_from(day)
    if night.day != day:
        raise NotFound(f"{day.isoformat()}: no dream is scheduled for that date; the next is on {night.day}")
    if night.instant > agent.parts.clock():
        raise InvalidInput(f"{day.isoformat()}: that night has not come yet; leave --date out to dream now")
    await nights_of(agent, frozenset({bucket})).tick(night.instant)
    async with agent.parts.store.read_all() as connection:
        run = await find_run(connection, f"{KIND}|{bucket.key}|{day.isoformat()}")
    if run is None or not run.report:
        raise NotFound(f"{day.isoformat()}: nothing of {owner} was there to dream of by that night")
    return decode(run.report)
