"""Cuts a short piece out of a text around what matches, with the matches marked `[[so]]`. Never splits a grapheme."""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from morrow.search.tokens import MAX_TOKEN_LENGTH, places

CONTEXT = 80  # characters on each side of a match
_STRETCH = 2_000  # a long line is looked through in stretches of so many characters
_LONGEST_GRAPHEME = 64
_ZERO_WIDTH_JOINER = "\u200d"


class _Match(NamedTuple):
    start: int
    end: int
    tokens: frozenset[str]


def snippet(text: str, tokens: Collection[str]) -> str:
    """Return `text` around the place that most of `tokens` stand at, or its beginning if none stands in it.

    Every match in the piece is marked `[[…]]`; `...` stands where the text goes on.
    """
    matches = _first_matches(text, frozenset(tokens))
    best = _most_told(matches)
    start = _boundary(text, best.start - CONTEXT, step=-1)
    end = _boundary(text, best.end + CONTEXT, step=1)
    marked: list[str] = []
    at = start
    for left, right in _merged(text, matches):
        if at <= left and right <= end:
            marked += [text[at:left], "[[", text[left:right], "]]"]
            at = right
    marked.append(text[at:end])
    return f"{'...' if start else ''}{''.join(marked)}{'...' if end < len(text) else ''}"


def _first_matches(text: str, tokens: frozenset[str]) -> list[_Match]:
    """Return the matches of the first stretch that has any, and of the one after it."""
    for start in range(0, max(len(text), 1), _STRETCH):
        # Stretches overlap by the longest token: a word that one of them cuts stands whole in the next.
        stretch = text[max(start - MAX_TOKEN_LENGTH, 0) : start + 2 * _STRETCH]
        if start and not _may_match(stretch, tokens):
            continue
        found = list(_matches(stretch, tokens, offset=max(start - MAX_TOKEN_LENGTH, 0)))
        if found:
            return found
    return []


def _may_match(stretch: str, tokens: frozenset[str]) -> bool:
    """Return whether a stretch is worth a close look. A stem may end otherwise than its word, so ends are left out."""
    plain = unicodedata.normalize("NFKC", stretch).casefold().replace(",", "")
    return any(token[: max(len(token) - 2, 1)] in plain for token in tokens)


def _matches(stretch: str, tokens: frozenset[str], *, offset: int) -> Iterator[_Match]:
    for start, end, found in places(stretch):
        shared = tokens.intersection(found)
        if shared:
            yield _Match(offset + start, offset + end, shared)


def _most_told(matches: Sequence[_Match]) -> _Match:
    """Return the match whose surroundings show the most different tokens, the first of these."""
    best, most = _Match(0, CONTEXT, frozenset()), 0
    ordered = sorted(matches)
    starts = [match.start for match in ordered]
    for match in matches:
        nearby = ordered[bisect_left(starts, match.start - CONTEXT) : bisect_right(starts, match.end + CONTEXT)]
        told = len(frozenset().union(*(m.tokens for m in nearby if m.end <= match.end + CONTEXT)))
        if told > most:
            best, most = match, told
    return best


def _merged(text: str, matches: Sequence[_Match]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for match in sorted(matches):
        start, end = _boundary(text, match.start, step=-1), _boundary(text, match.end, step=1)
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _boundary(text: str, at: int, *, step: int) -> int:
    """Return the place at or, in steps, after `at` where no grapheme is cut; a boundless one is cut all the same."""
    at = min(max(at, 0), len(text))
    for place in range(at, at + step * _LONGEST_GRAPHEME, step):
        if place <= 0 or place >= len(text) or not _belong_together(text, place):
            return min(max(place, 0), len(text))
    return at


def _belong_together(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at]
    if unicodedata.category(after).startswith("M") or _ZERO_WIDTH_JOINER in (before, after):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":  # skin tones, flags by tags
        return True
    if _is_flag_letter(before) and _is_flag_letter(after):
        letters = 0
        while letters < at and _is_flag_letter(text[at - 1 - letters]):
            letters += 1
        return letters % 2 == 1
    return (before == "\r" and after == "\n") or ("\u1160" <= after <= "\u11ff" and "\u1100" <= before <= "\u11ff")


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
