"""Routes of the workspace's files: list, read, write. A name means the caller's document first, then the shared one."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Response

from morrow.access.documents import demand_change
from morrow.api.caller import AnyAgent, Asking, KnownAgent
from morrow.api.description import problems
from morrow.api.rights import needs
from morrow.api.shapes import DocumentIn, DocumentOut, FilesOut, ListedOut, PromptFiles
from morrow.documents.entries import Document
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Scope
from morrow.roster.roles import Act

router = APIRouter(prefix="/agents/{agentId}/workspace", tags=["files"])
Where = Annotated[Literal["personal", "shared"] | None, Query(description="Which of two documents with one name")]
IfMatch = Annotated[
    str | None, Header(alias="If-Match", description="The version that was read, as ETag gave it", examples=['"3"'])
]
Name = Annotated[str, Path(alias="path", description="A document's name", examples=["memory/2026-04-09.md"])]
_ETAG: dict[str, Any] = {"ETag": {"description": "The document's version", "schema": {"type": "string"}}}


@router.get("/files", summary="List documents", openapi_extra=needs(Act.OWN_MEMORY))
async def list_files(
    agent: KnownAgent,
    asking: Asking,
    prefix: Annotated[str, Query(description="Only names that begin so", examples=["memory/"])] = "",
) -> FilesOut:
    """Return the caller's and the shared documents by sort order, then name, without their texts."""
    found = await agent.documents.list(owner=asking.owner, prefix=prefix)
    return FilesOut(count=len(found), files=[ListedOut.of(document) for document in found])


@router.get("/prompt-files", summary="What is told in every turn", openapi_extra=needs(Act.OWN_MEMORY))
async def prompt_files(agent: KnownAgent, asking: Asking, scope: Where = None) -> PromptFiles:
    """Return the names of the documents that are told in every turn, in order: the caller's or the shared."""
    found = await agent.documents.list(owner=asking.owner)
    told = [one.name for one in found if one.enabled and one.bucket.is_shared == (scope == "shared")]
    return PromptFiles(files=told)


@router.put(
    "/prompt-files",
    summary="Choose what is told in every turn",
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def arrange_files(wanted: PromptFiles, agent: KnownAgent, asking: Asking, scope: Where = None) -> PromptFiles:
    """Tell these documents in every turn, in this order, and switch all others off."""
    shared = scope == "shared"
    done = await agent.documents.arrange(wanted.files, owner=asking.owner, shared=shared)
    return PromptFiles(files=[one.name for one in done if one.enabled])


@router.get(
    "/files/{path:path}",
    summary="Read a document",
    responses={200: {"headers": _ETAG}},
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def read_file(
    name: Name, agent: KnownAgent, asking: Asking, response: Response, scope: Where = None
) -> DocumentOut:
    """Return the document with its version as ETag."""
    found = await agent.documents.read(name, owner=asking.owner, shared=scope == "shared")
    if scope == "personal" and found.bucket.is_shared:
        raise NotFound(f"{name!r}: the caller has no document of that name; there is a shared one")
    return told(found, response)


@router.put(
    "/files/{path:path}",
    summary="Write a document",
    responses={
        200: {"headers": _ETAG},
        201: {"description": "It is new", "model": DocumentOut, "headers": _ETAG},
        **problems(412, 428),
    },
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def write_file(
    name: Name,
    new: DocumentIn,
    agent: AnyAgent,
    asking: Asking,
    response: Response,
    scope: Where = None,
    if_match: IfMatch = None,
) -> DocumentOut:
    """Store a whole new text. A document that exists needs `If-Match`; if it moved on, the answer holds the merge."""
    shared = scope == "shared"
    demand_change(asking.identity, name, Scope.TEAM if shared else Scope.PERSONAL)
    version = version_in(if_match)
    response.status_code = 200 if version else 201
    written = await agent.documents.write(name, new.content, owner=asking.owner, shared=shared, if_match=version)
    return told(written, response)


@router.delete(
    "/files/{path:path}",
    status_code=204,
    summary="Delete a document",
    responses=problems(412, 428),
    openapi_extra=needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED),
)
async def delete_file(
    name: Name, agent: KnownAgent, asking: Asking, scope: Where = None, if_match: IfMatch = None
) -> None:
    """Take a document away; its versions stay, and a revert to one brings it back. Needs `If-Match`, as `PUT` does."""
    shared = scope == "shared"
    demand_change(asking.identity, name, Scope.TEAM if shared else Scope.PERSONAL)
    await agent.documents.delete(name, owner=asking.owner, shared=shared, if_match=version_in(if_match))


def version_in(header: str | None) -> int | None:
    """Return the version that `If-Match` names, or None without one. Raises InvalidInput for anything else."""
    if header is None:
        return None
    text = header.strip().removeprefix("W/").strip('"')
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise InvalidInput(f'If-Match {header[:40]!r}: give the version as the ETag said it, such as "3"')
    return int(text)


def told(document: Document, response: Response) -> DocumentOut:
    """Return a document's shape, its version in the `ETag` of the response."""
    response.headers["ETag"] = f'"{document.version}"'
    return DocumentOut.of(document)
