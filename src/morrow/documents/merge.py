"""Merges what two hands made of one document, entry by entry. Decides the text; what becomes of a conflict, others do.

The result is *your* text into which *their* changes are carried, so that nothing you wrote moves or changes.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from morrow.documents.draft import Slot, join
from morrow.documents.entries import EntryKind
from morrow.documents.lines import newline_of, with_newlines
from morrow.documents.matching import Unit, pair, unit_of_piece
from morrow.documents.parse import Parsed, Piece, PieceKind, parse


@dataclass(frozen=True, slots=True)
class Conflict:
    """A passage that both changed, each in another way. An empty text means that the side took it out."""

    section: str
    base: str
    theirs: str
    yours: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged text, and the passages in which it follows `yours` against `theirs`."""

    text: str
    conflicts: tuple[Conflict, ...]


def merge(base_text: str, theirs_text: str, yours_text: str, structured: bool = False) -> Merged:
    """Return `yours_text` with what `theirs_text` changed of `base_text`.

    What either side added stays, in its place; what one side changed or took out while the other left it alone is
    changed or gone; where both changed one passage, yours stays and theirs is a conflict.
    """
    if theirs_text in (base_text, yours_text):
        return Merged(yours_text, ())
    if yours_text == base_text:
        return Merged(theirs_text, ())
    sides = [_Side.of(parse(text, structured)) for text in (base_text, theirs_text, yours_text)]
    newline = newline_of(yours_text)
    work = _Work.begin(*sides, newline=newline)
    for index in range(len(work.theirs.pieces)):
        _carry(work, index)
    _take_out(work)
    text = sides[2].head + join(_slots(work), newline=newline, structured=structured)
    return Merged(text, tuple(work.conflicts))


@dataclass(frozen=True, slots=True)
class _Side:
    """One text: its pieces that say something, each with the blank lines below it."""

    head: str
    pieces: list[Piece]
    blanks: list[str]
    units: list[Unit]

    @classmethod
    def of(cls, parsed: Parsed) -> "_Side":
        head, pieces, blanks = parsed.bom, list[Piece](), list[str]()
        for piece in parsed.pieces:
            if piece.kind is not PieceKind.BLANK:
                pieces.append(piece)
                blanks.append("")
            elif blanks:
                blanks[-1] += piece.raw
            else:
                head += piece.raw
        return cls(head, pieces, blanks, [unit_of_piece(piece) for piece in pieces])


@dataclass(slots=True, eq=False)
class _Node:
    """One piece of the result, in a chain that can be lengthened anywhere."""

    piece: Piece | None
    raw: str
    blanks: str
    section: str
    next: "_Node | None" = None
    is_touched: bool = False
    is_gone: bool = False

    @property
    def is_heading(self) -> bool:
        return self.piece is not None and self.piece.opens_section

    @property
    def begins_section(self) -> bool:
        return self.piece is not None and _begins_section(self.piece)


@dataclass(slots=True, eq=False)
class _Work:
    """The merge as far as it has come. `places` is the last node of theirs, by section, that the result has."""

    base: _Side
    theirs: _Side
    yours: _Side
    newline: str
    first: _Node
    nodes: list[_Node]
    base_of_theirs: list[int | None]
    yours_of_base: dict[int, int]
    added_by_you: dict[Unit, deque[int]]
    places: dict[str, _Node]
    last_heading: _Node
    conflicts: list[Conflict] = field(default_factory=list)

    @classmethod
    def begin(cls, base: _Side, theirs: _Side, yours: _Side, *, newline: str) -> "_Work":
        first = _Node(None, "", "", "")
        nodes = [_Node(p, p.raw, b, p.section) for p, b in zip(yours.pieces, yours.blanks, strict=True)]
        for before, after in zip([first, *nodes], nodes, strict=False):
            before.next = after
        base_of_yours = pair(base.units, yours.units)
        added: dict[Unit, deque[int]] = defaultdict(deque)
        for index, found in enumerate(base_of_yours):
            if found is None:
                added[yours.units[index]].append(index)
        yours_of_base = {found: index for index, found in enumerate(base_of_yours) if found is not None}
        base_of_theirs = pair(base.units, theirs.units)
        return cls(
            base, theirs, yours, newline, first, nodes, base_of_theirs, yours_of_base, added, {"": first}, first
        )  # fmt: skip


def _carry(work: _Work, index: int) -> None:
    """Carry one piece of theirs into the result, if it is new or changed, and note where it stands there."""
    unit, base_index = work.theirs.units[index], work.base_of_theirs[index]
    if base_index is None:
        twins = work.added_by_you.get(unit)
        node = work.nodes[twins.popleft()] if twins else _insert(work, index)
    elif base_index in work.yours_of_base:
        node = _carry_change(work, index, base_index)
    else:
        if unit.text != work.base.units[base_index].text:
            _note_conflict(work, base_index, theirs=work.theirs.pieces[index].text, yours="")
        return
    work.places[node.section] = node
    if node.begins_section:
        work.last_heading = node


