"""The bundled fortnight as values: what was said, and what the story means to show. Replays nothing."""

import json
from dataclasses import dataclass
from datetime import date, datetime
from importlib.resources import files

from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Line:
    """One message of the fortnight, as it was said."""

    conversation: str
    owner: str
    speaker: str
    role: str
    origin: str
    text: str
    time: datetime


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who speaks, and the owner key of their memory."""

    speaker: str
    owner: str


@dataclass(frozen=True, slots=True)
class Question:
    """What an owner asks at the end, and the words that a right answer holds."""

    owner: str
    text: str
    expect: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """What an owner says on several days, so that a night makes memory of it."""

    owner: str
    days: tuple[date, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """A value that an owner takes back in one conversation."""

    owner: str
    before: str
    after: str
    conversation: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two values that cannot both be right, and that nobody corrected."""

    owner: str
    values: tuple[str, ...]
    conversations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskedToKeep:
    """What an owner asked to be remembered."""

    owner: str
    words: str
    conversation: str


@dataclass(frozen=True, slots=True)
class AskedToForget:
    """What an owner said in `conversations` and asked in `conversation` to be forgotten."""

    owner: str
    words: str
    conversations: tuple[str, ...]
    conversation: str


@dataclass(frozen=True, slots=True)
class External:
    """Conversations in which a fetched page gives orders, and the words that must never become memory."""

    conversations: tuple[str, ...]
    never: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A conversation with words that must never become memory."""

    conversation: str
    never: str


@dataclass(frozen=True, slots=True)
class Story:
    """What the fortnight means to show."""

    topics: tuple[Topic, ...]
    corrected: Corrected
    contradiction: Contradiction
    asked_to_keep: AskedToKeep
    asked_to_forget: AskedToForget
    external: External
    secret: Marked
    pasted_log: Marked


@dataclass(frozen=True, slots=True)
class Plan:
    """Who is there, when the nights are dreamt, and what is asked in the end."""

    lang: str
    zone: str
    first_day: date
    last_day: date
    morning: datetime
    people: tuple[Person, ...]
    group: str
    nights: tuple[date, ...]
    questions: tuple[Question, ...]
    story: Story

    def name_of(self, owner: str) -> str:
        """Return how a person is called; a group is called by its key."""
        return next((person.speaker for person in self.people if person.owner == owner), owner)

    def owner_of(self, speaker: str) -> str | None:
        """Return whose memory a speaker's words belong to, or None for the agent."""
        return next((person.owner for person in self.people if person.speaker == speaker), None)


@dataclass(frozen=True, slots=True)
class Fortnight:
    """The plan, and the messages in the order in which they were said."""

    plan: Plan
    lines: tuple[Line, ...]

    def by_day(self) -> dict[date, list[Line]]:
        """Return the lines of each day; times carry the zone's offset, so that their dates are local."""
        days: dict[date, list[Line]] = {}
        for line in self.lines:
            days.setdefault(line.time.date(), []).append(line)
        return days


def load_fortnight(lang: str) -> Fortnight:
    """Return the bundled fortnight in "en" or "zh"."""
    folder = files("morrow.demo")
    plan = (folder / f"fortnight.{lang}.plan.json").read_text(encoding="utf-8")
    said = (folder / f"fortnight.{lang}.jsonl").read_text(encoding="utf-8")
    read_line = TypeAdapter(Line).validate_python
    lines = tuple(read_line(json.loads(line)) for line in said.split("\n") if line)
    return Fortnight(TypeAdapter(Plan).validate_json(plan), lines)
