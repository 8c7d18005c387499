"""The owner's documents that are always told, entry by entry: which ones there are, and the text of those kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from morrow.clock import local_day
from morrow.context.fence import Fence, harmless
from morrow.context.items import Item
from morrow.context.wording import WORDINGS
from morrow.documents.entries import Document, Entry, Origin
from morrow.documents.injection import injected_text, without_double_blanks, without_empty_headings
from morrow.documents.parse import Piece, PieceKind, parse

_MARKS = " \t*_`"
_LABEL_ENDS = frozenset({"", ":", "：", "-", "+", "]", ".", ")"})  # of a label or a marker with nothing behind it


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a document: the place of its piece, its words, and how much it is worth beside others."""

    place: int
    item: Item
    worth: tuple[bool, bool, float]


@dataclass(frozen=True, slots=True)
class AlwaysTold:
    """A document in pieces, and those of them that are entries with something to say."""

    name: str
    pieces: tuple[Piece, ...]
    lines: tuple[Line, ...]

    @property
    def by_worth(self) -> list[Line]:
        """Return the lines: pinned, then confirmed ones and a person's own, then the newest."""
        return sorted(self.lines, key=lambda line: (line.worth, line.place), reverse=True)


def read_document(document: Document, *, zone: str) -> AlwaysTold:
    """Return a document as it may be told; the days of its entries are called as in `zone`."""
    known = {(entry.line, entry.text): entry for entry in document.entries}
    pieces = parse(document.text).pieces
    lines: list[Line] = []
    for place, piece in enumerate(pieces):
        leads_to_fence = place + 1 < len(pieces) and pieces[place + 1].kind is PieceKind.FENCE
        words = _words(piece.text, leads_to_fence=leads_to_fence) if piece.kind is PieceKind.ENTRY else ""
        if words:
            lines.append(_line(place, words, known.get((piece.line, piece.text)), zone))
    return AlwaysTold(document.name, pieces, tuple(lines))


def render_always(told: AlwaysTold, kept: Mapping[int, Item], fence: Fence) -> str:
    """Return the document under its name with the entries of `kept` only, by place, each with its day.

    Empty if none is kept.
    """
    if not kept:
        return ""
    said: list[tuple[Piece, str]] = []
    is_told = True  # whether the entry above a fence is
    for place, piece in enumerate(told.pieces):
        if piece.kind is PieceKind.ENTRY:
            is_told = place in kept
            said += [(piece, f"{dated(kept[place], fence)}\n")] if is_told else []
        elif piece.kind is not PieceKind.COMMENT and (piece.kind is not PieceKind.FENCE or is_told):
            said.append((piece, piece.raw))
    shown = "".join(text for _, text in without_double_blanks(without_empty_headings(said))).strip()
    return f"--- {told.name} ---\n{harmless(shown, fence.nonce)}"


def dated(item: Item, fence: Fence) -> str:
    """Return an entry's text with its day, and whether it is unconfirmed, behind it."""
    unconfirmed = WORDINGS[fence.language].unconfirmed if item.unconfirmed else ""
    notes = ", ".join(note for note in (item.day.isoformat() if item.day else "", unconfirmed) if note)
    return f"{item.text} ({notes})" if notes else item.text


def is_unconfirmed(entry: Entry) -> bool:
    """Whether an entry says what neither the owner said nor a person wrote or confirmed."""
    return entry.origin is not Origin.USER and not entry.author.is_person and entry.confirmed_at is None


def _words(text: str, *, leads_to_fence: bool) -> str:
    """Return what an entry says: nothing if it is a label that nobody filled in; code below fills it in."""
    is_label = text.rstrip(_MARKS)[-1:] in _LABEL_ENDS and not leads_to_fence
    is_plain = "<!--" not in text and (leads_to_fence or "\n" not in text)
    return text if is_plain and not is_label else injected_text(text)  # most are plain, and reading them takes time


def _line(place: int, words: str, entry: Entry | None, zone: str) -> Line:
    if entry is None:
        return Line(place, Item("", words), (False, False, 0.0))
    item = Item(entry.id, words, day=local_day(entry.last_seen, zone), unconfirmed=is_unconfirmed(entry))
    is_sure = entry.confirmed_at is not None or entry.author.is_person
    return Line(place, item, (entry.pinned, is_sure, entry.last_seen.timestamp()))
