"""Routes of what is kept under keys: recall it, write it, take it out."""

from datetime import date
from typing import Annotated, Literal, Self

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from morrow.api.caller import AnyAgent, Asking, KnownAgent
from morrow.api.rights import needs
from morrow.api.shapes import Answer, Shape
from morrow.curation.keeping import Kept
from morrow.documents.structured import MAX_KEY_LENGTH
from morrow.owners import Scope
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}/structured", tags=["memory"])
Type = Literal["user", "feedback", "project", "reference"]
_Type = Annotated[Type, Path(alias="type", description="Which sort of entry")]
_Key = Annotated[str, Path(alias="key", description="Its key", examples=["reply_language"], max_length=400)]
_Where = Annotated[Literal["personal", "shared"], Query(description="Your own entries, or everyone's")]
_OWN = needs(Act.OWN_MEMORY)
_WRITE = needs(Act.OWN_MEMORY, shared=Act.WRITE_SHARED)


class KeptIn(Shape):
    """What is to be kept under a key."""

    content: Annotated[str, Field(min_length=1, max_length=8_000, examples=["Answer in Chinese."])]


class KeptOut(Answer):
    """One structured entry."""

    id: str
    type: Type
    key: str = Field(max_length=MAX_KEY_LENGTH)
    content: str
    source: str
    updated: date | None
    scope: Scope
    owner_key: str

    @classmethod
    def of(cls, kept: Kept) -> Self:
        """Return the shape of an entry."""
        return cls(
            id=kept.entry, type=kept.type, key=kept.key, content=kept.content, source=kept.source,  # type: ignore[arg-type]
            updated=kept.updated, scope=kept.bucket.scope, owner_key=kept.bucket.owner,
        )  # fmt: skip


class AllKeptOut(Answer):
    """Structured entries: the owner's own, and shared ones whose key the owner has not."""

    entries: list[KeptOut]


@router.get("", summary="What is kept under keys", openapi_extra=_OWN)
async def recall(
    agent: KnownAgent,
    asking: Asking,
    kind: Annotated[Type | None, Query(alias="type", description="Only this sort")] = None,
    key: Annotated[str, Query(description="Only the entry of this key", max_length=400)] = "",
    q: Annotated[str, Query(description="Only the six that answer this best", max_length=1_000)] = "",
) -> AllKeptOut:
    """Return your entries and the shared ones; of two with one key, your own."""
    found = await agent.structured.recall(owner=asking.group or asking.owner, kind=kind or "", key=key, query=q)
    return AllKeptOut(entries=[KeptOut.of(one) for one in found])


@router.put("/{type}/{key}", summary="Keep something under a key", openapi_extra=_WRITE)
async def remember(
    kind: _Type, key: _Key, kept: KeptIn, agent: AnyAgent, asking: Asking, scope: _Where = "personal"
) -> KeptOut:
    """Keep the content under the key, in place of what stands there."""
    shared = scope == "shared"
    done = await agent.structured.remember(kind, key, kept.content, owner=asking.owner, shared=shared)
    return KeptOut.of(done)


@router.delete("/{type}/{key}", status_code=204, summary="Take an entry out", openapi_extra=_WRITE)
async def forget(kind: _Type, key: _Key, agent: KnownAgent, asking: Asking, scope: _Where = "personal") -> Response:
    """Take the entry of the key out; its history stays."""
    await agent.structured.forget(kind, key, owner=asking.owner, shared=scope == "shared")
    return Response(status_code=204)
