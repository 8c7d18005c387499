"""The one protocol in which morrow speaks to any model, and its values. Knows no vendor and opens no connection."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

JsonObject = Mapping[str, object]


class Role(StrEnum):
    """Who speaks in a message that goes to a model."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to call a tool; `arguments` is the JSON text as the model wrote it, not yet read."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool a model may call; `parameters` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: JsonObject


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The JSON schema a model's answer has to fit, under a name of letters, digits and `_`."""

    name: str
    schema: JsonObject


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a model; a tool's result carries the `tool_call_id` it answers."""

    role: Role
    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    name: str | None = None

    @classmethod
    def system(cls, text: str) -> "Message":
        """Return a message that instructs the model."""
        return cls(Role.SYSTEM, text)

    @classmethod
    def user(cls, text: str) -> "Message":
        """Return a message of the one who asks."""
        return cls(Role.USER, text)

    @classmethod
    def assistant(cls, text: str, *tool_calls: ToolCall) -> "Message":
        """Return a message that the model wrote earlier."""
        return cls(Role.ASSISTANT, text, tool_calls)

    @classmethod
    def result(cls, call: ToolCall, text: str) -> "Message":
        """Return the message that brings a tool's result back to the model."""
        return cls(Role.TOOL, text, tool_call_id=call.id, name=call.name)


class FinishReason(StrEnum):
    """Why a model stopped, in one vocabulary for all vendors."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    FILTERED = "content_filter"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that one call took; `is_estimated` when the server said nothing believable."""

    prompt_tokens: int
    completion_tokens: int
    is_estimated: bool = False

    @property
    def total_tokens(self) -> int:
        """Return prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's whole answer. `truncated` says that its end is missing: nothing may be written from such a text."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: FinishReason = FinishReason.STOP
    truncated: bool = False
    usage: Usage = Usage(0, 0, is_estimated=True)
    model: str = ""
    provider: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """All that a model is asked in one call; `deadline_seconds` bounds the call with its retries."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    schema: AnswerSchema | None = None
    max_tokens: int | None = None
    deadline_seconds: float | None = None

    @property
    def text(self) -> str:
        """Return the text of all messages, a blank line between them."""
        return "\n\n".join(message.text for message in self.messages)


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed answer; only the last one carries the whole `reply`."""

    text: str
    reply: Reply | None = None


class ChatModel(Protocol):
    """Something that answers messages. Implementations raise only the errors of `morrow.models.errors`."""

    @property
    def provider(self) -> str:
        """Return the vendor or server, as reports name it."""
        ...

    @property
    def model(self) -> str:
        """Return the model's name, as reports name it."""
        ...

    @property
    def max_input_tokens(self) -> int | None:
        """Return how many tokens the model reads, or None if nobody said."""
        ...

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> Reply:
        """Return the whole answer; `deadline_seconds` bounds the call with all its retries."""
        ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> AsyncIterator[Delta]:
        """Yield the answer piece by piece, and the whole reply with the last piece."""
        ...

    async def aclose(self) -> None:
        """Close the connections."""
        ...
