"""Routes of what a person does with memory: the inbox, why, and the past of a file: history, diff, revert."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from morrow.api.caller import Asking, OpenMemory, known_agent
from morrow.api.files import IfMatch, Where, version_in
from morrow.api.shapes import Shape, document_shape, plain
from morrow.curation.explain import Why
from morrow.curation.undo import Reverted
from morrow.errors import InvalidInput
from morrow.writing.past import Revision

router = APIRouter()
Which = Annotated[Literal["personal", "shared"], Query(description="The caller's own memory, or the shared one")]


class WordsIn(Shape):
    """A person's own words for a proposal."""

    text: Annotated[str, Field(examples=["- The port is 9191 on host b."])]


class RevertIn(Shape):
    """What is taken back: `version` gives the document its text of then; `change` takes back what one version did."""

    version: Annotated[int | None, Field(ge=0, description="The version whose text comes back")] = None
    change: Annotated[int | None, Field(ge=1, description="The version whose changes are taken back")] = None
    entry: Annotated[str | None, Field(description="With `change`: only what it did to this entry")] = None


@router.get("/memory/{agentId}/inbox", summary="What waits for the caller", tags=["inbox"])
async def inbox(
    agentId: str,  # noqa: N803
    memory: OpenMemory,
    asking: Asking,
    scope: Which = "personal",
    limit: Annotated[int, Query(ge=1, le=200)] = 200,
) -> dict[str, Any]:
    """Return the open proposals, the oldest first, each with its reason and the quotes it rests on."""
    agent = await known_agent(memory, agentId)
    owner = asking.owner if scope == "personal" else None
    found = await agent.inbox_items.list(owner=owner, limit=limit)
    return {"count": len(found), "items": plain(found)}


@router.post("/memory/{agentId}/inbox/{itemId}/accept", summary="Carry a proposal out", tags=["inbox"])
async def accept(
    agentId: str, itemId: str, memory: OpenMemory, asking: Asking, scope: Which = "personal"  # noqa: N803
) -> dict[str, Any]:  # fmt: skip
    """Write what was proposed. Asked again it changes nothing; 412 with both texts if its entry was changed since."""
    agent = await known_agent(memory, agentId)
    return dict(plain(await agent.inbox_items.accept(itemId, owner=asking.owner, shared=scope == "shared")))


@router.post("/memory/{agentId}/inbox/{itemId}/edit", summary="Carry a proposal out in other words", tags=["inbox"])
async def edit(
    agentId: str, itemId: str, words: WordsIn, memory: OpenMemory, asking: Asking, scope: Which = "personal"  # noqa: N803
) -> dict[str, Any]:  # fmt: skip
    """Write `text` in place of what was proposed, also where the entry was changed since."""
    agent = await known_agent(memory, agentId)
    shared = scope == "shared"
    return dict(plain(await agent.inbox_items.edit(itemId, words.text, owner=asking.owner, shared=shared)))


@router.post("/memory/{agentId}/inbox/{itemId}/reject", summary="Turn a proposal down", tags=["inbox"])
async def reject(
    agentId: str, itemId: str, memory: OpenMemory, asking: Asking, scope: Which = "personal"  # noqa: N803
) -> dict[str, Any]:  # fmt: skip
    """Turn it down; it is not proposed again until something new is said."""
    agent = await known_agent(memory, agentId)
    return dict(plain(await agent.inbox_items.reject(itemId, owner=asking.owner, shared=scope == "shared")))


@router.get("/memory/{agentId}/why", summary="Why something is remembered", tags=["why"])
async def why(
    agentId: str,  # noqa: N803
    memory: OpenMemory,
    asking: Asking,
    target: Annotated[str, Query(description="A hit's, entry's or message's id, or MEMORY.md:7", max_length=400)],
) -> dict[str, Any]:
    """Return the quoted messages, who wrote it in which run, and all that was done to it since."""
    agent = await known_agent(memory, agentId)
    return why_shape(await agent.why(target, owner=asking.owner, group=asking.group))


