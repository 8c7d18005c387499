"""Routes of the workspace's files: list, read, write. A name means the caller's document first, then the shared one."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query
from fastapi.responses import JSONResponse, Response

from morrow.api.caller import Asking, OpenMemory, known_agent
from morrow.api.shapes import DocumentIn, document_shape
from morrow.documents.entries import Document
from morrow.errors import InvalidInput, NotFound

router = APIRouter(prefix="/agents/{agentId}/workspace", tags=["files"])
Where = Annotated[Literal["personal", "shared"] | None, Query(description="Which of two documents with one name")]
IfMatch = Annotated[str | None, Header(alias="If-Match", description="The version that was read, as ETag gave it")]


@router.get("/files", summary="List documents")
async def list_files(
    agentId: str,  # noqa: N803
    memory: OpenMemory,
    asking: Asking,
    prefix: Annotated[str, Query(description="Only names that begin so")] = "",
) -> dict[str, Any]:
    """Return the caller's and the shared documents by sort order, then name, without their texts."""
    agent = await known_agent(memory, agentId)
    found = await agent.documents.list(owner=asking.owner, prefix=prefix)
    return {"count": len(found), "files": [document_shape(document, with_text=False) for document in found]}


@router.get("/files/{path:path}", summary="Read a document")
async def read_file(agentId: str, path: str, memory: OpenMemory, asking: Asking, scope: Where = None) -> Response:  # noqa: N803
    """Return the document with its version as ETag."""
    agent = await known_agent(memory, agentId)
    found = await agent.documents.read(path, owner=asking.owner, shared=scope == "shared")
    if scope == "personal" and found.bucket.is_shared:
        raise NotFound(f"{path!r}: the caller has no document of that name; there is a shared one")
    return _answer(found, 200)


@router.put("/files/{path:path}", summary="Write a document")
async def write_file(
    agentId: str,  # noqa: N803
    path: str,
    new: DocumentIn,
    memory: OpenMemory,
    asking: Asking,
    scope: Where = None,
    if_match: IfMatch = None,
) -> Response:
    """Store a whole new text. A document that exists needs `If-Match`; if it moved on, the answer holds the merge."""
    version = _version(if_match)
    documents = memory.agent(agentId).documents
    written = await documents.write(path, new.content, owner=asking.owner, shared=scope == "shared", if_match=version)
    return _answer(written, 200 if version else 201)


def _version(header: str | None) -> int | None:
    if header is None:
        return None
    text = header.strip().removeprefix("W/").strip('"')
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise InvalidInput(f'If-Match {header[:40]!r}: give the version as the ETag said it, such as "3"')
    return int(text)


def _answer(document: Document, status: int) -> Response:
    return JSONResponse(document_shape(document, with_text=True), status, headers={"ETag": f'"{document.version}"'})
