"""What a text says exactly: numbers, dates, amounts, addresses, ids, quotes and names, in a form that ignores notation.

Chinese names are found only where they are quoted or Latin. The dates that relative words mean are found elsewhere.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from morrow.text.moments import DATE, TIME, date_value, time_value
from morrow.text.names import EMAIL, ID, PATH, QUOTED, URL, is_id, name_words, url_value
from morrow.text.numbers import AMOUNT, NUMBER, amount_value, number_value
from morrow.text.words import fold, fold_width, pieces

_CUT = " \x00 "


class Kind(StrEnum):
    """What sort of thing a specific is."""

    NUMBER = "number"
    AMOUNT = "amount"
    DATE = "date"
    TIME = "time"
    URL = "url"
    EMAIL = "email"
    PATH = "path"
    ID = "id"
    QUOTED = "quoted"
    NAME = "name"


@dataclass(frozen=True, slots=True, order=True)
class Specific:
    """One exact thing; `value` is its normal form (`1000`, `EUR:1200`, `2026-04-09`, `15:00`, `lisbon`)."""

    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one text was found to hold; asks whether a specific of another text stands in it, in any notation."""

    specifics: frozenset[Specific]
    folded: str
    words: frozenset[str]
    numbers: frozenset[str]

    def has(self, specific: Specific) -> bool:
        """Return whether the text says this specific; `April 9` stands in `2026-04-09`, `1200` in `€1,200`."""
        if specific in self.specifics:
            return True
        if specific.kind is Kind.NUMBER:
            return specific.value in self.numbers
        if specific.kind is Kind.DATE:
            return specific.value.startswith("-") and self._has_date_ending(specific.value[1:])
        if specific.kind is Kind.NAME:
            return specific.value in self.words
        is_literal = specific.kind in {Kind.QUOTED, Kind.ID, Kind.PATH, Kind.URL, Kind.EMAIL}
        return is_literal and stands_in(specific.value, self.folded)

    def _has_date_ending(self, ending: str) -> bool:
        dates = (found.value for found in self.specifics if found.kind is Kind.DATE)
        return any(date.endswith(ending) or date[4:].startswith(f"{ending}-") for date in dates)


def specifics(text: str) -> frozenset[Specific]:
    """Return every specific of a text. Linear in its length."""
    return read(text).specifics


def occurs(specific: Specific, text: str) -> bool:
    """Return whether a text says a specific, in whatever notation."""
    return read(text).has(specific)


def agree(a: Reading, b: Reading) -> bool:
    """Return whether two texts say the same specifics."""
    return all(b.has(specific) for specific in a.specifics) and all(a.has(specific) for specific in b.specifics)


def missing(text: str, inputs: Iterable[str]) -> tuple[Specific, ...]:
    """Return the specifics of a text that stand in none of the inputs, in order of kind and value."""
    readings = [read(one) for one in inputs]
    wanted = sorted(read(text).specifics)
    return tuple(specific for specific in wanted if not any(reading.has(specific) for reading in readings))


@lru_cache(maxsize=4_096)
def read(text: str) -> Reading:
    """Return what a text holds. Longer and more certain forms are read first, and no character is read twice."""
    wide = fold_width(text)
    found = {Specific(Kind.QUOTED, _inner(match)) for match in QUOTED.finditer(wide)}
    wide = _take(wide, URL, found, lambda match: (Kind.URL, url_value(match.group())))
    wide = _take(wide, EMAIL, found, lambda match: (Kind.EMAIL, match.group().casefold()))
    wide = _take(wide, PATH, found, lambda match: (Kind.PATH, match.group().casefold().rstrip("./\\")))
    wide = _take(wide, ID, found, lambda match: (Kind.ID, match.group().casefold()) if is_id(match.group()) else None)
    found.update(Specific(Kind.NAME, word) for word in name_words(wide))
    low = wide.casefold()
    low = _take(low, TIME, found, lambda match: (Kind.TIME, time_value(match)))
    low = _take(low, DATE, found, lambda match: (Kind.DATE, date_value(match)))
    low = _take(low, AMOUNT, found, lambda match: (Kind.AMOUNT, amount_value(match)))
    _take(low, NUMBER, found, lambda match: (Kind.NUMBER, number_value(match)))
    folded = fold(text)
    words = frozenset(word.removesuffix("'s") for word in pieces(folded))
    return Reading(frozenset(found), folded, words, frozenset(_numbers(found)))


def _take(
    text: str, pattern: re.Pattern[str], found: set[Specific], value: Callable[[re.Match[str]], tuple[Kind, str] | None]
) -> str:
    """Add what a pattern finds to `found` and return the text without it."""

    def cut(match: re.Match[str]) -> str:
        kind_and_value = value(match)
        if kind_and_value is None:
            return match.group()
        found.add(Specific(*kind_and_value))
        return _CUT

    return pattern.sub(cut, text)


def _inner(match: re.Match[str]) -> str:
    inner = next(group for group in match.groups() if group is not None)
    return " ".join(fold(inner).rstrip(".,;。，；").split())


def _numbers(found: set[Specific]) -> Iterable[str]:
    for specific in found:
        if specific.kind is Kind.NUMBER:
            yield specific.value
        elif specific.kind is Kind.AMOUNT:
            yield specific.value.partition(":")[2]
        elif specific.kind is Kind.DATE:
            yield from (part.lstrip("0") for part in specific.value.split("-") if part.isdigit())


def stands_in(value: str, text: str) -> bool:
    """Return whether a folded literal stands in a folded text and is no part of a longer Latin word or number there."""
    if not value:
        return False
    at = text.find(value)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(value) : at + len(value) + 1]
        if not (_joins(value[0], before) or _joins(value[-1], after)):
            return True
        at = text.find(value, at + 1)
    return False


def _joins(edge: str, neighbour: str) -> bool:
    return edge.isascii() and edge.isalnum() and neighbour.isascii() and neighbour.isalnum()
