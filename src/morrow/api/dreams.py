"""Routes of dreaming: dream now, by topic or as a trial; status, reports, and the morning card."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query

from morrow.access.caller import Caller
from morrow.agent import Agent
from morrow.api.caller import Asking, KnownAgent
from morrow.api.description import problems
from morrow.api.report_shapes import CardOut, DreamIn, MorningOut, ReportOut, ReportsOut, StatusOut
from morrow.api.rights import needs
from morrow.api.today_shapes import TodayOut
from morrow.errors import InvalidInput
from morrow.i18n import LANGUAGES
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["dreaming"])
_Language = Annotated[str | None, Header(alias="Accept-Language", examples=["zh-CN, en;q=0.5"])]
_ReportId = Annotated[str, Path(alias="reportId", description="A report's id")]


@router.post("/emergence", summary="Dream now", responses=problems(409), openapi_extra=needs(Act.WRITE_SHARED))
async def emergence(agent: KnownAgent, asking: Asking, dream: DreamIn | None = None) -> ReportsOut:
    """Dream the shared memory and the caller's own, and return both reports."""
    wanted = dream or DreamIn()
    return await _both(agent, asking, topic=wanted.topic, dry_run=wanted.dry_run)


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
    return await _both(agent, asking, topic=dream.topic if dream else None, dry_run=True)


@router.get("/dreaming/status", summary="How dreaming stands", openapi_extra=needs(Act.OWN_MEMORY))
async def status(agent: KnownAgent, asking: Asking) -> StatusOut:
    """Return when the agent dreams, the last dream and the newest diary entry of the caller."""
    return StatusOut.of(await agent.dreams.status(owner=asking.owner))


@router.get("/dream/reports", summary="List the caller's dreams", openapi_extra=needs(Act.OWN_MEMORY))
async def reports(agent: KnownAgent, asking: Asking, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> ReportsOut:
    """Return the reports, the newest first."""
    return ReportsOut.of(*await agent.dreams.reports(owner=asking.owner, limit=limit))


@router.get("/dream/reports/{reportId}", summary="Read one report", openapi_extra=needs(Act.OWN_MEMORY))
async def report(report_id: _ReportId, agent: KnownAgent, asking: Asking) -> ReportOut:
    """Return one of the caller's reports, every candidate with its reason; another owner's is not found."""
    return ReportOut.model_validate(await agent.dreams.report(report_id, owner=asking.owner))


@router.get("/dream/morning-card", summary="The morning card", openapi_extra=needs(Act.OWN_MEMORY))
async def morning_card(agent: KnownAgent, asking: Asking, language: _Language = None) -> MorningOut:
    """Return what the newest dream means to the caller; `card` is null before any dream."""
    found = await agent.dreams.card(owner=asking.owner, lang=language_of(language))
    return MorningOut(card=None if found is None else CardOut.model_validate(found))


@router.get("/today", summary="The morning at a glance", openapi_extra=needs(Act.OWN_MEMORY))
async def today(agent: KnownAgent, asking: Asking, language: _Language = None) -> TodayOut:
    """Return the card, how full memory is, what this month's dreams took, what waits, and the first steps."""
    return TodayOut.of(await agent.today(owner=asking.owner, lang=language_of(language)))


def language_of(header: str | None) -> str:
    """Return the first language of `Accept-Language` that there are texts in, else English."""
    wanted = (part.strip().lower()[:2] for part in (header or "").split(","))
    return next((language for language in wanted if language in LANGUAGES), "en")


async def _both(agent: Agent, asking: Caller, *, topic: str | None, dry_run: bool) -> ReportsOut:
    shared = await agent.dream(owner=None, topic=topic, dry_run=dry_run)
    return ReportsOut.of(shared, await agent.dream(owner=asking.owner, topic=topic, dry_run=dry_run))
