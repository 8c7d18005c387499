"""Writes `[REDACTED:kind]` over keys, passwords, cards and identity numbers. Stores and logs nothing.

Phone numbers, dates, order numbers, hashes and UUIDs are memory and stay.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from morrow.text.secret_checks import Found
from morrow.text.secret_rules import RULES

# One character for one, so that what is found here stands at the same place in the text itself.
_WIDE = [chr(c) for c in range(0xFF01, 0xFF5F)]
_HALF_WIDTH = str.maketrans({c: chr(ord(c) - 0xFEE0) for c in _WIDE if c.isalnum() or c in "－＿＝＠"})
_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_LINE = re.compile(r"(?:\\n|\s){1,4}[A-Za-z0-9+/=]{16,100}")
_QUOTES = {'"': '"', "'": "'", "`": "`", "「": "」", "“": "”"}
_NEXT_FIELD = re.compile(r"&[A-Za-z_]+=|</|[;,\"][\"\s]|\"")


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets, and the kinds that were found, in order of appearance."""

    text: str
    kinds: tuple[str, ...]


def redact(text: str) -> Redacted:
    """Return the text with every secret replaced by `[REDACTED:kind]`; a text without any comes back as it is."""
    spans = sorted(_spans(text.translate(_HALF_WIDTH)), key=lambda span: (span[0], -span[1]))
    parts: list[str] = []
    kinds: list[str] = []
    end = 0
    for start, stop, kind in spans:
        if start < end:  # an earlier, wider span has already covered it
            continue
        parts += (text[end:start], f"[REDACTED:{kind}]")
        kinds.append(kind)
        end = stop
    parts.append(text[end:])
    return Redacted("".join(parts), tuple(kinds))


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    yield from _private_keys(text)
    folded = text.casefold()
    for rule in RULES:
        if not rule.may_match(folded):
            continue
        for match in rule.pattern.finditer(text):
            found = _found(text, match)
            if found.value and rule.check(found):
                start = match.start("v")
                yield start, start + len(found.value), rule.kind


def _found(text: str, match: re.Match[str]) -> Found:
    start, stop = match.span("v")
    value = _trimmed(text[start:stop], text[start - 1 : start])
    end = start + len(value)
    return Found(
        value=value,
        link=text[match.start() : start],
        before=text[max(0, match.start() - 40) : start],
        after=text[end : end + 40],
    )


def _trimmed(value: str, opening: str) -> str:
    """Cut what belongs to the sentence or the notation around a value: closing quotes, the next field, a full stop."""
    closing = _QUOTES.get(opening)
    if closing and closing in value:
        return value[: value.index(closing)]
    field = _NEXT_FIELD.search(value)
    if field:
        value = value[: field.start()]
    return value.rstrip(".,;:'`)>]}")


def _private_keys(text: str) -> Iterator[tuple[int, int, str]]:
    heads = list(_PEM.finditer(text))
    for index, head in enumerate(heads):
        limit = heads[index + 1].start() if index + 1 < len(heads) else len(text)
        end = _PEM_END.search(text, head.end(), limit)
        yield head.start(), end.end() if end else _last_key_line(text, head.end(), limit), "private_key"


def _last_key_line(text: str, at: int, limit: int) -> int:
    while line := _PEM_LINE.match(text, at, limit):
        at = line.end()
    return at
