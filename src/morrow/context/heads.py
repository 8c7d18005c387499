"""Shortens a document to the whole entries of its head that fit, and says how many do not. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from morrow.context.wording import WORDINGS
from morrow.documents.parse import Piece, PieceKind, parse
from morrow.text.language import Language

_TOLD = frozenset({PieceKind.ENTRY, PieceKind.FENCE})


@dataclass(frozen=True, slots=True)
class Head:
    """What is told of a document: `kept` of its `of` entries."""

    text: str
    kept: int
    of: int


def whole(text: str) -> Head:
    """Return a document that is told whole."""
    count = len(_ends(parse(text).pieces))
    return Head(text, count, count)


def nothing_of(text: str, *, language: Language) -> Head:
    """Return the line that says that no entry of a document is told."""
    pieces = parse(text).pieces
    ends = _ends(pieces)
    return Head(_head(pieces, ends, 0, language), 0, len(ends))


def fitting_head(text: str, fits: Callable[[str], bool], *, language: Language) -> Head:
    """Return the text if it fits, else as many entries of its head as do, and a line that counts the others.

    Nothing is left of it where not even that line fits.
    """
    if fits(text):
        return whole(text)
    pieces = parse(text).pieces
    ends = _ends(pieces)
    low, high = -1, len(ends) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if fits(_head(pieces, ends, middle, language)):
            low = middle
        else:
            high = middle - 1
    return Head(_head(pieces, ends, low, language) if low >= 0 else "", max(low, 0), len(ends))


def _ends(pieces: Sequence[Piece]) -> list[int]:
    return [index + 1 for index, piece in enumerate(pieces) if piece.kind in _TOLD]


def _head(pieces: Sequence[Piece], ends: Sequence[int], kept: int, language: Language) -> str:
    words = "".join(piece.raw for piece in pieces[: ends[kept - 1]]).rstrip("\n") if kept else ""
    note = WORDINGS[language].omitted_end.format(count=len(ends) - kept, total=len(ends))
    return f"{words}\n\n{note}" if words else note
