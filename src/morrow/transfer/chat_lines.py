"""Reads old conversations as JSON lines into values, naming the line of whatever is wrong. Writes nothing."""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from typing import BinaryIO

from morrow.clock import read_instant
from morrow.conversations.turns import ROLES
from morrow.errors import InvalidInput, InvalidTime
from morrow.text.clean import clean, split_bom

MAX_LINE_BYTES = 100_000_000  # a message of 16 Mi characters with every one of them escaped
MAX_NAME_CHARACTERS = 180  # leaves room in an owner key
_REQUIRED = ("speaker", "text", "time")
_OPTIONAL = ("role", "conversation")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_EXAMPLE = '{"speaker": "Mara", "text": "Hello.", "time": "2026-03-06T18:05:00+00:00"}'


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a file; `number` counts the file's lines from 1, `conversation` is never empty."""

    number: int
    conversation: str
    speaker: str
    text: str
    role: str
    at: datetime


def read_lines(file: BinaryIO, *, name: str, zone: str) -> list[Line]:
    """Return the messages of a file in order; blank lines are passed over.

    Lines without a conversation belong to `name`, times without an offset are taken in `zone`.
    Raises InvalidInput (InvalidTime for a time) naming the first line that cannot be read, and how to mend it.
    """
    found = []
    for number, raw in _raw_lines(file):
        try:
            line = _line(raw, number, name, zone)
        except InvalidTime as error:
            raise InvalidTime(f"line {number}: {error}") from error
        except InvalidInput as error:
            raise InvalidInput(f"line {number}: {error}") from error
        if line is not None:
            found.append(line)
    return found


def plain_name(text: str) -> str:
    """Return a name on one line, in NFC, without characters that an owner key may not hold."""
    return " ".join(_UNPRINTABLE.sub(" ", unicodedata.normalize("NFC", clean(text))).split())


def _raw_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while raw := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) > MAX_LINE_BYTES:
            raise InvalidInput(f"line {number}: a line has at most {MAX_LINE_BYTES:,} bytes; write one message a line")
        yield number, raw


def _line(raw: bytes, number: int, name: str, zone: str) -> Line | None:
    text = _decoded(raw)
    if number == 1:
        text = split_bom(text)[1]
    if not text.strip():
        return None
    given = _fields(text)
    speaker = plain_name(given["speaker"])
    if not 1 <= len(speaker) <= MAX_NAME_CHARACTERS:
        raise InvalidInput(f"a speaker is a name of 1 to {MAX_NAME_CHARACTERS} characters")
    said = clean(given["text"])
    if not said.strip():
        raise InvalidInput("the text is empty; leave the line out")
    role = given.get("role", "user")
    if role not in ROLES:
        raise InvalidInput(f"role {role!r}: a message is of one of {', '.join(sorted(ROLES))}")
    return Line(number, _conversation(given, name), speaker, said, role, read_instant(given["time"], default_zone=zone))


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start + 1} of it is no UTF-8; save the file as UTF-8") from error


def _fields(text: str) -> dict[str, str]:
    """Return the fields of one line that are set, all of them texts."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"this is no JSON ({_reason(error)}); write a line as {_EXAMPLE}") from error
    if not isinstance(found, dict):
        raise InvalidInput(f"a JSON object is expected; write a line as {_EXAMPLE}")
    for field in found:
        if field not in (*_REQUIRED, *_OPTIONAL):
            raise InvalidInput(_unknown(field))
    given = {field: value for field, value in found.items() if value is not None or field in _REQUIRED}
    for field in _REQUIRED:
        if field not in given:
            raise InvalidInput(f"{field!r} is missing; write a line as {_EXAMPLE}")
    for field, value in given.items():
        if not isinstance(value, str):
            raise InvalidInput(f"{field!r} is a text, not {json.dumps(value)[:40]}")
    return given


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} at character {error.pos + 1}"
    return "nested too deep" if isinstance(error, RecursionError) else "a number is too long"


def _unknown(field: str) -> str:
    near = get_close_matches(clean(field).casefold(), [*_REQUIRED, *_OPTIONAL], n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"the fields are {', '.join((*_REQUIRED, *_OPTIONAL))}"
    return f"there is no field {clean(field)[:40]!r}; {hint}"


def _conversation(given: dict[str, str], name: str) -> str:
    if "conversation" not in given:
        return name
    found = clean(given["conversation"]).strip()
    if not 1 <= len(found) <= 200:
        raise InvalidInput("a conversation's name has 1 to 200 characters; leave it out to name it after the file")
    return found
