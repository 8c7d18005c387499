"""Parses Markdown text into pieces without losing a byte. Knows sections and entries, but no ids and no provenance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from morrow.documents.blocks import Block, BlockKind, read_blocks
from morrow.documents.entries import EntryKind
from morrow.documents.lines import split_lines, without_newline
from morrow.text.clean import split_bom


class PieceKind(StrEnum):
    """What a piece of text is. Only an ENTRY has an id; the rest is kept as it stands."""

    ENTRY = "entry"
    HEADING = "heading"
    FENCE = "fence"
    COMMENT = "comment"
    BREAK = "break"
    BLANK = "blank"
    TEXT = "text"  # words of a structured file before its first `## key`


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of whole lines. `raw` holds them with their newlines; `line` is the first one's number, from 1.

    `section` is the exact text of the `## ` heading above (its own, for that heading), empty before the first.
    """

    kind: PieceKind
    raw: str
    section: str
    line: int
    entry_kind: EntryKind | None = None
    level: int = 0

    @property
    def text(self) -> str:
        """Return the piece without its last newline."""
        return without_newline(self.raw)

    @property
    def opens_section(self) -> bool:
        """Whether this is the `## ` heading that its section begins with."""
        return self.kind is PieceKind.HEADING and self.level == 2 and bool(self.section)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document in pieces; put together again they are its text, byte for byte."""

    bom: str
    pieces: tuple[Piece, ...]

    @property
    def entries(self) -> tuple[Piece, ...]:
        """Return the pieces that are entries, in the order of the text."""
        return tuple(piece for piece in self.pieces if piece.kind is PieceKind.ENTRY)

    @property
    def sections(self) -> tuple[str, ...]:
        """Return the names of the `## ` sections in the order of the text, each once."""
        return tuple(dict.fromkeys(piece.section for piece in self.pieces if piece.section))


def parse(text: str, structured: bool = False) -> Parsed:
    """Return the pieces of `text`. In a structured file each `## key` section is one entry as a whole.

    An entry is a list item with all its continuation lines and nested items, or a paragraph. A fence or comment
    that is never closed is text: a slip of the pen hides nothing that stands below it.
    """
    bom, rest = split_bom(text)
    lines = split_lines(rest)
    blocks = read_blocks(lines)
    pieces = _structured_pieces(lines, blocks) if structured else _pieces(lines, blocks)
    return Parsed(bom, tuple(pieces))


def render(parsed: Parsed) -> str:
    """Return the text that was parsed."""
    return parsed.bom + "".join(piece.raw for piece in parsed.pieces)


_KINDS = {
    BlockKind.ITEM: (PieceKind.ENTRY, EntryKind.ITEM),
    BlockKind.PARAGRAPH: (PieceKind.ENTRY, EntryKind.PARAGRAPH),
    BlockKind.HEADING: (PieceKind.HEADING, None),
    BlockKind.FENCE: (PieceKind.FENCE, None),
    BlockKind.COMMENT: (PieceKind.COMMENT, None),
    BlockKind.BREAK: (PieceKind.BREAK, None),
    BlockKind.BLANK: (PieceKind.BLANK, None),
}


def _pieces(lines: Sequence[str], blocks: Sequence[Block]) -> Iterator[Piece]:
    section = ""
    for block in blocks:
        section = block.title if block.opens_section else section
        kind, entry_kind = _KINDS[block.kind]
        yield Piece(kind, _raw(lines, block), section, block.start + 1, entry_kind, block.level)


def _structured_pieces(lines: Sequence[str], blocks: Sequence[Block]) -> Iterator[Piece]:
    starts = [index for index, block in enumerate(blocks) if block.opens_section]
    for piece in _pieces(lines, blocks[: starts[0]] if starts else blocks):
        is_text = piece.kind is PieceKind.ENTRY
        yield Piece(PieceKind.TEXT, piece.raw, "", piece.line) if is_text else piece
    for start, end in pairwise([*starts, len(blocks)]):
        yield from _structured_section(lines, blocks[start:end])


def _structured_section(lines: Sequence[str], blocks: Sequence[Block]) -> Iterator[Piece]:
    """Yield the section as one entry; blank lines and comments that close it stand by themselves."""
    key, length = blocks[0].title, len(blocks)
    while blocks[length - 1].kind in {BlockKind.BLANK, BlockKind.COMMENT}:
        length -= 1
    raw = "".join(lines[blocks[0].start : blocks[length - 1].end])
    yield Piece(PieceKind.ENTRY, raw, key, blocks[0].start + 1, EntryKind.STRUCTURED)
    for block in blocks[length:]:
        yield Piece(_KINDS[block.kind][0], _raw(lines, block), key, block.start + 1)


def _raw(lines: Sequence[str], block: Block) -> str:
    return "".join(lines[block.start : block.end])
