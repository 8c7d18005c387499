"""The JSON that goes in and out: camelCase, strict about what it knows. `morrow --json` prints the same shapes."""

from dataclasses import is_dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from morrow.api.caller import EndUserId
from morrow.documents.entries import Document


class Shape(BaseModel):
    """A JSON object with camelCase keys; an unknown key is an error."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class TurnIn(Shape):
    """A turn that was had elsewhere."""

    agent_id: Annotated[str, Field(examples=["default"])] = "default"
    message: Annotated[str, Field(description="What the person said", examples=["I moved to Lisbon in May."])]
    reply: Annotated[str | None, Field(description="What the agent answered", examples=["How do you like it?"])] = None
    conversation_id: Annotated[str | None, Field(description="Your own name for it, or the id of an earlier one")] = (
        None
    )
    end_user_id: Annotated[EndUserId, Field(description="Whose memory; digits are kept as they are")] = None
    channel: str | None = None
    sender_id: str | None = None
    chat_id: str | None = None
    speaker: Annotated[str | None, Field(description="How the person is called")] = None
    time: Annotated[str | None, Field(description="ISO 8601 with offset", examples=["2026-04-09T21:30:00+08:00"])] = (
        None
    )
    role: Annotated[str, Field(examples=["user"])] = "user"
    origin: Annotated[str, Field(description="user, agent, external or system")] = "user"


class TurnOut(Shape):
    """A turn that is on disk."""

    id: str
    conversation_id: str
    messages: list[str]


class SearchIn(Shape):
    """A question to memory."""

    query: Annotated[str, Field(examples=["which city do I live in?"])]
    limit: Annotated[int, Field(ge=1, le=200)] = 10


class DreamIn(Shape):
    """What a dream is about; nothing means everything."""

    topic: Annotated[str | None, Field(max_length=200)] = None
    dry_run: bool = False


class DocumentIn(Shape):
    """A document's whole new text."""

    content: Annotated[str, Field(examples=["# MEMORY\n\n## Decisions\n- We ship on Thursdays.\n"])]


def plain(value: Any) -> Any:
    """Return `value` as JSON takes it: dataclasses as camelCase objects, times as ISO text, enums as their words."""
    if is_dataclass(value) and not isinstance(value, type):
        return {to_camel(name): plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | float):
        return value
    return str(value)


def document_shape(document: Document, *, with_text: bool) -> dict[str, Any]:
    """Return a document as JSON; `scope` and `ownerKey` say whose it is."""
    shape: dict[str, Any] = {
        "name": document.name,
        "version": document.version,
        "enabled": document.enabled,
        "sortOrder": document.sort_order,
        "scope": str(document.bucket.scope),
        "ownerKey": document.bucket.owner or None,
        "size": len(document.text),
        "updatedAt": document.updated_at.isoformat(),
    }
    return shape | {"text": document.text} if with_text else shape
