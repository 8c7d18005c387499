"""Appends to a daily note: nothing in it is ever replaced, and nothing is written twice. Decides the text only."""

from collections.abc import Sequence
from datetime import date

from morrow.documents.blocks import heading_title
from morrow.documents.draft import Slot, join
from morrow.documents.entries import EntryKind
from morrow.documents.injection import Said, without_double_blanks, without_empty_headings
from morrow.documents.lines import newline_of, with_newlines
from morrow.documents.matching import text_key
from morrow.documents.parse import Piece, PieceKind, parse
from morrow.documents.wording import leaves_open_end, without_ends
from morrow.text.clean import split_bom


def append_to_note(text: str, block: str, day: date) -> str:
    """Return the note of `day` with what is new in `block` at its end, and one newline behind it.

    The day's title, and whatever the note has word for word, is left out of `block`; if nothing is left, the note
    stays as it is. An empty note begins with the title `# YYYY-MM-DD`.
    """
    new = _new_words(text, block, day)
    if not new:
        return text
    newline = newline_of(text)
    bom, note = split_bom(text)
    note = note.rstrip("\r\n") if note.strip() else f"# {day.isoformat()}"
    gap = newline if _ends_in_item(note) and _begins_with_item(new) else newline * 2
    return bom + note + gap + with_newlines(new, newline) + newline


def _new_words(text: str, block: str, day: date) -> str:
    before, given = parse(text), with_newlines(block, "\n")
    if leaves_open_end(before) or leaves_open_end(parse(given)):
        given = without_ends(given)  # a fence without its pair would swallow what is appended next
    note = before.pieces
    known = {_words(piece) for piece in note}
    lines = {line.strip() for piece in note if _is_paragraph(piece) for line in piece.text.split("\n")}
    said: list[Said] = []
    for piece in parse(given).pieces:
        if piece.kind is PieceKind.HEADING:
            is_title = heading_title(piece.text) == day.isoformat()
            said += [] if is_title else [(piece, piece.raw)]
        elif piece.kind is PieceKind.BLANK or _words(piece) not in known:
            said.append((piece, _unknown_lines(piece, lines)))
    said = _without_open_headings(without_empty_headings(said), note)
    slots = [Slot(piece.kind, words, is_touched=True) for piece, words in without_double_blanks(said)]
    return join(slots, newline="\n", structured=False).strip()


def _unknown_lines(piece: Piece, known: set[str]) -> str:
    """Return a paragraph without the lines that the note has; of any other piece a line alone means nothing."""
    if not _is_paragraph(piece):
        return piece.raw
    lines = _words(piece).split("\n")
    if all(line.strip() in known for line in lines):
        return ""
    return "\n".join(line for line in lines if line.strip() not in known or not _stands_alone(line)) + "\n"


def _stands_alone(line: str) -> bool:
    return any(character.isalnum() for character in line) and not line.lstrip().startswith("|")


def _without_open_headings(said: Sequence[Said], note: Sequence[Piece]) -> list[Said]:
    """Leave out headings under which the note's last words stand already."""
    open_headings: dict[int, str] = {}
    for piece in note:
        if piece.kind is PieceKind.HEADING:
            _open(open_headings, piece)
    kept: list[Said] = []
    for piece, words in said:
        if piece.kind is PieceKind.HEADING:
            if open_headings.get(piece.level) == _words(piece):
                continue
            _open(open_headings, piece)
        kept.append((piece, words))
    return kept


def _open(headings: dict[int, str], piece: Piece) -> None:
    for level in [level for level in headings if level > piece.level]:
        del headings[level]
    headings[piece.level] = _words(piece)


def _words(piece: Piece) -> str:
    return text_key(piece.text).strip()


def _is_paragraph(piece: Piece) -> bool:
    return piece.entry_kind is EntryKind.PARAGRAPH


def _ends_in_item(note: str) -> bool:
    return parse(note).pieces[-1].entry_kind is EntryKind.ITEM


def _begins_with_item(words: str) -> bool:
    return parse(words).pieces[0].entry_kind is EntryKind.ITEM