@router.get("/agents/{agentId}/workspace/files/{path:path}/history", summary="A document's versions", tags=["files"])
async def history(
    agentId: str,  # noqa: N803
    path: str,
    memory: OpenMemory,
    asking: Asking,
    scope: Where = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> dict[str, Any]:
    """Return who made each version, why, and what it did to which entry; the newest first."""
    agent = await known_agent(memory, agentId)
    found = await agent.documents.history(path, owner=asking.owner, shared=scope == "shared", limit=limit)
    return {"name": path, "versions": [revision_shape(revision) for revision in found]}


@router.get("/agents/{agentId}/workspace/files/{path:path}/diff", summary="Compare two versions", tags=["files"])
async def diff(
    agentId: str,  # noqa: N803
    path: str,
    memory: OpenMemory,
    asking: Asking,
    old: Annotated[int, Query(alias="from", ge=0)],
    new: Annotated[int | None, Query(alias="to", ge=0, description="Without it, the present version")] = None,
    scope: Where = None,
) -> dict[str, Any]:
    """Return how one version became another, as a unified diff; empty if they are equal."""
    agent = await known_agent(memory, agentId)
    text = await agent.documents.diff(path, old, new, owner=asking.owner, shared=scope == "shared")
    return {"name": path, "from": old, "to": new, "diff": text}


@router.post("/agents/{agentId}/workspace/files/{path:path}/revert", summary="Take changes back", tags=["files"])
async def revert(
    agentId: str,  # noqa: N803
    path: str,
    wanted: RevertIn,
    memory: OpenMemory,
    asking: Asking,
    scope: Where = None,
    if_match: IfMatch = None,
) -> Response:
    """Give the document an old text, or take one version's changes out of today's; it is a new version either way."""
    documents, shared = (await known_agent(memory, agentId)).documents, scope == "shared"
    if (wanted.version is None) == (wanted.change is None):
        raise InvalidInput("give `version` to get its text back, or `change` to take back what a version did")
    if wanted.version is not None:
        version = version_in(if_match)
        found = await documents.revert(path, wanted.version, owner=asking.owner, shared=shared, if_match=version)
        return JSONResponse(document_shape(found, with_text=True), headers={"ETag": f'"{found.version}"'})
    done = await documents.revert_change(
        path, wanted.change or 0, entry=wanted.entry, owner=asking.owner, shared=shared
    )
    return JSONResponse(reverted_shape(done))


@router.post("/memory/{agentId}/dream/reports/{reportId}/revert", summary="Take a dream back", tags=["dreaming"])
async def revert_dream(
    agentId: str, reportId: str, memory: OpenMemory, asking: Asking, scope: Which = "personal"  # noqa: N803
) -> dict[str, Any]:  # fmt: skip
    """Take back what a dream wrote; what was changed since stays, and so does the diary."""
    agent = await known_agent(memory, agentId)
    shared = scope == "shared"
    report = await agent.dreams.report(reportId, owner=None if shared else asking.owner)
    return reverted_shape(await agent.documents.revert_run(report.id, owner=asking.owner, shared=shared))


def why_shape(found: Why) -> dict[str, Any]:
    """Return an answer to why as JSON; of a proposal behind a step, who made it, in which run and why it waited."""
    shape: dict[str, Any] = plain(found)
    for step, told in zip(found.history, shape["history"], strict=True):
        behind = step.proposal
        told["proposal"] = behind and {
            "id": behind.id, "author": str(behind.author), "run": behind.run, "reason": behind.reason,
        }  # fmt: skip
    return shape


def revision_shape(revision: Revision) -> dict[str, Any]:
    """Return a version as JSON."""
    shape: dict[str, Any] = plain(revision)
    return shape


def reverted_shape(done: Reverted) -> dict[str, Any]:
    """Return what a revert wrote as JSON, with the passages that stay because they were changed since."""
    return {
        "id": done.id,
        "files": [document_shape(one.document, with_text=True) for one in done.documents],
        "kept": [{"document": kept.document, **plain(kept.conflict)} for kept in done.kept],
    }