def _carry_change(work: _Work, index: int, base_index: int) -> _Node:
    yours_index = work.yours_of_base[base_index]
    node = work.nodes[yours_index]
    base, theirs, yours = work.base.units[base_index], work.theirs.units[index], work.yours.units[yours_index]
    if theirs.text not in (base.text, yours.text):
        if yours.text == base.text:
            node.piece = work.theirs.pieces[index]
            node.raw, node.is_touched = with_newlines(node.piece.raw, work.newline), True
        else:
            _note_conflict(work, base_index, theirs=theirs.text, yours=yours.text)
    if theirs.section != base.section and yours.section == base.section and not node.is_heading:
        moved = _insert(work, index, raw=node.raw)
        node.is_gone = True
        work.nodes[yours_index] = moved
        return moved
    return node


def _insert(work: _Work, index: int, raw: str | None = None) -> _Node:
    """Put a piece of theirs behind the one it follows there, in its own section."""
    piece = work.theirs.pieces[index]
    raw = with_newlines(piece.raw, work.newline) if raw is None else raw
    made = _Node(piece, raw, with_newlines(work.theirs.blanks[index], work.newline), piece.section, is_touched=True)
    if _begins_section(piece):
        return _put_section(work, made)
    before = work.places.get(piece.section)
    if before is None:
        before = _restore_heading(work, index)
    if index and before.piece is not None:  # what stood between the place and what followed it now stands below
        made.blanks = before.blanks if before.next is not None else made.blanks
        before.blanks = with_newlines(work.theirs.blanks[index - 1], work.newline)
    _put(before, made)
    return made


def _restore_heading(work: _Work, index: int) -> _Node:
    """Bring back the heading that you took out and under which they wrote something new."""
    heading = next((piece for piece in work.theirs.pieces[index::-1] if piece.opens_section), None)
    if heading is None:
        return work.last_heading
    raw = with_newlines(heading.raw, work.newline)
    node = _Node(heading, raw, "", heading.section, is_touched=True)
    work.places[node.section] = work.last_heading = _put_section(work, node)
    return node


def _put_section(work: _Work, made: _Node) -> _Node:
    """Put the beginning of a section behind the one that it follows in theirs, a blank line between."""
    before = _end_of_section(work.last_heading)
    if before.piece is not None:
        before.blanks = before.blanks or work.newline
    _put(before, made)
    return made


def _end_of_section(heading: _Node) -> _Node:
    node = heading
    while node.next is not None and not node.next.begins_section:
        node = node.next
    return node


def _put(before: _Node, made: _Node) -> None:
    made.next, before.next = before.next, made


def _take_out(work: _Work) -> None:
    """Take out what they took out and you left as it was. A heading stays while something stands below it."""
    kept = {found for found in work.base_of_theirs if found is not None}
    for base_index, yours_index in work.yours_of_base.items():
        if base_index in kept:
            continue
        base, yours = work.base.units[base_index], work.yours.units[yours_index]
        if base.text == yours.text:
            work.nodes[yours_index].is_gone = True
        else:
            _note_conflict(work, base_index, theirs="", yours=yours.text)
    has_words = False
    for node in reversed(list(_chain(work.first))):
        if node.is_heading:
            node.is_gone = node.is_gone and not has_words
            has_words = False
        else:
            has_words = has_words or not node.is_gone


def _slots(work: _Work) -> list[Slot]:
    slots: list[Slot] = []
    follows_gone = False
    for node in _chain(work.first):
        if node.is_gone:
            follows_gone = True
            if slots and slots[-1].kind is not PieceKind.BLANK and node.blanks:
                slots.append(Slot(PieceKind.BLANK, node.blanks))
            continue
        kind = node.piece.kind if node.piece else PieceKind.BLANK
        slots.append(Slot(kind, node.raw, is_touched=node.is_touched or follows_gone))
        follows_gone = False
        if node.blanks:
            slots.append(Slot(PieceKind.BLANK, node.blanks))
    while follows_gone and slots and slots[-1].kind is PieceKind.BLANK:
        slots.pop()
    return slots


def _chain(first: _Node) -> Iterator[_Node]:
    node = first.next
    while node is not None:
        yield node
        node = node.next


def _note_conflict(work: _Work, base_index: int, *, theirs: str, yours: str) -> None:
    base = work.base.pieces[base_index]
    work.conflicts.append(Conflict(base.section, base.text, theirs, yours))


def _begins_section(piece: Piece) -> bool:
    """Whether a section begins here: with its heading, or, in a structured file, with the entry that it is."""
    return piece.opens_section or piece.entry_kind is EntryKind.STRUCTURED
