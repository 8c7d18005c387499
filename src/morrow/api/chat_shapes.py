"""The JSON of turns of talk: what comes in, the reply, the events of a stream, the prompt of the next turn."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from morrow.api.caller import EndUserId
from morrow.api.shapes import Answer, HitOut, Moment, Shape
from morrow.chat.events import (
    ContentDelta,
    ContextUsage,
    Done,
    Event,
    Failed,
    MemoryRecalled,
    MemoryWritten,
    MessageComplete,
    Session,
    ToolCallCompleted,
    ToolCallStarted,
    Turn,
)
from morrow.chat.preview import Preview
from morrow.conversations.listing import Page

Mode = Literal["full", "read", "off"]


class ChatIn(Shape):
    """Something said to an agent."""

    agent_id: Annotated[str, Field(description="An agent's name or id", examples=["default"])] = "default"
    message: Annotated[str, Field(description="What the person says", examples=["Which city do I live in?"])]
    conversation_id: Annotated[
        str | None, Field(description="The id of an earlier one, or your own name for it; none begins a new one")
    ] = None
    end_user_id: Annotated[
        EndUserId, Field(description="Whose memory; digits are kept as they are", examples=["42", 42])
    ] = None
    channel: Annotated[str | None, Field(description="An IM channel, in place of endUserId", examples=["feishu"])] = (
        None
    )
    sender_id: Annotated[str | None, Field(description="Who speaks on the channel", examples=["ou_1"])] = None
    chat_id: Annotated[str | None, Field(description="The group chat it is said in", examples=["oc_1"])] = None
    speaker: Annotated[str | None, Field(description="How the person is called", examples=["Lin"])] = None
    memory: Annotated[
        Mode | None, Field(description="What memory may do in this conversation from now on: full, read, or off")
    ] = None


class BlockOut(Answer):
    """How many tokens one block of a prompt takes."""

    block: Annotated[str, Field(examples=["recall"])]
    tokens: int


class LeftOutOut(Answer):
    """`count` of the `of` things of a block that are not told, or not whole, and why."""

    block: str
    count: int
    of: int
    reason: str


class RecordOut(Answer):
    """A prompt in figures. `defence` is none, slimmed, compressed, hard-cut or emergency."""

    window: int
    trigger: int
    tokens: int
    blocks: list[BlockOut]
    left_out: list[LeftOutOut]
    defence: Annotated[str, Field(examples=["none"])]
    summary_by: str
    summary_problem: str


class ReplyOut(Answer):
    """A turn that is on disk. `engine` is model, or rules for lines from memory; `isCut` if a limit ended the reply."""

    turn_id: str
    conversation_id: str
    messages: list[str]
    reply: str | None
    status: Annotated[str, Field(examples=["completed"])]
    engine: Annotated[str, Field(examples=["model"])]
    model: str
    is_cut: bool
    recall_id: str | None
    recalled: list[HitOut]
    written: Annotated[list[str], Field(description="Documents that tools wrote", examples=[["MEMORY.md"]])]
    context: RecordOut | None

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Return the shape of a turn."""
        return cls(
            turn_id=turn.id,
            conversation_id=turn.conversation,
            messages=list(turn.messages),
            reply=turn.reply,
            status=turn.status,
            engine=turn.engine,
            model=turn.model,
            is_cut=turn.is_cut,
            recall_id=turn.recall_id,
            recalled=[HitOut.model_validate(hit) for hit in turn.recalled],
            written=list(turn.written),
            context=None if turn.context is None else RecordOut.model_validate(turn.context),
        )


class StoppedOut(Answer):
    """A turn that does not run any more."""

    turn_id: str


class PromptMessageOut(Answer):
    """One message of a prompt."""

    role: Annotated[str, Field(examples=["system"])]
    text: str
    tokens: int


class PreviewOut(Answer):
    """The prompt that a message would send. `model` is empty where nobody would be asked."""

    model: str
    messages: list[PromptMessageOut]
    tools: Annotated[list[str], Field(description="The names of the tools it offers")]
    record: RecordOut
    recalled: list[HitOut]

    @classmethod
    def of(cls, preview: Preview) -> Self:
        """Return the shape of a preview."""
        return cls(
            model=preview.model,
            messages=[PromptMessageOut.model_validate(message) for message in preview.messages],
            tools=[tool.name for tool in preview.tools],
            record=RecordOut.model_validate(preview.record),
            recalled=[HitOut.model_validate(hit) for hit in preview.recalled],
        )


class ConversationOut(Answer):
    """One conversation; `title` is how it begins, `memory` full, read or off."""

    id: str
    name: str
    memory: Annotated[str, Field(examples=["full"])]
    last_at: Moment


class ListedConversationOut(ConversationOut):
    """One conversation in a list."""

    title: str
    messages: int
    created_at: Moment
    is_running: bool


class ConversationsOut(Answer):
    """A page of conversations, the newest first; `next` is what `after` takes for the page behind it."""

    conversations: list[ListedConversationOut]
    next: str | None

    @classmethod
    def of(cls, page: Page) -> Self:
        """Return the shape of a page."""
        found = [ListedConversationOut.model_validate(one) for one in page.conversations]
        return cls(conversations=found, next=page.next)


class RewindIn(Shape):
    """Up to where a conversation is taken back."""

    message_id: Annotated[str, Field(description="The message behind which everything goes")]
    keep: Annotated[bool, Field(description="False: the message goes too, to be asked in other words")] = True


class MemoryIn(Shape):
    """What memory may do in a conversation."""

    memory: Annotated[Mode, Field(description="full; read: recalled, never learnt; off: neither")]


class TakenBackOut(Answer):
    """How many messages went."""

    messages: int


def name_of(event: Event) -> str:
    """Return the name of an event, as a stream has it."""
    return _NAMES[type(event)]


def data_of(event: Event) -> Mapping[str, object]:  # noqa: PLR0911 - one event a case
    """Return what an event tells, as a stream has it; of a failure its problem is told by the route."""
    match event:
        case Session(turn, conversation, message):
            return {"turnId": turn, "conversationId": conversation, "messageId": message}
        case MemoryRecalled(recall_id, recalled):
            hits = [HitOut.model_validate(hit).model_dump(mode="json", by_alias=True) for hit in recalled]
            return {"recallId": recall_id, "recalled": hits}
        case ContextUsage(record):
            return RecordOut.model_validate(record).model_dump(mode="json", by_alias=True)
        case ContentDelta(text):
            return {"text": text}
        case ToolCallStarted(call, name, arguments):
            return {"id": call, "name": name, "arguments": arguments}
        case ToolCallCompleted(call, name, text, is_error):
            return {"id": call, "name": name, "result": text, "isError": is_error}
        case MemoryWritten(names):
            return {"documents": list(names)}
        case MessageComplete(message, text):
            return {"messageId": message, "text": text}
        case Done(turn) | Failed(turn, _):
            return ReplyOut.of(turn).model_dump(mode="json", by_alias=True)


_NAMES: Mapping[type[Event], str] = {
    Session: "session",
    MemoryRecalled: "memory_recalled",
    ContextUsage: "context_usage",
    ContentDelta: "content_delta",
    ToolCallStarted: "tool_call_started",
    ToolCallCompleted: "tool_call_completed",
    MemoryWritten: "memory_written",
    MessageComplete: "message_complete",
    Done: "done",
    Failed: "error",
}
