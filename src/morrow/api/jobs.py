"""Routes of background work: look at jobs, cancel and retry them, and extract one conversation now."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from morrow.access.caller import Caller, known_agent
from morrow.api.caller import Asking, KnownAgent, OpenMemory
from morrow.api.job_shapes import JobOut, JobsOut, SummarizedOut
from morrow.api.later import Prefer, accepted, wants_job
from morrow.api.rights import Who, needs
from morrow.errors import NotFound
from morrow.jobs.ledger import Run
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Act

router = APIRouter()
_JobId = Annotated[str, Path(alias="jobId", description="A job's id")]
_All = Annotated[bool, Query(description="Everybody's jobs, for admins")]


@router.get("/jobs", tags=["jobs"], summary="List jobs", openapi_extra=needs(Act.OWN_MEMORY))
async def jobs(  # noqa: PLR0913 - what a list is narrowed by
    *,
    who: Who,
    memory: OpenMemory,
    asking: Asking,
    agent_id: Annotated[str | None, Query(alias="agentId", description="An agent's name or id")] = None,
    all_: Annotated[bool, Query(alias="all", description="Everybody's jobs, for admins")] = False,
    kind: Annotated[str, Query(examples=["extraction"])] = "",
    status: Annotated[list[str] | None, Query(description="Only jobs that stand so", examples=[["failed"]])] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str, Query(description="`nextCursor` of the page before")] = "",
) -> JobsOut:
    """Return your jobs and the shared ones with one agent, the newest first, and your conversations that wait."""
    owner = _whose(asking, everybody=all_)
    agent = None
    if agent_id is not None or owner is not None or who.agent is not None:
        agent = (await known_agent(who, memory, agent_id or who.agent or "default")).name
    runs = await memory.jobs.list(
        owner=owner, agent=agent, kind=kind, statuses=status or (), limit=limit, before=cursor
    )
    waiting = await memory.jobs.waiting(owner=owner, agent=agent) if owner and agent and not cursor else []
    return JobsOut.of(runs, waiting, limit=limit)


@router.get("/jobs/{jobId}", tags=["jobs"], summary="Look at a job", openapi_extra=needs(Act.OWN_MEMORY))
async def job(job_id: _JobId, who: Who, memory: OpenMemory, asking: Asking, all_: _All = False) -> JobOut:
    """Return one job: how it stands, how far it is, and why it failed."""
    return JobOut.of(await _found(memory, who, job_id, _whose(asking, everybody=all_)))


@router.post("/jobs/{jobId}/cancel", tags=["jobs"], summary="Cancel a job", openapi_extra=needs(Act.WRITE_SHARED))
async def cancel(job_id: _JobId, who: Who, memory: OpenMemory, asking: Asking, all_: _All = False) -> JobOut:
    """Stop a job: one that works stops after its present step, one that waits at once. What it wrote stays."""
    owner = _whose(asking, everybody=all_)
    found = await _found(memory, who, job_id, owner)
    return JobOut.of(await memory.jobs.cancel(found.id, owner=owner))


@router.post("/jobs/{jobId}/retry", tags=["jobs"], summary="Retry a job", openapi_extra=needs(Act.WRITE_SHARED))
async def retry(job_id: _JobId, who: Who, memory: OpenMemory, asking: Asking, all_: _All = False) -> JobOut:
    """Make a failed or canceled job due again at once."""
    owner = _whose(asking, everybody=all_)
    found = await _found(memory, who, job_id, owner)
    return JobOut.of(await memory.jobs.retry(found.id, owner=owner))


@router.post(
    "/memory/{agentId}/summarize/{conversationId}",
    tags=["memory"],
    summary="Extract a conversation now",
    openapi_extra=needs(Act.WRITE_SHARED),
    responses={202: {"model": JobOut, "description": "Taken on; `Location` is the job"}},
)
async def summarize(
    conversation_id: Annotated[str, Path(alias="conversationId", description="Your name for it, or its id")],
    agent: KnownAgent,
    asking: Asking,
    request: Request,
    response: Response,
    prefer: Prefer = None,
) -> SummarizedOut | JobOut:
    """Read what is unread of one of your conversations, whatever its length, and say what came of it."""
    if wants_job(prefer):
        run = await agent.summarize_later(conversation_id, owner=asking.owner, group=asking.group)
        accepted(request, response, run.id)
        return JobOut.of(run)
    return SummarizedOut.of(await agent.summarize(conversation_id, owner=asking.owner, group=asking.group))


def _whose(asking: Caller, *, everybody: bool) -> Owner | None:
    if not everybody:
        return asking.owner
    asking.identity.demand(Act.OTHER_OWNERS)
    if asking.identity.owner is not None:
        return asking.owner
    return None


async def _found(memory: Memory, who: Who, job_id: str, owner: Owner | None) -> Run:
    """Return the job if it is within the caller's reach. Raises NotFound."""
    found = await memory.jobs.get(job_id, owner=owner)
    if who.agent is not None and found.bucket.agent != who.agent:
        raise NotFound(f"{job_id!r}: no such job")
    return found
