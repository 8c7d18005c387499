"""Finds the known entries again in a text that somebody changed by hand. Decides ids only; the text stays as it is."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from morrow.documents.entries import Entry, EntryKind, body_of
from morrow.documents.lines import with_newlines
from morrow.documents.parse import Parsed, Piece

MIN_SIMILARITY = 0.5
_MAX_COMPARED_ALL = 2_500  # old × new texts of one section; beyond, each is compared with its neighbours only
_NEIGHBOURS = 8
_MAX_READ = 2_000  # characters at each end of a long text that tell whether it is the same entry


class Change(StrEnum):
    """What became of an entry between two texts."""

    SAME = "same"
    MOVED = "moved"
    EDITED = "edited"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Match:
    """An entry of the new text, and the known one that it is (None if it is new)."""

    piece: Piece
    entry: Entry | None
    change: Change


@dataclass(frozen=True, slots=True)
class Matching:
    """Every entry of the new text in its order, and the known entries that are no longer in it."""

    matches: tuple[Match, ...]
    gone: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A text with its place. Only units of one group are ever paired."""

    section: str
    group: str
    text: str


def match(old: Sequence[Entry], parsed: Parsed) -> Matching:
    """Return which of the `old` entries stand in the new text.

    Equal text keeps its entry, in the same section first; then the most similar text of the same section does, if it
    is similar enough. A structured section is known by its key alone.
    """
    pieces = parsed.entries
    found = pair([unit_of_entry(entry) for entry in old], [unit_of_piece(piece) for piece in pieces])
    matches = tuple(
        Match(piece, None if index is None else old[index], _change(piece, None if index is None else old[index]))
        for piece, index in zip(pieces, found, strict=True)
    )
    kept = {index for index in found if index is not None}
    return Matching(matches, tuple(entry for index, entry in enumerate(old) if index not in kept))


def located(old: Sequence[Entry], parsed: Parsed) -> tuple[Entry, ...]:
    """Return the known entries that stand in the text, in its order and with its sections, lines and words."""
    return tuple(placed(m.entry, m.piece) for m in match(old, parsed).matches if m.entry is not None)


def placed(entry: Entry, piece: Piece) -> Entry:
    """Return `entry` as the text has it: words, section, kind and line."""
    kind = piece.entry_kind or entry.kind
    return replace(entry, section=piece.section, kind=kind, text=piece.text, line=piece.line)


def unit_of_entry(entry: Entry) -> Unit:
    """Return the entry as a text with its place."""
    return Unit(entry.section, _group(entry.kind), text_key(entry.text))


def unit_of_piece(piece: Piece) -> Unit:
    """Return any piece of a document as a text with its place."""
    if piece.entry_kind is not None:
        return Unit(piece.section, _group(piece.entry_kind), text_key(piece.text))
    return Unit(piece.section, "section" if piece.opens_section else str(piece.kind), text_key(piece.text))


def text_key(text: str) -> str:
    """Return what two texts share that differ in their newlines only."""
    return with_newlines(text, "\n")


def pair(old: Sequence[Unit], new: Sequence[Unit]) -> list[int | None]:
    """Return for each new unit the index of the old one that it is, or None. Takes each old one at most once.

    Linear for what is equal; equal texts are paired in their order.
    """
    found: list[int | None] = [None] * len(new)
    free = set(range(len(old)))
    _pair_equal([(u.group, u.section, u.text) for u in old], [(u.group, u.section, u.text) for u in new], found, free)
    _pair_equal([(u.group, u.text) for u in old], [(u.group, u.text) for u in new], found, free)
    _pair_similar(old, new, found, free)
    return found


def _pair_equal(
    old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]], found: list[int | None], free: set[int]
) -> None:
    waiting: dict[tuple[str, ...], deque[int]] = defaultdict(deque)
    for index in sorted(free):
        waiting[old[index]].append(index)
    for index, key in enumerate(new):
        if found[index] is None and waiting.get(key):
            taken = waiting[key].popleft()
            found[index] = taken
            free.discard(taken)


def _pair_similar(old: Sequence[Unit], new: Sequence[Unit], found: list[int | None], free: set[int]) -> None:
    old_by_place: dict[tuple[str, str], list[int]] = defaultdict(list)
    new_by_place: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index in sorted(free):
        old_by_place[old[index].group, old[index].section].append(index)
    for index, unit in enumerate(new):
        if found[index] is None:
            new_by_place[unit.group, unit.section].append(index)
    for place, news in new_by_place.items():
        olds = old_by_place.get(place, [])
        is_keyed = place[0] == EntryKind.STRUCTURED
        pairs = zip(olds, news, strict=False) if is_keyed else _most_similar(old, new, olds, news)
        for old_index, new_index in pairs:
            found[new_index] = old_index
            free.discard(old_index)


def _most_similar(
    old: Sequence[Unit], new: Sequence[Unit], olds: Sequence[int], news: Sequence[int]
) -> Iterable[tuple[int, int]]:
    old_marks = [_marks(old[index].text) for index in olds]
    ranked: list[tuple[float, int, int, int]] = []
    for at, new_index in enumerate(news):
        marks = _marks(new[new_index].text)
        for candidate in _candidates(at, len(olds), len(news)):
            score = _similarity(old_marks[candidate], marks)
            if score >= MIN_SIMILARITY:
                ranked.append((-score, abs(candidate - at), candidate, at))
    used_old: set[int] = set()
    used_new: set[int] = set()
    for _, _, candidate, at in sorted(ranked):
        if candidate not in used_old and at not in used_new:
            used_old.add(candidate)
            used_new.add(at)
            yield olds[candidate], news[at]


def _candidates(at: int, olds: int, news: int) -> range:
    if olds * news <= _MAX_COMPARED_ALL:
        return range(olds)
    middle = at * olds // news
    return range(max(0, middle - _NEIGHBOURS), min(olds, middle + _NEIGHBOURS + 1))


def _marks(text: str) -> frozenset[str]:
    """Return the pairs of neighbouring characters, which serve Chinese and English alike."""
    words = text if len(text) <= 2 * _MAX_READ else text[:_MAX_READ] + text[-_MAX_READ:]
    plain = " ".join(body_of(words).casefold().split())
    return frozenset(left + right for left, right in pairwise(plain)) or frozenset({plain})


def _similarity(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b))


def _group(kind: EntryKind) -> str:
    return str(kind) if kind is EntryKind.STRUCTURED else "entry"


def _change(piece: Piece, entry: Entry | None) -> Change:
    if entry is None:
        return Change.NEW
    if text_key(entry.text) != text_key(piece.text):
        return Change.EDITED
    return Change.SAME if entry.section == piece.section else Change.MOVED
