"""Routes of dreaming: dream now, by topic or as a trial; status, and reports."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from morrow.access.caller import Caller
from morrow.agent import Agent
from morrow.api.caller import Asking, KnownAgent
from morrow.api.description import problems
from morrow.api.job_shapes import JobsOut
from morrow.api.later import Prefer, accepted, wants_job
from morrow.api.report_shapes import CandidatesOut, DreamIn, ItemOut, ReportOut, ReportPageOut, ReportsOut, StatusOut
from morrow.api.rights import needs
from morrow.dreaming.report import Mode, Status
from morrow.errors import InvalidInput
from morrow.owners import Owner
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["dreaming"])
_ReportId = Annotated[str, Path(alias="reportId", description="A report's id")]


@router.post(
    "/emergence",
    summary="Dream now",
    responses={**problems(409), 202: {"model": JobsOut, "description": "Taken on; `Location` is the caller's own job"}},
    openapi_extra=needs(Act.WRITE_SHARED),
)
async def emergence(
    agent: KnownAgent,
    asking: Asking,
    request: Request,
    response: Response,
    dream: DreamIn | None = None,
    prefer: Prefer = None,
) -> ReportsOut | JobsOut:
    """Dream the shared memory, the group's and the caller's own; return the reports, or jobs if asked not to wait."""
    wanted = dream or DreamIn()
    if wants_job(prefer) and not wanted.dry_run:
        runs = [await agent.dream_later(owner=owner, topic=wanted.topic) for owner in _owners(asking)]
        accepted(request, response, runs[-1].id)
        return JobsOut.of(runs, [], limit=0)
    return await _all(agent, asking, topic=wanted.topic, dry_run=wanted.dry_run)


@router.post(
    "/dreaming/focused", summary="Dream by topic", responses=problems(409), openapi_extra=needs(Act.WRITE_SHARED)
)
async def focused(dream: DreamIn, agent: KnownAgent, asking: Asking) -> ReportsOut:
    """Dream of one topic in the caller's own memory; what it would add waits as proposals."""
    if not dream.topic or not dream.topic.strip():
        raise InvalidInput("a focused dream needs a topic; say what it is about")
    return ReportsOut.of(await agent.dream(owner=asking.owner, topic=dream.topic, dry_run=dream.dry_run))


@router.post("/dreaming/simulate", summary="Try a dream", openapi_extra=needs(Act.WRITE_SHARED))
async def simulate(agent: KnownAgent, asking: Asking, dream: DreamIn | None = None) -> ReportsOut:
    """Return the reports that a dream now would give; nothing is written."""
    return await _all(agent, asking, topic=dream.topic if dream else None, dry_run=True)


@router.get("/dreaming/status", summary="How dreaming stands", openapi_extra=needs(Act.OWN_MEMORY))
async def status(agent: KnownAgent, asking: Asking) -> StatusOut:
    """Return when the agent dreams, the last dream and the newest diary entry of the caller."""
    return StatusOut.of(await agent.dreams.status(owner=asking.owner))


@router.get("/dreaming/candidates", summary="What a dream would consider", openapi_extra=needs(Act.OWN_MEMORY))
async def candidates(agent: KnownAgent, asking: Asking) -> CandidatesOut:
    """Return every candidate of a dream now, its score and what it lacks; asks no model, writes nothing."""
    found = await agent.dreams.candidates(owner=asking.owner)
    return CandidatesOut(items=[ItemOut.model_validate(item) for item in found])


@router.get("/dreaming/dreams", summary="List the caller's dreams (another name)", openapi_extra=needs(Act.OWN_MEMORY))
@router.get("/dream/reports", summary="List the caller's dreams", openapi_extra=needs(Act.OWN_MEMORY))
async def reports(
    agent: KnownAgent,
    asking: Asking,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    after: Annotated[str, Query(description="`next` of the page before")] = "",
    mode: Mode | None = None,
    status: Status | None = None,
    day: Annotated[date | None, Query(description="Only of this day of the caller's", examples=["2026-04-09"])] = None,
) -> ReportPageOut:
    """Return the reports, the newest first; `next` is the `after` of the following page."""
    page = await agent.dreams.page(
        owner=asking.owner, limit=limit, after=after, mode=mode, status=status, day=day
    )  # fmt: skip
    return ReportPageOut(reports=[ReportOut.model_validate(one) for one in page.reports], next=page.next or None)


@router.get("/dream/reports/{reportId}", summary="Read one report", openapi_extra=needs(Act.OWN_MEMORY))
async def report(report_id: _ReportId, agent: KnownAgent, asking: Asking) -> ReportOut:
    """Return one of the caller's reports, every candidate with its reason; another owner's is not found."""
    return ReportOut.model_validate(await agent.dreams.report(report_id, owner=asking.owner))


async def _all(agent: Agent, asking: Caller, *, topic: str | None, dry_run: bool) -> ReportsOut:
    reports = [await agent.dream(owner=owner, topic=topic, dry_run=dry_run) for owner in _owners(asking)]
    return ReportsOut.of(*reports)


def _owners(asking: Caller) -> tuple[Owner | None, ...]:
    """Return whose memory a caller dreams: the shared one, the group's in which it asks, and its own."""
    return (None, *((asking.group,) if asking.group else ()), asking.owner)
