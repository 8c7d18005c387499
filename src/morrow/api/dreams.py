"""Routes of dreaming: dream now, by topic or as a trial; status, reports, and the morning card."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query

from morrow.agent import Agent
from morrow.api.caller import Asking, Caller, OpenMemory, known_agent
from morrow.api.shapes import DreamIn, plain
from morrow.dreaming.report import Report
from morrow.errors import InvalidInput
from morrow.i18n import LANGUAGES

router = APIRouter(prefix="/memory/{agentId}", tags=["dreaming"])
Language = Annotated[str | None, Header(alias="Accept-Language")]


@router.post("/emergence", summary="Dream now")
async def emergence(agentId: str, memory: OpenMemory, asking: Asking, dream: DreamIn | None = None) -> dict[str, Any]:  # noqa: N803
    """Dream the shared memory and the caller's own, and return both reports."""
    agent = await known_agent(memory, agentId)
    wanted = dream or DreamIn()
    return _reports(await _both(agent, asking, topic=wanted.topic, dry_run=wanted.dry_run))


@router.post("/dreaming/focused", summary="Dream by topic")
async def focused(agentId: str, dream: DreamIn, memory: OpenMemory, asking: Asking) -> dict[str, Any]:  # noqa: N803
    """Dream of one topic in the caller's own memory; what it would add waits as proposals."""
    if not dream.topic or not dream.topic.strip():
        raise InvalidInput("a focused dream needs a topic; say what it is about")
    agent = await known_agent(memory, agentId)
    return _reports([await agent.dream(owner=asking.owner, topic=dream.topic, dry_run=dream.dry_run)])


@router.post("/dreaming/simulate", summary="Try a dream")
async def simulate(agentId: str, memory: OpenMemory, asking: Asking, dream: DreamIn | None = None) -> dict[str, Any]:  # noqa: N803
    """Return the reports that a dream now would give; nothing is written."""
    agent = await known_agent(memory, agentId)
    return _reports(await _both(agent, asking, topic=dream.topic if dream else None, dry_run=True))


@router.get("/dreaming/status", summary="How dreaming stands")
async def status(agentId: str, memory: OpenMemory, asking: Asking) -> dict[str, Any]:  # noqa: N803
    """Return when the agent dreams, the last dream and the newest diary entry of the caller."""
    agent = await known_agent(memory, agentId)
    found = await agent.dreams.status(owner=asking.owner)
    shape = plain(found)
    shape["enabled"] = shape.pop("isEnabled")
    shape["running"] = shape.pop("isRunning")
    return dict(shape)


@router.get("/dream/reports", summary="List the caller's dreams")
async def reports(
    agentId: str,  # noqa: N803
    memory: OpenMemory,
    asking: Asking,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, Any]:
    """Return the reports, the newest first."""
    agent = await known_agent(memory, agentId)
    return _reports(await agent.dreams.reports(owner=asking.owner, limit=limit))


@router.get("/dream/reports/{reportId}", summary="Read one report")
async def report(agentId: str, reportId: str, memory: OpenMemory, asking: Asking) -> dict[str, Any]:  # noqa: N803
    """Return one of the caller's reports, every candidate with its reason; another owner's is not found."""
    agent = await known_agent(memory, agentId)
    return dict(plain(await agent.dreams.report(reportId, owner=asking.owner)))


@router.get("/dream/morning-card", summary="The morning card")
async def morning_card(agentId: str, memory: OpenMemory, asking: Asking, language: Language = None) -> dict[str, Any]:  # noqa: N803
    """Return what the newest dream means to the caller; `card` is null before any dream."""
    agent = await known_agent(memory, agentId)
    return {"card": plain(await agent.dreams.card(owner=asking.owner, lang=_language(language)))}


async def _both(agent: Agent, asking: Caller, *, topic: str | None, dry_run: bool) -> list[Report]:
    shared = await agent.dream(owner=None, topic=topic, dry_run=dry_run)
    return [shared, await agent.dream(owner=asking.owner, topic=topic, dry_run=dry_run)]


def _reports(found: list[Report]) -> dict[str, Any]:
    return {"reports": plain(found)}


def _language(header: str | None) -> str:
    wanted = (header or "").lower()[:2]
    return wanted if wanted in LANGUAGES else "en"
