"""Routes of recall: search one's memory, and keep something in it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from morrow.api.caller import Asking, Caller, OpenMemory, known_agent
from morrow.api.shapes import SearchIn, Shape, plain
from morrow.memory import Memory
from morrow.recall.hits import MAX_LIMIT

router = APIRouter(prefix="/memory/{agentId}", tags=["memory"])


class RememberIn(Shape):
    """Something to keep."""

    content: str


@router.get("/search", summary="Search memory")
async def search(
    agentId: str,  # noqa: N803
    memory: OpenMemory,
    asking: Asking,
    q: Annotated[str, Query(description="The question, in any words")],
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 10,
) -> dict[str, Any]:
    """Return what answers the question best, best first, out of what the caller may see."""
    return await _search(memory, agentId, q, limit, asking)


@router.post("/search", summary="Search memory with a long question")
async def search_long(agentId: str, question: SearchIn, memory: OpenMemory, asking: Asking) -> dict[str, Any]:  # noqa: N803
    """Return the same as `GET`, for a question that does not fit into an address."""
    return await _search(memory, agentId, question.query, question.limit, asking)


@router.post("/remember", status_code=201, summary="Keep something because it was asked for")
async def remember(agentId: str, kept: RememberIn, memory: OpenMemory, asking: Asking) -> dict[str, Any]:  # noqa: N803
    """Keep the content in the caller's MEMORY.md and return its entry; what is known already is not added again."""
    entry = await memory.agent(agentId).remember(kept.content, owner=asking.owner)
    return {"id": entry.id, "text": entry.text, "section": entry.section, "line": entry.line}


async def _search(memory: Memory, agent: str, question: str, limit: int, asking: Caller) -> dict[str, Any]:
    hits = await (await known_agent(memory, agent)).recall(
        question, owner=asking.owner, group=asking.group, limit=limit
    )
    return {"hits": plain(hits)}
