"""Lives through the fortnight on its own dates: records by day, extracts in the evening, dreams at night."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

from morrow.agent.agent import Agent
from morrow.clock import find_zone
from morrow.demo.fortnight import Fortnight, Line, Plan
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.testing import Clock

Progress = Callable[[int, int, str], None]
"""Told how many steps are done, of how many, and which day or night this one was."""

NIGHT = time(3)
EVENING = timedelta(minutes=10)


def dreaming_cron(plan: Plan) -> str:
    """Return the schedule that dreams at 03:00 on the plan's nights and on no other."""
    days = ",".join(str(night.day) for night in plan.nights)
    months = ",".join(sorted({str(night.month) for night in plan.nights}))
    return f"0 0 {NIGHT.hour} {days} {months} ?"


async def replay(memory: Memory, agent: Agent, fortnight: Fortnight, clock: Clock, progress: Progress) -> None:
    """Live through every day and every planned night, then stop the clock on the last morning."""
    plan, days = fortnight.plan, fortnight.by_day()
    steps = sorted([*((day, True) for day in days), *((night, False) for night in plan.nights)])
    for done, (day, is_day) in enumerate(steps, start=1):
        if is_day:
            await _live(memory, agent, plan, days[day], clock)
        else:
            await _dream(memory, plan, day, clock)
        progress(done, len(steps), day.isoformat())
    await memory.idle()
    clock.set(max(clock(), plan.morning))


async def _live(memory: Memory, agent: Agent, plan: Plan, lines: Sequence[Line], clock: Clock) -> None:
    clock.set(lines[-1].time + EVENING)
    # All at once: callers share one transaction, and the order of the calls is the order in a conversation.
    await asyncio.gather(*(_record(agent, plan, line) for line in lines))
    await memory.tick()


async def _record(agent: Agent, plan: Plan, line: Line) -> None:
    speaker = plan.owner_of(line.speaker)
    await agent.record(
        line.text,
        owner=Owner.parse(line.owner),
        conversation=line.conversation,
        at=line.time,
        speaker=line.speaker,
        said_by=Owner.parse(speaker) if speaker else None,
        role=line.role,
        origin=line.origin,
    )


async def _dream(memory: Memory, plan: Plan, night: date, clock: Clock) -> None:
    clock.set(datetime.combine(night, NIGHT, find_zone(plan.zone)))
    await memory.tick()
