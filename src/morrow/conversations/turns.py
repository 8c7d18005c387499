"""What a conversation is made of, as values: turns to be recorded and messages that were."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from morrow.models.chat import ToolCall
from morrow.owners import Bucket, Owner

RUNNING, COMPLETED, STOPPED, FAILED = "running", "completed", "stopped", "failed"
ROLES = frozenset({"user", "assistant", "tool"})
ORIGINS = frozenset({"user", "agent", "external", "system"})


@dataclass(frozen=True, slots=True)
class NewMessage:
    """One message to be recorded; `said_by` is the owner key of whoever said it (empty for the agent).

    `calls` are the tool calls of a message of the agent; a tool's result names the `call_id` it answers and the `tool`.
    """

    role: str
    text: str
    at: datetime
    speaker: str = ""
    said_by: str = ""
    origin: str = "user"
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    tool: str = ""

    @property
    def hash(self) -> str:
        """Return what tells this message from another at the same place of its conversation."""
        told = "\x1f".join((self.role, self.speaker, self.text, self.at.isoformat()))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class NewTurn:
    """One turn to be recorded in one bucket; no `conversation` makes a new one.

    `trigger` says what started it: `user`, or `cron` and `system`, whose turns are never extracted. One that is still
    `running` is ended later. `memory` is what a new conversation is made with: `full`, `read` or `off`.
    """

    bucket: Bucket
    messages: tuple[NewMessage, ...]
    started_at: datetime
    conversation: str | None = None
    trigger: str = "user"
    status: str = COMPLETED
    memory: str = "full"

    @property
    def is_asked_by_user(self) -> bool:
        """Whether a user's own words began it: no job's, no tool's, and none that came in from outside."""
        said = self.messages[0]
        return self.trigger == "user" and said.role == "user" and said.origin == "user"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a running turn came out: what was said in it after its first message, and what is noted of it.

    `status` is completed, stopped or failed, `engine` who answered (model or rules), `reason` why it ended otherwise,
    `context` its prompt in figures as JSON.
    """

    messages: tuple[NewMessage, ...]
    at: datetime
    status: str = COMPLETED
    engine: str = ""
    model: str = ""
    reason: str = ""
    context: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A turn that is on disk: ids of the turn, its conversation, and its messages in order."""

    id: str
    conversation: str
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One message as it stands in its conversation; `position` counts from 1."""

    id: str
    conversation: str
    turn: str
    position: int
    role: str
    speaker: str
    said_by: str
    origin: str
    text: str
    at: datetime
    bucket: Bucket = field(repr=False)
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    tool: str = ""

    @property
    def owner(self) -> Owner | None:
        """Return whose words these are, or None for the agent's."""
        return Owner(self.said_by) if self.said_by else None
