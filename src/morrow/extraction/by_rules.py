"""The rules engine at work on a stretch of conversation: statements found, given to whom they belong, and placed."""

from collections.abc import Sequence

from morrow.clock import local_day
from morrow.conversations.turns import Message
from morrow.documents.entries import Add, Origin
from morrow.documents.gates.context import RunInput, UserMessage
from morrow.documents.names import PROFILE, daily_note
from morrow.extraction.addressed import addressed, takes_part
from morrow.extraction.groups import Belongs, Hearsay, belonging, is_group, whose
from morrow.extraction.listening import Listening, Shelf
from morrow.extraction.placing import Placed, item, place, source
from morrow.extraction.reading import heard
from morrow.extraction.rules import Statement, extract
from morrow.extraction.wanted import Found, Wanted
from morrow.owners import Bucket
from morrow.writing.change import Change
from morrow.writing.propose import Words

ENGINE = "rules"


def find_by_rules(listening: Listening) -> Found:
    """Return what the rules find, each statement for the bucket it belongs to."""
    unread = listening.unread
    bucket, messages = unread.conversation.bucket, unread.messages
    belongs = belonging(_statements(listening), messages=messages, bucket=bucket)
    wanted = [_wanted(listening.shelves[owner], own, messages, bucket) for owner, own in belongs.items()]
    return Found(ENGINE, tuple(wanted))


def is_asked(messages: Sequence[Message], zone: str) -> bool:
    """Whether any of the user's messages asks to remember something."""
    return any(statement.asked for statement in extract([heard(message) for message in messages], zone=zone))


def said_words(messages: Sequence[Message], *, asked: bool, zone: str, more: Sequence[RunInput] = ()) -> Words:
    """Return the messages as what the gates check a claim against; only what users said themselves is theirs."""
    said = [m for m in messages if m.role == "user" and m.origin == Origin.USER]
    others = [RunInput(m.text, m.at) for m in messages if m not in said]
    own = tuple(UserMessage(m.id, m.text, m.at) for m in said)
    return Words(user_messages=own, inputs=(*others, *more), asked=asked, zone=zone)


def _statements(listening: Listening) -> list[Statement]:
    unread = listening.unread
    bucket = unread.conversation.bucket
    to_agent = not is_group(bucket) or takes_part(unread.messages)
    found: list[Statement] = []
    owners = dict.fromkeys(whose(message, bucket) for message in unread.messages)
    for owner in owners:
        own = [heard(message) for message in unread.messages if whose(message, bucket) == owner]
        found += addressed(extract(own, zone=listening.shelves[owner].zone), to_agent=to_agent)
    return found


def _wanted(shelf: Shelf, own: Belongs, messages: Sequence[Message], conversation_bucket: Bucket) -> Wanted:
    placed = place(
        own.statements,
        day_of=lambda statement: local_day(statement.at, shelf.zone),
        profile=shelf.entries(PROFILE),
        zone=shelf.zone,
    )
    placed += [_told(told, shelf.zone) for told in own.hearsay]
    changes = tuple(Change(shelf.bucket, p.name, p.operations, p.first_text, shelf.read(p.name)) for p in placed)
    is_groups = shelf.bucket == conversation_bucket
    mine = [m for m in messages if is_groups or whose(m, conversation_bucket) == shelf.bucket]
    asked = any(statement.asked for statement in own.statements)
    names = [RunInput(f"{told.speaker} {told.about}") for told in own.hearsay]
    return Wanted(shelf.bucket, changes, said_words(mine, asked=asked, zone=shelf.zone, more=names))


def _told(told: Hearsay, zone: str) -> Placed:
    """Return a line of the group's note, marked as words from outside: nothing is built on it."""
    day = local_day(told.statement.at, zone)
    add = Add("", item(told.text), (source(told.statement, told.speaker),), Origin.EXTERNAL)
    return Placed(daily_note(day), (add,), f"# {day.isoformat()}\n")
