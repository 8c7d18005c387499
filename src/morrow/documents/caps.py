"""Keeps a document that is told in every turn under its cap: what is worth most goes up, the rest falls off. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from morrow.documents.entries import Entry
from morrow.documents.parse import Parsed, Piece, PieceKind, parse

_MARK = "<!-- morrow: {count} more in {archive} -->\n"
_MARK_HEAD = "<!-- morrow: "


@dataclass(frozen=True, slots=True)
class Capped:
    """The text under the cap, marker line included, and the entries that fell off, in their order."""

    text: str
    fallen: tuple[Entry, ...]


def cap(text: str, entries: Sequence[Entry], limit: int, *, archive: str) -> Capped:
    """Return `text` cut to `limit` characters (0: no limit); a text within it comes back as it is.

    Pinned, confirmed and newest entries go up first, sections by their best entry. Then whole sections stay from the
    head up to the last `## ` boundary that fits; where that would leave less than half of the cap in use, the entries
    of the next section up to the last that fits stay too. A marker line inside the cap says how much fell off and
    where it lies. Source: docs/memory.md, "memory-md-max-chars".
    """
    if not limit or len(text) <= limit:
        return Capped(text, ())
    parsed = parse(text)
    worth = {(entry.line, entry.text): _worth(entry) for entry in entries}
    blocks = _by_worth(parsed, worth)
    room = limit - len(_MARK.format(count=len(entries), archive=archive))
    kept = _fitting(blocks, room)
    words = _words(kept)
    fallen = tuple(entry for entry in entries if not _take(words, entry.text))
    mark = _MARK.format(count=len(fallen), archive=archive)
    body = parsed.bom + "".join(piece.raw for piece in kept).rstrip("\n")
    return Capped(f"{body}\n{mark}" if body else mark, fallen)


_Worth = tuple[bool, bool, datetime]


def _worth(entry: Entry) -> _Worth:
    return entry.pinned, entry.confirmed_at is not None or entry.author.is_person, entry.last_seen


def _by_worth(parsed: Parsed, worth: dict[tuple[int, str], _Worth]) -> list[list[Piece]]:
    """Return the preamble and the sections, each a list of pieces, the worthiest first; equals keep their order."""
    blocks: list[list[Piece]] = [[]]
    for piece in parsed.pieces:
        if piece.kind is PieceKind.COMMENT and piece.raw.startswith(_MARK_HEAD):
            continue  # the marker of an earlier cut
        if piece.opens_section:
            blocks.append([])
        blocks[-1].append(_closed(piece))
    preamble, *sections = blocks
    sections.sort(key=lambda section: _best(section, worth), reverse=True)
    return [preamble, *(_entries_by_worth(section, worth) for section in sections)]


def _best(section: list[Piece], worth: dict[tuple[int, str], _Worth]) -> tuple[bool, _Worth | tuple[()]]:
    found = [worth[key] for piece in section if (key := (piece.line, piece.text)) in worth]
    return bool(found), max(found, default=())


def _entries_by_worth(section: list[Piece], worth: dict[tuple[int, str], _Worth]) -> list[Piece]:
    """Return the section with its known entries sorted among the places they had."""
    places = [place for place, piece in enumerate(section) if (piece.line, piece.text) in worth]
    ranked = sorted((section[place] for place in places), key=lambda p: worth[(p.line, p.text)], reverse=True)
    sorted_section = list(section)
    for place, piece in zip(places, ranked, strict=True):
        sorted_section[place] = piece
    return sorted_section


def _fitting(blocks: list[list[Piece]], room: int) -> list[Piece]:
    kept: list[Piece] = []
    size = 0
    for block in blocks:
        length = sum(len(piece.raw) for piece in block)
        if size + length <= room:
            kept += block
            size += length
            continue
        if 2 * size < room:  # one long section behind a short one is no reason to give up nearly everything
            kept += _head(block, room - size)
        break
    return kept


def _head(block: list[Piece], room: int) -> list[Piece]:
    """Return the block's pieces up to the last entry that still fits."""
    kept: list[Piece] = []
    for piece in block:
        room -= len(piece.raw)
        if room < 0:
            break
        kept.append(piece)
    while kept and kept[-1].kind is not PieceKind.ENTRY:
        kept.pop()
    return kept


def _closed(piece: Piece) -> Piece:
    if piece.raw.endswith("\n"):
        return piece
    return Piece(piece.kind, piece.raw + "\n", piece.section, piece.line, piece.entry_kind, piece.level)


def _words(pieces: list[Piece]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for piece in pieces:
        if piece.kind is PieceKind.ENTRY:
            counts[piece.text] = counts.get(piece.text, 0) + 1
    return counts


def _take(counts: dict[str, int], text: str) -> bool:
    left = counts.get(text, 0)
    counts[text] = left - 1
    return left > 0
