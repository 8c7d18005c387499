"""What the rules engine is given and what it answers: messages in, verbatim statements out. Pure values."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from morrow.documents.entries import Origin

SELF = "user"
"""The subject of a slot that is about the speaker."""


class StatementKind(StrEnum):
    """What sort of thing a sentence says about its speaker or their work."""

    EXPLICIT = "explicit"
    IDENTITY = "identity"
    PREFERENCE = "preference"
    DISLIKE = "dislike"
    HABIT = "habit"
    RELATION = "relation"
    POSSESSION = "possession"
    PLACE = "place"
    EMPLOYER = "employer"
    SKILL = "skill"
    TOOL = "tool"
    DECISION = "decision"
    CORRECTION = "correction"
    PLAN = "plan"
    DEADLINE = "deadline"
    PROJECT = "project"
    EVENT = "event"
    LESSON = "lesson"
    HEALTH = "health"


@dataclass(frozen=True, slots=True)
class Heard:
    """One message as the engine gets it; `role` is user, assistant or tool, `at` is aware."""

    message: str
    conversation: str
    text: str
    role: str
    origin: Origin
    speaker: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Slot:
    """One plain fact: whose (`user`, or a relation as said: sister, 妹妹), which attribute, which value (verbatim)."""

    subject: str
    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A part of a message that is worth keeping.

    `text` is a verbatim span of the message that stands alone; `quote` is the sentence in it that was recognised.
    `day` is the first day its words name. `also` holds further facts of the same words, so that one line is one
    statement. `replaces` is the old value that a correction names, verbatim.
    """

    kind: StatementKind
    text: str
    message: str
    conversation: str
    quote: str
    at: datetime
    day: date | None = None
    slot: Slot | None = None
    asked: bool = False
    replaces: str | None = None
    also: tuple[Slot, ...] = ()
