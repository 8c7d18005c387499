"""Decides which conversations an extraction reads now, and why the others wait. Asks no model and writes nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from morrow.conversations.capture import FULL
from morrow.conversations.turns import Message
from morrow.extraction.reading import Unread, heard
from morrow.extraction.rules import extract_message
from morrow.jobs.ledger import Run, Status
from morrow.settings.tree import MemorySettings
from morrow.text.language import has_han
from morrow.text.shapes import refused_shape

LEAST_USEFUL = 10  # characters of an unread message that the night does not leave behind
LEAST_USEFUL_HAN = 5
LOOK_AGAIN = timedelta(minutes=1)
_RAW = frozenset({"punctuation", "role_token", "heartbeat", "metadata", "banner", "table", "stack_trace", "log"})


class Waiting(StrEnum):
    """Why a conversation or its owner is not extracted now; none of these loses a word."""

    SWITCHED_OFF = "switched_off"
    NOTHING_UNREAD = "nothing_unread"
    NOTHING_SAID = "nothing_said"
    ONLY_PASTED = "only_pasted"
    TOO_FEW_MESSAGES = "too_few_messages"
    TOO_SHORT = "too_short"
    COOLDOWN = "cooldown"
    RUNNING = "running"
    RETRY = "retry"
    OVER_BUDGET = "over_budget"
    GIVEN_UP = "given_up"
    CANCELED = "canceled"


UNTIMED = frozenset({Waiting.GIVEN_UP, Waiting.CANCELED})  # a person, or somebody's next words, end the wait


@dataclass(frozen=True, slots=True)
class Now:
    """The bucket may be extracted now; `key` is that of a run to be taken up again, if there is one.

    `behind` is a canceled run whose words were left unread: a new one has another name, though it reads the same.
    """

    key: str | None = None
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """The bucket waits, at most `until` then; its words stay unread."""

    reason: Waiting
    until: datetime


def why_held(unread: Unread, settings: MemorySettings) -> Waiting | None:
    """Return why an extraction leaves this conversation for later, or None if it may read it now.

    It takes enough messages and a last user message that is long enough, or an explicit ask to remember.
    """
    said = [message for message in unread.messages if message.role == "user"]
    if not said:
        return Waiting.NOTHING_SAID if unread.messages else Waiting.NOTHING_UNREAD
    words = [message for message in said if refused_shape(message.text) not in _RAW]
    if not words:
        return Waiting.ONLY_PASTED
    is_short = unread.conversation.messages < settings.min_messages_for_summarize
    held = Waiting.TOO_FEW_MESSAGES if is_short else _why_too_short(words[-1], settings)
    # Whether somebody asks to keep something is found by the rules, which take their time: only where it decides.
    return held if held is not None and not any(_asks_to_keep(message) for message in words) else None


def _why_too_short(last: Message, settings: MemorySettings) -> Waiting | None:
    return Waiting.TOO_SHORT if len(last.text.strip()) < settings.min_user_message_length else None


def nothing_to_read(unread: Unread) -> Waiting | None:
    """Return why there is nothing to read for whoever asks, or None."""
    if unread.conversation.memory != FULL:
        return Waiting.SWITCHED_OFF
    if not unread.messages:
        return Waiting.NOTHING_UNREAD
    return None if any(message.role == "user" for message in unread.messages) else Waiting.NOTHING_SAID


def is_useful(unread: Unread) -> bool:
    """Whether something unread is worth a reading before the night, however short the conversation is."""
    return any(message.role == "user" and _says_something(message.text) for message in unread.messages)


def when(last: Run | None, *, is_live: bool, now: datetime, cooldown: timedelta) -> Now | Later:
    """Return whether a bucket may be extracted at `now`, given its `last` run.

    A run whose worker died, and one that failed and whose time has come again, are taken up under their own key, so
    that their attempts count on. One that failed too often waits until there is something else to read.
    """
    if last is None:
        return Now()
    if last.status is Status.RUNNING:
        return Later(Waiting.RUNNING, now + LOOK_AGAIN) if is_live else Now(last.key)
    if last.status is Status.PENDING:
        return Now(last.key)
    if last.status is Status.FAILED:
        return _when_again(last, now)
    ended = last.finished_at
    if ended is not None and now < ended + cooldown:
        return Later(Waiting.COOLDOWN, ended + cooldown)
    return Now()


def after_cancel(last: Run, newest: datetime, *, now: datetime, by_night: bool) -> Now | Later:
    """Return when what a canceled run left unread is read: with the next words, before the night, or when asked."""
    if by_night or (last.finished_at is not None and newest > last.finished_at):
        return Now(behind=last.id)
    return Later(Waiting.CANCELED, now + LOOK_AGAIN)


def _when_again(failed: Run, now: datetime) -> Now | Later:
    if failed.retry_at is None:
        return Now()
    return Later(Waiting.RETRY, failed.retry_at) if now < failed.retry_at else Now(failed.key)


def _says_something(text: str) -> bool:
    return len(text.strip()) >= (LEAST_USEFUL_HAN if has_han(text) else LEAST_USEFUL)


def _asks_to_keep(message: Message) -> bool:
    return any(statement.asked for statement in extract_message(heard(message), zone="UTC"))
