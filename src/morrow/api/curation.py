"""Routes of what a person does with memory: the inbox, why, and the past of a file: history, diff, revert."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from morrow.access.documents import demand_change, demand_settling
from morrow.api.caller import Asking, KnownAgent
from morrow.api.curation_shapes import (
    DiffOut,
    HistoryOut,
    InboxOut,
    ItemOut,
    RevertedOut,
    RevertIn,
    VersionOut,
    WhyOut,
    WordsIn,
    WrittenOut,
)
from morrow.api.description import problems
from morrow.api.files import IfMatch, Name, Where, told, version_in
from morrow.api.rights import needs
from morrow.api.shapes import DocumentOut
from morrow.errors import InvalidInput
from morrow.roster.roles import Act

router = APIRouter()
_MAX_VERSION = 2**31 - 1
_Which = Annotated[Literal["personal", "shared"], Query(description="The caller's own memory, or the shared one")]
_ItemId = Annotated[str, Path(alias="itemId", description="A proposal's id")]
_Target = Annotated[str, Query(description="A hit's, entry's or message's id, or MEMORY.md:7", max_length=400)]
_Limit = Annotated[int, Query(ge=1, le=200)]


@router.get(
    "/memory/{agentId}/inbox", summary="What waits for the caller", tags=["inbox"], openapi_extra=needs(Act.OWN_MEMORY)
)
async def inbox(
    agent: KnownAgent,
    asking: Asking,
    scope: _Which = "personal",
    limit: _Limit = 200,
    after: Annotated[str, Query(description="Only what came behind this item", max_length=80)] = "",
    suspect: Annotated[bool, Query(description="Only what came from outside or looks like an order")] = False,
) -> InboxOut:
    """Return the open proposals, the oldest first, each with its reason and the quotes it rests on."""
    owner = asking.owner if scope == "personal" else None
    found = await agent.inbox_items.list(owner=owner, limit=limit, after=after, suspect=suspect)
    return InboxOut(
        count=await agent.inbox_items.count(owner=owner), items=[ItemOut.model_validate(item) for item in found]
    )


@router.post(
    "/memory/{agentId}/inbox/{itemId}/accept",
    summary="Carry a proposal out",
    tags=["inbox"],
    responses=problems(412),
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def accept(item: _ItemId, agent: KnownAgent, asking: Asking, scope: _Which = "personal") -> ItemOut:
    """Write what was proposed. Asked again it changes nothing; 412 with both texts if its entry was changed since."""
    await demand_settling(asking.identity, agent, item, owner=asking.owner, shared=scope == "shared")
    done = await agent.inbox_items.accept(item, owner=asking.owner, shared=scope == "shared")
    return ItemOut.model_validate(done)


@router.post(
    "/memory/{agentId}/inbox/{itemId}/edit",
    summary="Carry a proposal out in other words",
    tags=["inbox"],
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def edit(item: _ItemId, words: WordsIn, agent: KnownAgent, asking: Asking, scope: _Which = "personal") -> ItemOut:
    """Write `text` in place of what was proposed, also where the entry was changed since."""
    await demand_settling(asking.identity, agent, item, owner=asking.owner, shared=scope == "shared")
    done = await agent.inbox_items.edit(item, words.text, owner=asking.owner, shared=scope == "shared")
    return ItemOut.model_validate(done)


@router.post(
    "/memory/{agentId}/inbox/{itemId}/reject",
    summary="Turn a proposal down",
    tags=["inbox"],
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def reject(item: _ItemId, agent: KnownAgent, asking: Asking, scope: _Which = "personal") -> ItemOut:
    """Turn it down; it is not proposed again until something new is said."""
    await demand_settling(asking.identity, agent, item, owner=asking.owner, shared=scope == "shared")
    done = await agent.inbox_items.reject(item, owner=asking.owner, shared=scope == "shared")
    return ItemOut.model_validate(done)


@router.post(
    "/memory/{agentId}/inbox/{itemId}/reopen",
    summary="Take a decision back",
    tags=["inbox"],
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def reopen(item: _ItemId, agent: KnownAgent, asking: Asking, scope: _Which = "personal") -> ItemOut:
    """Undo what accepting it wrote, and let it wait again; what was changed since stays."""
    await demand_settling(asking.identity, agent, item, owner=asking.owner, shared=scope == "shared")
    done = await agent.inbox_items.reopen(item, owner=asking.owner, shared=scope == "shared")
    return ItemOut.model_validate(done)


@router.get(
    "/memory/{agentId}/why", summary="Why something is remembered", tags=["why"], openapi_extra=needs(Act.OWN_MEMORY)
)
async def why(target: _Target, agent: KnownAgent, asking: Asking) -> WhyOut:
    """Return the quoted messages, who wrote it in which run, and all that was done to it since."""
    return WhyOut.model_validate(await agent.why(target, owner=asking.owner, group=asking.group))


@router.get(
    "/agents/{agentId}/workspace/files/{path:path}/history",
    summary="A document's versions",
    tags=["files"],
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def history(
    name: Name, agent: KnownAgent, asking: Asking, scope: Where = None, limit: _Limit = 100
) -> HistoryOut:
    """Return who made each version, why, and what it did to which entry; the newest first."""
    found = await agent.documents.history(name, owner=asking.owner, shared=scope == "shared", limit=limit)
    return HistoryOut(name=name, versions=[VersionOut.model_validate(revision) for revision in found])


@router.get(
    "/agents/{agentId}/workspace/files/{path:path}/diff",
    summary="Compare two versions",
    tags=["files"],
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def diff(
    name: Name,
    agent: KnownAgent,
    asking: Asking,
    old: Annotated[int, Query(alias="from", ge=0, le=_MAX_VERSION)],
    new: Annotated[
        int | None, Query(alias="to", ge=0, le=_MAX_VERSION, description="Without it, the present version")
    ] = None,
    scope: Where = None,
) -> DiffOut:
    """Return how one version became another, as a unified diff; empty if they are equal."""
    text = await agent.documents.diff(name, old, new, owner=asking.owner, shared=scope == "shared")
    return DiffOut(name=name, old=old, new=new, diff=text)


@router.post(
    "/agents/{agentId}/workspace/files/{path:path}/revert",
    summary="Take changes back",
    tags=["files"],
    responses=problems(412),
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def revert(
    name: Name,
    wanted: RevertIn,
    agent: KnownAgent,
    asking: Asking,
    response: Response,
    scope: Where = None,
    if_match: IfMatch = None,
) -> DocumentOut | RevertedOut:
    """Give the document an old text, or take one version's changes out of today's; it is a new version either way."""
    owner, shared = asking.owner, scope == "shared"
    found = await agent.documents.find_past(name, owner=owner, shared=shared)
    demand_change(asking.identity, found.name, found.bucket.scope)
    match wanted.version, wanted.change:
        case int(version), None:
            read = version_in(if_match)
            return told(
                await agent.documents.revert(name, version, owner=owner, shared=shared, if_match=read), response
            )
        case None, int(change):
            entry = wanted.entry
            return RevertedOut.of(
                await agent.documents.revert_change(name, change, entry=entry, owner=owner, shared=shared)
            )
    raise InvalidInput("give `version` to get its text back, or `change` to take back what a version did")


@router.post(
    "/memory/{agentId}/dream/reports/{reportId}/revert",
    summary="Take a dream back",
    tags=["dreaming"],
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def revert_dream(
    report: Annotated[str, Path(alias="reportId", description="A report's id")],
    agent: KnownAgent,
    asking: Asking,
    scope: _Which = "personal",
) -> RevertedOut:
    """Take back what a dream wrote; what was changed since stays, and so does the diary."""
    shared = scope == "shared"
    found = await agent.dreams.report(report, owner=None if shared else asking.owner)
    return RevertedOut.of(await agent.documents.revert_run(found.id, owner=asking.owner, shared=shared))


@router.get(
    "/memory/{agentId}/dream/reports/{reportId}/changes",
    summary="What a dream wrote",
    tags=["dreaming"],
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def dream_changes(
    report: Annotated[str, Path(alias="reportId", description="A report's id")],
    agent: KnownAgent,
    asking: Asking,
    scope: _Which = "personal",
) -> WrittenOut:
    """Return each version that the dream made, with what it did to which entry; take one back by `files/…/revert`."""
    shared = scope == "shared"
    found = await agent.dreams.report(report, owner=None if shared else asking.owner)
    written = await agent.documents.changed_by(found.id, owner=asking.owner, shared=shared)
    return WrittenOut(
        files=[
            HistoryOut(name=one.document.name, versions=[VersionOut.model_validate(one.revision)]) for one in written
        ]
    )
