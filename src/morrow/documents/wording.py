"""Gives any text the form of exactly one entry, so that what is added stays one thing. Judges no content."""

from morrow.documents.blocks import heading_title, marker_of, opens_comment, opens_fence, section_title
from morrow.documents.entries import EntryKind
from morrow.documents.lines import with_newlines
from morrow.documents.parse import Parsed, Piece, PieceKind, parse
from morrow.errors import InvalidInput

_MAX_NUMBER = 1_000_000_000  # Markdown knows no list number of ten digits


def as_entry(text: str, marker: str | None) -> str:
    r"""Return `text` as one entry with `\n` newlines and none at its end.

    A text that is one list item stays as it is. Any other becomes an item behind `marker`, such as `-`; without a
    marker a single paragraph stays one too. Raises InvalidInput for a blank text.
    """
    plain = _trimmed(text)
    kind = _kind_if_one(plain)
    if kind is EntryKind.ITEM or (kind is EntryKind.PARAGRAPH and marker is None):
        return plain
    return as_item(plain, marker or "-")


def as_item(text: str, marker: str = "-") -> str:
    """Return `text` as one list item: its own marker or the given one, all further lines indented."""
    first, *rest = _trimmed(text).split("\n")
    own = marker_of(first)
    indent = " " * (len(own or marker) + 1)
    below = [line if own and line.startswith(indent) else indent + line for line in rest]
    below = [line if line.strip() else "" for line in below]
    item = "\n".join([first if own else f"{marker} {first}", *below])
    # `- ---` is a line across the page and no item; a backslash makes its words words again.
    return item if _kind_if_one(item) is EntryKind.ITEM else "\n".join([f"{marker} \\{first}", *below])


def as_section(text: str, key: str) -> str:
    """Return `text` as one `## key` section of a structured file. A heading of its own, if it is first, stays.

    Lines that would break the file's format (headings, fences and comments without an end) get a backslash in front.
    """
    first, *rest = _trimmed(text).split("\n")
    if not section_title(first):
        if not section_name(key):
            raise InvalidInput("a structured entry needs a key: the name of its `## ` section")
        first, rest = f"## {section_name(key)}", [first, *rest]
    section = "\n".join([first, *rest])
    pieces = parse(section, structured=True).pieces
    if len(pieces) == 1 and not leaves_open_end(parse(section)):
        return section
    return "\n".join([first, *(_escaped(line) for line in rest)])


def section_name(section: str) -> str:
    """Return the name by which a section is found that a writer called `section`; empty for the text before any."""
    name = section_title(section) or section
    return heading_title("## " + " ".join(name.split())) or ""


def marker_after(piece_text: str) -> str | None:
    """Return the marker of an item that follows this one, or None if this is no item."""
    marker = marker_of(piece_text)
    if marker is None or not marker[:-1]:
        return marker
    number = int(marker[:-1]) + 1
    return f"{number}{marker[-1]}" if number < _MAX_NUMBER else "-"


def leaves_open_end(parsed: Parsed) -> bool:
    """Whether a fence or comment begins somewhere that never ends: a later text could end it."""
    return any(_opens_without_end(piece) for piece in parsed.entries)


def without_ends(text: str) -> str:
    """Return `text` so that it ends no fence and no comment above it."""
    lines = [f"\\{line.lstrip()}" if opens_fence(line.lstrip()) else line for line in text.split("\n")]
    return "\n".join(lines).replace("-->", "--\\>")


def _opens_without_end(piece: Piece) -> bool:
    return piece.entry_kind is EntryKind.PARAGRAPH and any(
        opens_fence(line) or opens_comment(line) for line in piece.raw.split("\n")
    )


def _kind_if_one(text: str) -> EntryKind | None:
    """Return the kind of the one entry that `text` is, or None if it is anything else."""
    parsed = parse(text)
    pieces = parsed.pieces
    if parsed.bom or len(pieces) != 1 or pieces[0].kind is not PieceKind.ENTRY or leaves_open_end(parsed):
        return None
    return pieces[0].entry_kind


def _trimmed(text: str) -> str:
    lines = with_newlines(text, "\n").lstrip("\ufeff").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines:
        raise InvalidInput("an entry needs words; this text is blank")
    lines[0] = lines[0].lstrip(" \t")
    return "\n".join(lines)


def _escaped(line: str) -> str:
    is_format = heading_title(line) is not None or opens_fence(line) or opens_comment(line)
    return f"\\{line.lstrip()}" if is_format else line
