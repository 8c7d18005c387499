"""Routes of what happened to memory, and of sharing a line of one's own with everyone who uses the agent."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from morrow.agent.timeline import MAX_EVENTS, Sought, Whose
from morrow.api.caller import Asking, KnownAgent
from morrow.api.curation_shapes import RevertedOut
from morrow.api.rights import needs
from morrow.api.shapes import Answer, Moment, Shape
from morrow.curation.timeline import EventKind
from morrow.owners import Scope
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["timeline"])


class EventOut(Answer):
    """One thing that happened; `ref` is the id of the dream, extraction, version, or forgotten or shared entry.

    `document` and `version` are those that an edit, an import or an archive made; `status` is a run's.
    """

    id: str
    kind: EventKind
    at: Moment
    scope: Scope
    owner: str
    actor: str
    ref: str
    document: str
    version: int
    status: str
    reason: str


class TimelineOut(Answer):
    """A page of events, the newest first; `next` is the `after` of the following one, null at the end."""

    events: list[EventOut]
    next: str | None


class ShareIn(Shape):
    """Which line is shared."""

    entry: Annotated[str, Field(description="The id of an entry of the caller's, as search lists it")]


class SharedOut(Answer):
    """What stands in the shared memory now; `id` takes it back, and is empty if it stood there already."""

    id: str
    entry: str
    text: str
    document: str
    version: int


@router.get("/timeline", summary="What happened to memory", openapi_extra=needs(Act.OWN_MEMORY))
async def timeline(
    agent: KnownAgent,
    asking: Asking,
    kind: Annotated[list[EventKind] | None, Query(description="Only these kinds; may stand several times")] = None,
    day: Annotated[date | None, Query(description="Only of this day of the caller's", examples=["2026-04-09"])] = None,
    whose: Annotated[Whose, Query(description="Only the caller's own, or the shared memory's")] = "all",
    after: Annotated[str, Query(description="`next` of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS)] = 50,
) -> TimelineOut:
    """Return dreams, captures, edits, imports, forgettings, archives and shares, as far as the caller may see them."""
    sought = Sought(tuple(kind or ()), day, whose)
    page = await agent.timeline(sought, owner=asking.owner, group=asking.group, after=after, limit=limit)
    return TimelineOut(events=[EventOut.model_validate(event) for event in page.events], next=page.next or None)


@router.post("/share", summary="Share a line of one's own", openapi_extra=needs(Act.WRITE_SHARED))
async def share(wanted: ShareIn, agent: KnownAgent, asking: Asking) -> SharedOut:
    """Write an entry of the caller's into the shared memory too; its messages stay the caller's. It is written down."""
    return SharedOut.model_validate(await agent.share(wanted.entry, owner=asking.owner))


@router.delete("/share/{shareId}", summary="Take a sharing back", openapi_extra=needs(Act.WRITE_SHARED))
async def unshare(
    shared: Annotated[str, Path(alias="shareId", description="The `id` of a sharing")],
    agent: KnownAgent,
    asking: Asking,
) -> RevertedOut:
    """Take out of the shared memory what a sharing wrote; what was changed since stays."""
    return RevertedOut.of(await agent.unshare(shared, owner=asking.owner))
