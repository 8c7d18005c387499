"""Rewrites JSON with bad manners as strict JSON: quotes of other kinds, trailing commas, comments, Python's words.

Each forgiveness is a rule with one meaning. Nothing that is missing is made up: text that ends too early, or a quote
inside a string that was not escaped, stays an error. The grammar itself is judged by the strict reader afterwards.
"""

import re
from dataclasses import dataclass

MAX_DEPTH = 64
MAX_NUMBER_LENGTH = 40
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "＂": "＂"}
_PUNCTUATION = {":": ":", ",": ",", "：": ":", "，": ","}
_WORDS = {"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null"}
_BLANK = re.compile(r"[\s\ufeff]+")
_WORD = re.compile(r"[A-Za-z_]+")
_NUMBER = re.compile(r"-?[0-9][0-9.eE+-]*")
_ESCAPED = re.compile(r"\\.|\"", re.DOTALL)


class MalformedError(Exception):
    """The text at `position` is no JSON; `cut_off` says that it was, until the text ended."""

    def __init__(self, position: int, *, cut_off: bool = False) -> None:
        super().__init__(position)
        self.position = position
        self.cut_off = cut_off


class RefusedError(Exception):
    """The text is JSON of a kind that no honest answer needs; `args[0]` names it."""


@dataclass(frozen=True, slots=True)
class StrictText:
    """A value rewritten as strict JSON, and where it ended in the original."""

    json: str
    end: int


def strict_text(text: str, start: int) -> StrictText:
    """Return the object or list that begins at `start`, rewritten as strict JSON.

    Raises MalformedError where it cannot be read; RefusedError beyond MAX_DEPTH levels or for a number that is none.
    """
    parts: list[str] = []
    closers: list[str] = []
    position = start
    while position < len(text):
        char = text[position]
        if char in "{[":
            closers.append("}" if char == "{" else "]")
            if len(closers) > MAX_DEPTH:
                raise RefusedError("too_deep")
            parts.append(char)
            position += 1
        elif char in "}]":
            if closers.pop() != char:
                raise MalformedError(position)
            _drop_trailing_comma(parts)
            parts.append(char)
            position += 1
            if not closers:
                return StrictText("".join(parts), position)
        else:
            part, position = _token(text, position)
            if part:
                parts.append(part)
    raise MalformedError(len(text), cut_off=True)


def _token(text: str, position: int) -> tuple[str, int]:
    char = text[position]
    if char in _PUNCTUATION:
        return _PUNCTUATION[char], position + 1
    if char in _QUOTES:
        return _string(text, position)
    if blank := _BLANK.match(text, position):
        return "", blank.end()
    if char == "/":
        return "", _after_comment(text, position)
    if word := _WORD.match(text, position):
        return _word(word.group(), position), word.end()
    if number := _NUMBER.match(text, position):
        return _number(number.group()), number.end()
    raise MalformedError(position)


def _word(word: str, position: int) -> str:
    if word in {"NaN", "Infinity"}:
        raise RefusedError("bad_number")
    if word not in _WORDS:
        raise MalformedError(position)
    return _WORDS[word]


def _number(number: str) -> str:
    if len(number) > MAX_NUMBER_LENGTH:
        raise RefusedError("bad_number")
    return number


def _string(text: str, start: int) -> tuple[str, int]:
    closer = _QUOTES[text[start]]
    stop = re.compile(rf"[\\{closer}]")
    position = start + 1
    while found := stop.search(text, position):
        if found.group() == closer:
            content = text[start + 1 : found.start()]
            if closer != '"':
                content = _requoted(content)
            return f'"{content}"', found.end()
        position = found.end() + 1  # what follows a backslash ends no string
    raise MalformedError(len(text), cut_off=True)


def _requoted(content: str) -> str:
    return _ESCAPED.sub(lambda found: {"\\'": "'", '"': '\\"'}.get(found.group(), found.group()), content)


def _after_comment(text: str, start: int) -> int:
    mark = text[start : start + 2]
    if mark not in {"//", "/*"}:
        raise MalformedError(start)
    closer = "\n" if mark == "//" else "*/"
    end = text.find(closer, start + 2)
    if end < 0:
        raise MalformedError(len(text), cut_off=True)
    return end + len(closer)


def _drop_trailing_comma(parts: list[str]) -> None:
    if parts[-1] == ",":
        parts.pop()
