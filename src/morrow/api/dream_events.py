"""The route that tells how dreams go while they run, as server-sent events."""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from morrow.access.caller import Caller
from morrow.agent import Agent
from morrow.api.caller import Asking, KnownAgent
from morrow.api.events import number_in
from morrow.api.rights import needs
from morrow.dreaming.events import ToldEvent
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["dreaming"])
_HEARTBEAT_EVERY = 15  # silent looks: about a second each
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "description": "The events"}
}


@router.get(
    "/dream/events",
    summary="Hear how dreams go",
    response_class=StreamingResponse,
    responses=_STREAM,
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def events(
    request: Request,
    agent: KnownAgent,
    asking: Asking,
    last: Annotated[str | None, Header(alias="Last-Event-ID", description="Begin behind this event")] = None,
) -> StreamingResponse:
    """Tell started, progress, completed, failed, skipped and canceled of the caller's dreams and the shared ones.

    Each event has an id; whoever sends it as `Last-Event-ID` hears what came behind it, for seven days.
    """
    after = None if last is None else number_in(last)
    return StreamingResponse(
        _stream(agent, asking, after, request), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _stream(agent: Agent, asking: Caller, after: int | None, request: Request) -> AsyncIterator[str]:
    silent = 0
    yield ": listening\n\n"
    told = agent.dream_events(
        owner=asking.owner, group=asking.group, after=after, is_over=lambda: request.app.state.is_stopping
    )
    async for event in told:
        if event is not None:
            yield _told(event)
        silent = 0 if event is not None else silent + 1
        if silent % _HEARTBEAT_EVERY == 1:
            yield ": still here\n\n"


def _told(event: ToldEvent) -> str:
    data = {
        "run": event.run,
        "scope": str(event.scope),
        "owner": event.owner,
        "startedBy": event.started_by,
        "step": event.step or None,
        "done": event.done,
        "total": event.total,
        "reason": event.reason,
        "at": event.at.isoformat(),
    }
    return f"id: {event.id}\nevent: {event.happening}\ndata: {json.dumps(data)}\n\n"
