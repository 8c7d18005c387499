"""Turns what a caller says into a turn to be recorded: checked, cleaned, secrets written over. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime

from morrow.conversations.turns import ORIGINS, ROLES, NewMessage, NewTurn
from morrow.errors import InvalidInput
from morrow.owners import Bucket, Owner
from morrow.text.clean import clean
from morrow.text.secrets import redact

MAX_MESSAGE_CHARACTERS = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Said:
    """One message of somebody, and the agent's reply to it if there was one."""

    text: str
    reply: str | None
    role: str
    origin: str
    speaker: str
    said_by: Owner
    at: datetime


def new_turn(bucket: Bucket, said: Said, *, conversation: str | None, trigger: str) -> NewTurn:
    """Return the turn to record. Raises InvalidInput for an unknown role or origin, or a text over 16 Mi characters."""
    if said.role not in ROLES:
        raise InvalidInput(f"role {said.role!r}: a message is of one of {', '.join(sorted(ROLES))}")
    if said.origin not in ORIGINS:
        raise InvalidInput(f"origin {said.origin!r}: words come from one of {', '.join(sorted(ORIGINS))}")
    messages = [_message(said)]
    if said.reply is not None:
        messages.append(NewMessage("assistant", kept_text(said.reply), said.at, origin="agent"))
    name = None if conversation is None else conversation_name(conversation)
    return NewTurn(bucket, tuple(messages), said.at, conversation=name, trigger=trigger)


def _message(said: Said) -> NewMessage:
    text = kept_text(said.text)
    speaker = clean(said.speaker)
    if said.role == "assistant":
        return NewMessage("assistant", text, said.at, speaker=speaker, origin="agent")
    origin = "external" if said.role == "tool" and said.origin == "user" else said.origin
    said_by = "" if said.role == "tool" else said.said_by.key
    return NewMessage(said.role, text, said.at, speaker=speaker, said_by=said_by, origin=origin)


def kept_text(text: str) -> str:
    """Return a message's text as it is kept. Raises InvalidInput for one over 16 Mi characters."""
    if len(text) > MAX_MESSAGE_CHARACTERS:
        raise InvalidInput(f"a message has at most {MAX_MESSAGE_CHARACTERS} characters, not {len(text)}; split it")
    return redact(clean(text)).text


def conversation_name(conversation: str) -> str:
    """Return the name of a conversation. Raises InvalidInput for an empty one, or over 200 characters."""
    name = clean(conversation).strip()
    if not name or len(name) > 200:
        raise InvalidInput("a conversation's name has 1 to 200 characters; leave it out to begin a new one")
    return name
