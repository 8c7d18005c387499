"""Decides which conversations an extraction reads now, and which wait. Asks no model and writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from morrow.conversations.history import Conversation
from morrow.conversations.turns import Message
from morrow.documents.entries import Origin
from morrow.extraction.rules import Heard, extract_message
from morrow.settings.tree import MemorySettings
from morrow.text.language import has_han

LEAST_USEFUL = 10  # characters of an unread message that the night does not leave behind
LEAST_USEFUL_HAN = 5
_UNTRUSTED_TRIGGERS = frozenset({"cron", "system", "job"})


@dataclass(frozen=True, slots=True)
class Unread:
    """A conversation with what is new in it; `messages` are the unread ones in order."""

    conversation: Conversation
    messages: tuple[Message, ...]


def is_ready(unread: Unread, settings: MemorySettings) -> bool:
    """Whether an extraction may read this now: enough messages, a last user message long enough, or an explicit ask."""
    words = [message for message in unread.messages if message.role == "user"]
    if not words:
        return False
    is_enough = unread.conversation.messages >= settings.min_messages_for_summarize
    is_long = len(words[-1].text.strip()) >= settings.min_user_message_length
    return (is_enough and is_long) or any(_asks_to_keep(message) for message in words)


def is_useful(unread: Unread) -> bool:
    """Whether something unread is worth a reading before the night, however short the conversation is."""
    return any(message.role == "user" and _says_something(message.text) for message in unread.messages)


def is_from_a_job(trigger: str) -> bool:
    """Whether a turn was started by a job; reading its words would feed a dream to itself."""
    return trigger in _UNTRUSTED_TRIGGERS


def windows(messages: Sequence[Message], size: int) -> list[Sequence[Message]]:
    """Return the messages in stretches of at most `size`, in order, each message once."""
    return [messages[start : start + size] for start in range(0, len(messages), size)]


def _says_something(text: str) -> bool:
    return len(text.strip()) >= (LEAST_USEFUL_HAN if has_han(text) else LEAST_USEFUL)


def _asks_to_keep(message: Message) -> bool:
    return any(statement.asked for statement in extract_message(heard(message), zone="UTC"))


def heard(message: Message) -> Heard:
    """Return a message as the rules engine takes it."""
    return Heard(
        message=message.id,
        conversation=message.conversation,
        text=message.text,
        role=message.role,
        origin=Origin(message.origin),
        speaker=message.speaker,
        at=message.at,
    )
