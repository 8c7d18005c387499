"""Reads what is unread of a conversation, without what is never extracted. Moves no cursor and decides nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.history import Conversation, read_messages, triggers_of
from morrow.conversations.turns import COMPLETED, Message
from morrow.documents.entries import Origin
from morrow.extraction.rules import Heard, is_kept_out

MOST_JUDGED = 200  # unread messages that decide whether a conversation is due; a longer backlog is due by its length
_JOBS = frozenset({"cron", "system", "job"})
Cut = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Unread:
    """A stretch of a conversation behind its cursor.

    `messages` are those that may be extracted, in order; `end` is the position up to which all is read.
    """

    conversation: Conversation
    messages: tuple[Message, ...]
    end: int = 0


@dataclass(frozen=True, slots=True)
class Reader:
    """How messages are read: `cut` takes out what memory itself put into a prompt, `skip_jobs` what jobs said."""

    cut: Cut
    skip_jobs: bool

    async def read(self, connection: AsyncConnection, conversation: Conversation, *, after: int, most: int) -> Unread:
        """Return at most `most` messages behind position `after`."""
        messages = await read_messages(connection, conversation.id, after=after, limit=most)
        triggers = await triggers_of(connection, list({message.turn for message in messages}))
        kept_out = {m.turn for m in messages if m.role == "user" and is_kept_out(m.text)}
        spoken = (m for m in messages if m.turn not in kept_out)  # nor the reply, which may repeat it
        told = (m for m in spoken if not self._is_left_out(m, *triggers.get(m.turn, ("user", COMPLETED))))
        own = (replace(message, text=self.cut(message.text)) for message in told)
        # Behind the last message there is nothing left up to the conversation's end: a rewind leaves a gap there.
        last = messages[-1].position if messages else after
        end = last if len(messages) == most else max(last, conversation.messages)
        return Unread(conversation, tuple(message for message in own if message.text.strip()), end)

    def _is_left_out(self, message: Message, trigger: str, status: str) -> bool:
        """Whether a message is never extracted.

        That is a job's words, the partial reply of a turn that failed, and a reply that was made of memory.
        """
        if message.role == "user":
            return self.skip_jobs and trigger in _JOBS
        is_recalled = message.role == "assistant" and message.origin == "system"
        return (self.skip_jobs and trigger in _JOBS) or status != COMPLETED or is_recalled


def as_it_is(text: str) -> str:
    """Return `text`: nothing was put into it that would have to be cut."""
    return text


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
