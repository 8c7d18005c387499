"""What a conversation is made of, as values: turns to be recorded and messages that were."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from morrow.owners import Bucket, Owner

ROLES = frozenset({"user", "assistant", "tool"})
ORIGINS = frozenset({"user", "agent", "external", "system"})


@dataclass(frozen=True, slots=True)
class NewMessage:
    """One message to be recorded; `said_by` is the owner key of whoever said it (empty for the agent)."""

    role: str
    text: str
    at: datetime
    speaker: str = ""
    said_by: str = ""
    origin: str = "user"

    @property
    def hash(self) -> str:
        """Return what tells this message from another at the same place of its conversation."""
        told = "\x1f".join((self.role, self.speaker, self.text, self.at.isoformat()))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class NewTurn:
    """One turn to be recorded in one bucket; no `conversation` makes a new one.

    `trigger` says what started it: `user`, or `cron` and `system`, whose turns are never extracted. `memory` is what a
    new conversation is made with: `full`, `read` or `off`.
    """

    bucket: Bucket
    messages: tuple[NewMessage, ...]
    started_at: datetime
    conversation: str | None = None
    trigger: str = "user"
    status: str = "completed"
    memory: str = "full"


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

    @property
    def owner(self) -> Owner | None:
        """Return whose words these are, or None for the agent's."""
        return Owner(self.said_by) if self.said_by else None
