"""What happens in a turn, as values, in the order in which somebody who watches it is told. Knows no wire."""

from dataclasses import dataclass

from morrow.context.record import ContextRecord
from morrow.recall.hits import Hit


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn that is on disk: ids of the turn, its conversation and its messages in order.

    `recalled` is what was told of memory, the best first, and `recall_id` its name; `engine` says who answered (model,
    or rules for lines from memory); `status` is completed, stopped or failed. `written` names the documents that tools
    wrote, `is_cut` says that the model's limit ended the reply.
    """

    id: str
    conversation: str
    messages: tuple[str, ...]
    reply: str | None
    recalled: tuple[Hit, ...] = ()
    recall_id: str | None = None
    status: str = "completed"
    engine: str = ""
    model: str = ""
    written: tuple[str, ...] = ()
    is_cut: bool = False
    context: ContextRecord | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """The turn has begun: what the person said is on disk as `message`."""

    turn: str
    conversation: str
    message: str


@dataclass(frozen=True, slots=True)
class MemoryRecalled:
    """What of memory is told in this turn."""

    recall_id: str
    recalled: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class ContextUsage:
    """How much of its window the prompt takes, block by block; comes again with each step."""

    record: ContextRecord


@dataclass(frozen=True, slots=True)
class ContentDelta:
    """A piece of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """The model calls a tool; `arguments` as it wrote them."""

    call: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolCallCompleted:
    """A tool has answered."""

    call: str
    name: str
    text: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class MemoryWritten:
    """A tool wrote these documents."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MessageComplete:
    """The whole reply, as it is on disk; what the deltas said may have been cleaned in it."""

    message: str
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """The turn has ended well, or was stopped."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn has ended without a reply; `error` tells why."""

    turn: Turn
    error: Exception


Event = (
    Session
    | MemoryRecalled
    | ContextUsage
    | ContentDelta
    | ToolCallStarted
    | ToolCallCompleted
    | MemoryWritten
    | MessageComplete
    | Done
    | Failed
)
