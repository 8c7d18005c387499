"""How one text of a document differs from the one before: compact deltas, hashes, readable diffs. Stores nothing."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff

from morrow.documents.lines import split_lines
from morrow.errors import InvalidInput

_NO_NEWLINE = "\n\\ No newline at end of file"


@dataclass(frozen=True, slots=True)
class Delta:
    """The new text keeps `prefix` characters of the old one's head and `suffix` of its tail around `middle`."""

    prefix: int
    suffix: int
    middle: str

    def encode(self) -> str:
        """Return the delta as one text."""
        return f"{self.prefix}:{self.suffix}:{self.middle}"

    @classmethod
    def decode(cls, encoded: str) -> "Delta":
        """Return the delta that was encoded. Raises InvalidInput for a text that is none."""
        prefix, _, rest = encoded.partition(":")
        suffix, colon, middle = rest.partition(":")
        if not colon or not (prefix + suffix).isdecimal() or not prefix or not suffix:
            raise InvalidInput(f"{encoded[:40]!r}: a delta is written as prefix:suffix:middle")
        return cls(int(prefix), int(suffix), middle)


def make_delta(old: str, new: str) -> Delta:
    """Return how `new` is made from `old`."""
    shorter = min(len(old), len(new))
    prefix = _longest(shorter, lambda length: old.startswith(new[:length]))
    room = shorter - prefix
    suffix = _longest(room, lambda length: old.endswith(new[len(new) - length :]))
    return Delta(prefix, suffix, new[prefix : len(new) - suffix])


def apply_delta(old: str, delta: Delta) -> str:
    """Return the text that `delta` makes of `old`. Raises InvalidInput if `old` is too short to be its text."""
    if delta.prefix + delta.suffix > len(old):
        raise InvalidInput("the delta belongs to another text; read the revisions in their order")
    return old[: delta.prefix] + delta.middle + old[len(old) - delta.suffix :]


def hash_of(text: str) -> str:
    """Return the SHA-256 of the text's UTF-8 bytes in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def unified(old: str, new: str, name: str) -> str:
    """Return the difference of two texts of the document `name` as a unified diff; empty if they are equal."""
    lines = unified_diff(_diff_lines(old), _diff_lines(new), f"a/{name}", f"b/{name}", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def _longest(limit: int, fits: Callable[[int], bool]) -> int:
    """Return the greatest length up to `limit` that fits, given that every shorter one fits too."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _diff_lines(text: str) -> list[str]:
    return [line[:-1] if line.endswith("\n") else line + _NO_NEWLINE for line in split_lines(text)]
