"""The JSON that goes in and out: camelCase, strict about what it knows. `morrow --json` prints the same shapes."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic.alias_generators import to_camel

from morrow.api.caller import EndUserId
from morrow.chat.events import Turn
from morrow.conversations.turns import Message
from morrow.documents.entries import Document
from morrow.owners import Scope
from morrow.recall.hits import MAX_LIMIT

MAX_QUESTION = 100_000  # characters; a longer one holds up everybody else and asks nothing more
Moment = Annotated[
    datetime,
    PlainSerializer(datetime.isoformat, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2026-04-09T13:30:00+00:00"]}),
]


class Shape(BaseModel):
    """A JSON object that comes in, with camelCase keys; an unknown key or another type is an error."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", strict=True)


class Answer(BaseModel):
    """A JSON object that goes out, with camelCase keys, made from the library's value of the same fields."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class TurnIn(Shape):
    """A turn that was had elsewhere."""

    agent_id: Annotated[str, Field(description="An agent's name or id", examples=["default"])] = "default"
    message: Annotated[str, Field(description="What the person said", examples=["I moved to Lisbon in May."])]
    reply: Annotated[str | None, Field(description="What the agent answered", examples=["How do you like it?"])] = None
    conversation_id: Annotated[str | None, Field(description="Your own name for it, or the id of an earlier one")] = (
        None
    )
    end_user_id: Annotated[
        EndUserId, Field(description="Whose memory; digits are kept as they are", examples=["42", 42])
    ] = None
    channel: Annotated[str | None, Field(description="An IM channel, in place of endUserId", examples=["feishu"])] = (
        None
    )
    sender_id: Annotated[str | None, Field(description="Who spoke on the channel", examples=["ou_1"])] = None
    chat_id: Annotated[str | None, Field(description="The group chat it was said in", examples=["oc_1"])] = None
    speaker: Annotated[str | None, Field(description="How the person is called", examples=["Lin"])] = None
    time: Annotated[
        str | None,
        Field(
            description="When it was said: ISO 8601 with offset; now if left out", examples=["2026-04-09T21:30+08:00"]
        ),
    ] = None
    role: Annotated[str, Field(description="user, or assistant for a message of the agent's alone")] = "user"
    origin: Annotated[str, Field(description="user, agent, external or system")] = "user"


class TurnOut(Answer):
    """A turn that is on disk."""

    id: str
    conversation_id: str
    messages: list[str]

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Return the shape of a recorded turn."""
        return cls(id=turn.id, conversation_id=turn.conversation, messages=list(turn.messages))


class ToolCallOut(Answer):
    """A tool that the agent called; `arguments` as the model wrote them."""

    id: str
    name: str
    arguments: str


class MessageOut(Answer):
    """One message of a turn; `position` counts from 1. A tool's result names its `tool` and the call it answers."""

    id: str
    turn: str
    position: int
    role: str
    speaker: str
    origin: str
    text: str
    at: Moment
    calls: list[ToolCallOut]
    call_id: str
    tool: str


class MessagesOut(Answer):
    """A conversation's messages, in order."""

    messages: list[MessageOut]

    @classmethod
    def of(cls, messages: list[Message]) -> Self:
        """Return the shape of messages."""
        return cls(messages=[MessageOut.model_validate(message) for message in messages])


class SearchIn(Shape):
    """A question to memory."""

    query: Annotated[str, Field(max_length=MAX_QUESTION, examples=["which city do I live in?"])]
    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT)] = 10


class HitOut(Answer):
    """One thing that answers a question; `score` is about 1 when it says all of it.

    `kind` is entry, note, fact or message; `document` and `line` are null for messages.
    """

    id: str
    score: float
    text: str
    kind: Annotated[str, Field(examples=["entry"])]
    document: Annotated[str | None, Field(examples=["MEMORY.md"])]
    line: int | None
    conversation: str | None
    message: str | None
    snippet: str
    date: Moment | None
    scope: Scope
    owner: Annotated[str, Field(examples=["api:42"])]
    speaker: str


class HitsOut(Answer):
    """What was found, the best first."""

    hits: list[HitOut]


class RememberIn(Shape):
    """Something to keep."""

    content: Annotated[str, Field(examples=["The deploy key rotates every Friday."])]


class EntryOut(Answer):
    """One entry of a document; `line` counts from 1."""

    id: str
    text: str
    section: str
    line: int


class DocumentIn(Shape):
    """A document's whole new text."""

    content: Annotated[str, Field(examples=["# MEMORY\n\n## Decisions\n- We ship on Thursdays.\n"])]


class ListedOut(Answer):
    """A document without its text; `scope` and `ownerKey` say whose it is, `size` counts characters."""

    name: Annotated[str, Field(examples=["memory/2026-04-09.md"])]
    version: int
    enabled: bool
    sort_order: int
    scope: Scope
    owner_key: Annotated[str | None, Field(examples=["user:local"])]
    size: int
    updated_at: Moment

    @classmethod
    def of(cls, document: Document) -> Self:
        """Return the shape of a document."""
        return cls(
            name=document.name,
            version=document.version,
            enabled=document.enabled,
            sort_order=document.sort_order,
            scope=document.bucket.scope,
            owner_key=document.bucket.owner or None,
            size=len(document.text),
            updated_at=document.updated_at,
        )


class DocumentOut(ListedOut):
    """A document with its text."""

    text: str

    @classmethod
    def of(cls, document: Document) -> Self:
        """Return the shape of a document."""
        return cls(text=document.text, **dict(ListedOut.of(document)))


class FilesOut(Answer):
    """Documents by sort order, then name."""

    count: int
    files: list[ListedOut]


class PromptFiles(Shape):
    """The names of the documents that are told in every turn, in their order."""

    files: Annotated[list[str], Field(max_length=1000, examples=[["AGENTS.md", "SOUL.md", "PROFILE.md"]])]
