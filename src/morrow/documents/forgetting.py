"""Which words are to be forgotten, and how they are found in a text and cut out of it. Keeps and writes nothing."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from morrow.documents.entries import body_of
from morrow.documents.parse import PieceKind, parse
from morrow.text.similarity import Duplicates
from morrow.text.words import CJK_CHARACTER

MARK = "[forgotten]"
MIN_CHARACTERS = 2  # what is shorter stands in half of all texts
_QUOTED_CHARACTERS = 160  # reports and diary cut their quotations to this length
_PIECE_CHARACTERS = 200
_CUT_OFF = ("...", "…")
_SHOWN_CHARACTERS, _SHOWN_CJK_CHARACTERS = 16, 6


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Words that are to be forgotten, each text once, the longest first."""

    texts: tuple[str, ...]
    _pattern: re.Pattern[str] = field(repr=False, compare=False)
    _known: Duplicates = field(repr=False, compare=False)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """Return the words of `texts`, list markers and blank ones left out."""
        bodies = {body_of(text).strip() for text in texts}
        kept = tuple(sorted((body for body in bodies if len(body) >= MIN_CHARACTERS), key=lambda b: (-len(b), b)))
        known = Duplicates()
        for body in kept:
            known.add(body, body)
        forms = sorted({form for body in kept for form in _forms(body)}, key=len, reverse=True)
        pattern = "|".join(_whole(form) for form in forms) or r"(?!)"
        return cls(kept, re.compile(pattern), known)

    def says(self, text: str) -> bool:
        """Whether a text, as a whole, says one of them, in these words or nearly."""
        body = body_of(text)
        return bool(body) and (self._known.find(body) is not None or not self.left(text))

    def stands_in(self, text: str) -> bool:
        """Whether one of them stands in a text, word for word."""
        return self._pattern.search(text) is not None

    def cut_excerpt(self, text: str, mark: str) -> str:
        """Return what a tool was answered without the words: an excerpt that shows some of them in a row goes whole."""
        plain = text.replace("[[", "").replace("]]", "")
        line = " ".join(plain.split())
        is_excerpt = plain != text or line.startswith(_CUT_OFF) or line.endswith(_CUT_OFF)
        if is_excerpt and any(run in line for body in self.texts for run in _runs(" ".join(body.split()))):
            return mark
        return self.cut(text, mark)

    def cut(self, text: str, mark: str = "") -> str:
        """Return a text without the words, `mark` in their places."""
        return self._pattern.sub(lambda _: mark, text)

    def left(self, text: str) -> str:
        """Return what is left of an entry's text without the words: nothing, if it says no more than they do."""
        clean = self.cut(text)
        return clean if clean == text or any(map(str.isalnum, body_of(clean))) else ""

    def cut_entries(self, text: str, *, structured: bool) -> str:
        """Return a document's text without the entries that say only them, and without the words elsewhere."""
        parsed = parse(text, structured)
        kept = (
            self.left(piece.raw) if piece.kind is PieceKind.ENTRY else self.cut(piece.raw) for piece in parsed.pieces
        )
        return parsed.bom + "".join(kept)

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the beginning of each text, to look rows up by: its first line, at most 200 characters of it."""
        return tuple(dict.fromkeys(text.split("\n", 1)[0][:_PIECE_CHARACTERS] for text in self.texts))


def _runs(line: str) -> Iterable[str]:
    """Return every stretch of a line that is long enough to give it away, or all of a shorter one."""
    most = _SHOWN_CJK_CHARACTERS if CJK_CHARACTER.search(line) else _SHOWN_CHARACTERS
    return (line[start : start + most] for start in range(max(len(line) - most, 0) + 1))


def _forms(body: str) -> set[str]:
    """Return the ways in which a text stands elsewhere: as it is, on one line, and cut as reports quote it."""
    line = " ".join(body.split())
    short = f"{line[: _QUOTED_CHARACTERS - 1]}…" if len(line) > _QUOTED_CHARACTERS else line
    return {body, line, short}


def _whole(form: str) -> str:
    """Return the pattern of a text that is no part of a longer word or number."""
    before = r"(?<![^\W_])" if form[0].isascii() and form[0].isalnum() else ""
    after = r"(?![^\W_])" if form[-1].isascii() and form[-1].isalnum() else ""
    return before + re.escape(form) + after
