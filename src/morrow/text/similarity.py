"""How alike two statements are, and whether they are the same one. Knows no documents."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from morrow.text.polarity import polarity
from morrow.text.specifics import agree, read
from morrow.text.words import content_runs, content_tokens, fold, is_cjk

MIN_SHARE_OF_NEAR_DUPLICATE = 0.85
_KEPT_MARKS = frozenset("%@?+#$€£¥")
_JOINED_BY = frozenset(".:/-_")
_SPACE = re.compile(r"\s+")
_REMEMBERED_CHARACTERS = 400


def normalise(text: str) -> str:
    """Return what two spellings of one statement share: no case, width, list marker, punctuation or extra space.

    Marks that change the meaning stay: `C++` and `C#`, `1.5`, `-5`, `50%`, a question mark.
    """
    return _remembered(text) if len(text) <= _REMEMBERED_CHARACTERS else _normalised(text)


@lru_cache(maxsize=16_384)  # the lines of a document are compared with each of those that join it
def _remembered(text: str) -> str:
    return _normalised(text)


def _normalised(text: str) -> str:
    folded = fold(text)
    kept = "".join(_kept(folded, at) for at in range(len(folded)))
    words = _SPACE.split(kept.strip())
    parts: list[str] = words[:1]
    for before, word in pairwise(words):
        parts.append(word if is_cjk(before[-1]) or is_cjk(word[0]) else f" {word}")
    return "".join(parts)


def _kept(text: str, at: int) -> str:
    character = text[at]
    if character in _KEPT_MARKS or (character != "`" and unicodedata.category(character)[0] not in "PZC"):
        return character
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if character in _JOINED_BY and (before + after).isascii() and before.isalnum() and after.isalnum():
        return character
    is_sign = character == "-" and after.isdigit() and before in {"", " ", "("}
    return character if is_sign else " " if character != "'" else ""


def shingles(text: str) -> frozenset[str]:
    """Return the overlapping pairs of a normalised text: of neighbouring words, and of neighbouring CJK characters."""
    units = [unit for word in normalise(text).split(" ") for unit in _units(word)]
    return frozenset(units) if len(units) < 2 else frozenset(f"{left}\x1f{right}" for left, right in pairwise(units))


def similarity(a: str, b: str) -> float:
    """Return how much of their content two texts share, in 0..1, whatever the order of the words.

    The mean of the shared part of both and the shared part of the shorter: a detail more costs less than another topic.
    """
    return overlap(frozenset(content_tokens(a)), frozenset(content_tokens(b))) or float(normalise(a) == normalise(b))


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the similarity of two sets of tokens, in 0..1; 0 if one is empty."""
    shared = len(a & b)
    return 0.0 if not shared else (shared / len(a | b) + shared / min(len(a), len(b))) / 2


def is_duplicate(a: str, b: str) -> bool:
    """Return whether two texts are one statement, so that keeping one loses nothing of the other.

    Either their normal form is equal, or specifics and polarity are equal and the content of one stands in the other
    in the same order with at most 15 % more. A swapped word is another statement.
    """
    if normalise(a) == normalise(b):
        return True
    if polarity(a) != polarity(b) or _asks(a) != _asks(b):
        return False
    return _near(_content_units(a), _content_units(b)) and agree(read(a), read(b))


def _near(a: list[str], b: list[str]) -> bool:
    shorter, longer = sorted((a, b), key=len)
    if not shorter or len(shorter) < MIN_SHARE_OF_NEAR_DUPLICATE * len(longer):
        return False
    rest = iter(longer)
    return all(unit in rest for unit in shorter)


def _content_units(text: str) -> list[str]:
    return [unit for run in content_runs(text) for unit in _units(run)]


def _units(word: str) -> Iterator[str]:
    """Give a Latin word whole and CJK by single characters."""
    start = 0
    for at, character in enumerate(word):
        if is_cjk(character):
            if start < at:
                yield word[start:at]
            yield character
            start = at + 1
    if start < len(word):
        yield word[start:]


def _asks(text: str) -> bool:
    return "?" in text or "？" in text


class Duplicates:
    """Texts by key, found again by a duplicate of theirs without comparing each with each."""

    def __init__(self, texts: Iterable[tuple[str, str]] = ()) -> None:
        self._texts: dict[str, str] = {}
        self._by_form: dict[str, str] = {}
        self._by_token: dict[str, list[str]] = {}
        for key, text in texts:
            self.add(key, text)

    def add(self, key: str, text: str) -> None:
        """Remember a text; of several with one normal form the first keeps the place."""
        self._texts[key] = text
        self._by_form.setdefault(normalise(text), key)
        for token in set(_content_units(text)):
            self._by_token.setdefault(token, []).append(key)

    def find(self, text: str) -> str | None:
        """Return the key of a text that `text` repeats (equal ones first, then the most alike), or None."""
        equal = self._by_form.get(normalise(text))
        if equal is not None:
            return equal
        counts: Counter[str] = Counter()
        units = set(_content_units(text))
        for unit in units:
            counts.update(self._by_token.get(unit, ()))
        likely = [key for key, shared in counts.items() if shared >= MIN_SHARE_OF_NEAR_DUPLICATE * len(units) - 1]
        likely.sort(key=lambda key: (-counts[key], key))
        return next((key for key in likely if is_duplicate(self._texts[key], text)), None)
