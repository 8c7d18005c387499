"""Routes of an agent's schedule: when its nightly jobs run, and setting that."""

from typing import Annotated, Self

from fastapi import APIRouter
from pydantic import Field

from morrow.agent.nights import Planned
from morrow.api.caller import KnownAgent
from morrow.api.rights import needs
from morrow.api.shapes import Answer, Moment, Shape
from morrow.jobs.schedule import DREAM
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["jobs"])
_CRON = Field(description="Quartz, six fields; 1 is Sunday", examples=["0 0 3 * * ?"])


class ScheduleIn(Shape):
    """An agent's own schedule of one kind of job; what is null or left out is as the settings say."""

    kind: Annotated[str, Field(examples=["dream"])] = DREAM
    cron: Annotated[str | None, _CRON] = None
    zone: Annotated[str | None, Field(examples=["Europe/Lisbon"])] = None
    enabled: bool | None = None


class ScheduleOut(Answer):
    """When one kind of job runs; `own` names what the agent has set itself. `lastRun` is when one last began."""

    kind: Annotated[str, Field(examples=["dream"])]
    cron: Annotated[str, _CRON]
    zone: Annotated[str, Field(examples=["Europe/Lisbon"])]
    enabled: bool
    own: list[str]
    last_run: Moment | None
    next_run: Moment | None
    next_runs: list[Moment]

    @classmethod
    def of(cls, planned: Planned) -> Self:
        """Return the shape of what is planned."""
        known = planned.schedule
        return cls(
            kind=known.kind,
            cron=known.cron,
            zone=known.zone,
            enabled=known.is_enabled,
            own=known.own.names,
            last_run=planned.last_run,
            next_run=planned.next_run,
            next_runs=list(planned.next_runs),
        )


class SchedulesOut(Answer):
    """All schedules of an agent."""

    schedules: list[ScheduleOut]

    @classmethod
    def of(cls, planned: list[Planned]) -> Self:
        """Return the shape of what is planned."""
        return cls(schedules=[ScheduleOut.of(one) for one in planned])


@router.get("/schedule", summary="When the agent dreams", openapi_extra=needs(Act.READ_SHARED))
async def schedule(agent: KnownAgent) -> SchedulesOut:
    """Return when the agent's nightly jobs run, ran last, and the next three times they run."""
    return SchedulesOut.of(await agent.schedule())


@router.put("/schedule", summary="Set when the agent dreams", openapi_extra=needs(Act.ADMINISTER))
async def set_schedule(agent: KnownAgent, wanted: ScheduleIn) -> SchedulesOut:
    """Replace the agent's own schedule of one kind of job; each local date still runs at most once."""
    return SchedulesOut.of(
        await agent.set_schedule(wanted.kind, cron=wanted.cron, zone=wanted.zone, enabled=wanted.enabled)
    )
