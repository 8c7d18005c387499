"""Decides where each statement goes: the note of its day, and PROFILE.md or MEMORY.md where it is meant to stay."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from morrow.clock import local_day
from morrow.documents.entries import Add, Entry, Operation, Origin, Retire, Source
from morrow.documents.names import MEMORY, PROFILE, daily_note
from morrow.extraction.rules import SELF, Heard, Slot, Statement, extract_message
from morrow.text.dates import resolve
from morrow.text.language import Language, language_of

SINGLE_VALUED = frozenset({"name", "home", "employer", "role", "birthday"})
_PROFILE_SLOTS = SINGLE_VALUED | {"language", "allergy"}
_HEADINGS: Mapping[str, Mapping[Language, str]] = {
    "asked": {"en": "Recent Lessons", "zh": "近期心得"},
    "identity": {"en": "Identity", "zh": "身份"},
}
# Two days in unlike weeks, months and years: a phrase that names the same day from both names it for good.
_FAR = timedelta(days=543)


@dataclass(frozen=True, slots=True)
class Placed:
    """Operations on one document of one owner; `first_text` is what a new document begins with."""

    name: str
    operations: tuple[Operation, ...]
    first_text: str


def place(
    statements: Sequence[Statement], *, day_of: Callable[[Statement], date], profile: Sequence[Entry], zone: str
) -> list[Placed]:
    """Return what the statements of one owner do to that owner's documents.

    Every statement goes to the note of the day it was said. What the user asked to keep also goes to MEMORY.md, and
    what a person is (name, home, employer, role, birthday, language, allergy) to PROFILE.md, where a new single value
    takes the place of the old one.
    """
    notes: dict[date, list[Operation]] = {}
    for statement in statements:
        notes.setdefault(day_of(statement), []).append(Add("", item(statement.text), (source(statement),)))
    placed = [Placed(daily_note(day), tuple(adds), f"# {day.isoformat()}\n") for day, adds in sorted(notes.items())]
    asked = [_kept(statement, "asked", zone) for statement in statements if statement.asked]
    if asked:
        placed.append(Placed(MEMORY, tuple(asked), "# MEMORY\n"))
    described = tuple(_describe(statements, profile, zone))
    if described:
        placed.append(Placed(PROFILE, described, "# PROFILE\n"))
    return placed


def item(text: str) -> str:
    """Return a statement as a list item; its further lines are indented below the first."""
    return "- " + "\n  ".join(line.strip() for line in text.strip().split("\n") if line.strip())


def source(statement: Statement, speaker: str = "") -> Source:
    """Return the message that a statement is a part of."""
    return Source(
        conversation=statement.conversation, message=statement.message, quote=statement.text, said_at=statement.at,
        speaker=speaker,
    )  # fmt: skip


def _kept(statement: Statement, heading: str, zone: str, *, supersedes: str | None = None) -> Add:
    section = _HEADINGS[heading][language_of(statement.text)]
    return Add(section, item(_with_day(statement, zone)), (source(statement),), supersedes=supersedes)


def _with_day(statement: Statement, zone: str) -> str:
    """Return a statement's words, with the day they were said behind them if they count from it (tomorrow, 下周三)."""
    named = {found.date for found in resolve(statement.text, said_at=statement.at, zone=zone)}
    if not named or named == {f.date for f in resolve(statement.text, said_at=statement.at - _FAR, zone=zone)}:
        return statement.text
    day = local_day(statement.at, zone).isoformat()
    return statement.text + (f"（{day} 说）" if language_of(statement.text) == "zh" else f" (said {day})")


def _describe(statements: Iterable[Statement], profile: Sequence[Entry], zone: str) -> Iterable[Operation]:
    latest: dict[tuple[str, str], Statement] = {}
    for statement in statements:
        for slot in _own_slots(statement):
            value = "" if slot.attribute in SINGLE_VALUED else slot.value.casefold()
            latest[(slot.attribute, value)] = statement
    known = {key: entry for entry in profile for key in _keys(entry, zone)}
    written: set[str] = set()
    for (attribute, _), statement in latest.items():
        if statement.text in written:
            continue
        written.add(statement.text)
        old = known.get(attribute)
        if old is None or old.body == statement.text:
            yield _kept(statement, "identity", zone)
            continue
        yield Retire(old.id, f"a later statement takes its place; it said: {old.body}")
        yield _kept(statement, "identity", zone, supersedes=old.id)


def _own_slots(statement: Statement) -> list[Slot]:
    slots = [statement.slot, *statement.also] if statement.slot else list(statement.also)
    return [slot for slot in slots if slot.subject == SELF and slot.attribute in _PROFILE_SLOTS]


def _keys(entry: Entry, zone: str) -> set[str]:
    """Return which single values an entry of PROFILE.md gives, read again by the rules."""
    words = Heard("", "", entry.body, "user", Origin.USER, "", entry.last_seen)
    slots = [slot for statement in extract_message(words, zone=zone) for slot in _own_slots(statement)]
    return {slot.attribute for slot in slots if slot.attribute in SINGLE_VALUED}
