"""Routes of recall: search one's memory, and keep something in it."""

from typing import Annotated

from fastapi import APIRouter, Query

from morrow.api.caller import AnyAgent, Asking, KnownAgent
from morrow.api.rights import needs
from morrow.api.shapes import EntryOut, HitOut, HitsOut, RememberIn, SearchIn
from morrow.recall.hits import MAX_LIMIT, Hit
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["memory"])
_Question = Annotated[str, Query(description="The question, in any words", examples=["which city do I live in?"])]


@router.get("/search", summary="Search memory", openapi_extra=needs(Act.OWN_MEMORY))
async def search(
    q: _Question, agent: KnownAgent, asking: Asking, limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 10
) -> HitsOut:
    """Return what answers the question best, best first, out of what the caller may see."""
    return _shown(await agent.recall(q, owner=asking.owner, group=asking.group, limit=limit))


@router.post("/search", summary="Search memory with a long question", openapi_extra=needs(Act.OWN_MEMORY))
async def search_long(question: SearchIn, agent: KnownAgent, asking: Asking) -> HitsOut:
    """Return the same as `GET`, for a question that does not fit into an address."""
    return _shown(await agent.recall(question.query, owner=asking.owner, group=asking.group, limit=question.limit))


@router.post(
    "/remember", status_code=201, summary="Keep something because it was asked for", openapi_extra=needs(Act.OWN_MEMORY)
)
async def remember(kept: RememberIn, agent: AnyAgent, asking: Asking) -> EntryOut:
    """Keep the content in the caller's MEMORY.md and return its entry; what is known already is not added again."""
    if not agent.parts.settings.memory.lifecycle_mediator_enabled:  # then everything that is kept is everyone's
        asking.identity.demand(Act.WRITE_SHARED)
    return EntryOut.model_validate(await agent.remember(kept.content, owner=asking.owner))


def _shown(hits: list[Hit]) -> HitsOut:
    return HitsOut(hits=[HitOut.model_validate(hit) for hit in hits])
