"""Shortens old tool results by rule: a repeated one becomes a line, a long one its head and tail. Asks no model."""

import re
from collections.abc import Sequence
from dataclasses import replace

from morrow.models.chat import Message, Role

LONG_CHARACTERS = 2_000
HEAD_CHARACTERS = 1_200
TAIL_CHARACTERS = 400
MOST_QUOTED = 80
_MARK = "\n[… {count} characters left out; call the tool again to see them …]\n"
_REPEATED = '[{tool}: "{first}", {count} chars, the same as a later result below; call the tool again if it may differ]'
# A whole JSON string, or one that the end of the text cuts off, or a place at which JSON may be cut.
_JSON_CUT = re.compile(r'"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)|([,}\]])', re.DOTALL)


def slim(messages: Sequence[Message], *, upto: int) -> list[Message]:
    """Return the messages with the tool results before place `upto` made shorter; the others are as they were."""
    last_place = {(m.name, m.text): place for place, m in enumerate(messages) if m.role is Role.TOOL}
    slimmed = list(messages)
    for place, message in enumerate(messages[:upto]):
        if message.role is Role.TOOL:
            is_repeated = last_place[(message.name, message.text)] > place
            slimmed[place] = replace(message, text=_slimmed(message, is_repeated=is_repeated))
    return slimmed


def shorten(text: str, *, head: int = HEAD_CHARACTERS, tail: int = TAIL_CHARACTERS) -> str:
    """Return the first `head` and the last `tail` characters of a text and a mark between, if that is shorter.

    JSON is cut behind `,`, `}` or `]` outside of its strings, so that what is left can be read.
    """
    start, end = (head, len(text) - tail) if not _is_json(text) else _json_cuts(text, head, len(text) - tail)
    short = text[:start] + _MARK.format(count=end - start) + text[end:]
    return short if start < end and len(short) < len(text) else text


def _slimmed(message: Message, *, is_repeated: bool) -> str:
    if is_repeated:
        line = repeated_line(message)
        if len(line) < len(message.text):
            return line
    return shorten(message.text) if len(message.text) > LONG_CHARACTERS else message.text


def repeated_line(message: Message) -> str:
    """Return the one line that stands for a result which stands again further below."""
    first = message.text.strip().split("\n", 1)[0]
    quoted = first if len(first) <= MOST_QUOTED else first[:MOST_QUOTED] + "…"
    return _REPEATED.format(tool=message.name or "tool", first=quoted, count=len(message.text))


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in {"{", "["}


def _json_cuts(text: str, head: int, tail_start: int) -> tuple[int, int]:
    start, end = 0, len(text)
    for found in _JSON_CUT.finditer(text):
        if found[1] is None:
            continue
        if found.end() <= head:
            start = found.end()
        elif found.end() >= tail_start:
            end = found.end()
            break
    return start or head, end if end < len(text) else tail_start
