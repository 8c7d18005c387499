"""What of a document is put into the prompt, and the prompt's `--- NAME ---` form. Chooses no documents."""

import re
from collections.abc import Callable, Sequence

from morrow.documents.blocks import marker_of
from morrow.documents.entries import EntryKind, body_of
from morrow.documents.lines import split_lines
from morrow.documents.parse import Piece, PieceKind, parse

MAX_LABEL_LENGTH = 40
_SAY_NOTHING = frozenset({PieceKind.BLANK, PieceKind.BREAK})
_LABEL = re.compile(r"[^:：\n]+[:：]")
_MARKS_OF_EMPHASIS = "*_` \t"
_CODE_OR_COMMENT = re.compile(r"`[^`\n]*`|<!--")
_ANY_LINE_BREAK = re.compile("([\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029])")
_DASHES = frozenset("-‐‑‒–—―−－﹣")
_INVISIBLE = " \t\u00a0\u3000\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"

Said = tuple[Piece, str]  # a piece, and what is left of its text


def injected_text(text: str) -> str:
    """Return what a model gets to read of a document.

    Left out are form lines that nobody filled in (`- Name:`), comments, headings with nothing below, the byte order
    mark and blank space around it all.
    """
    kept = without_empty_headings(_filled_pieces(parse(text).pieces))
    return "".join(said for _, said in without_double_blanks(kept)).strip()


def is_unfilled(text: str) -> bool:
    """Whether an entry says nothing: all of it is comments and items that are a label with nothing behind it."""
    return not _filled_lines(text)


def render_prompt(documents: Sequence[tuple[str, str]]) -> str:
    """Return (name, text) documents in the form in which they stand in a prompt, those with nothing to say left out.

    A line that could be taken for the head of another document gets a backslash in front.
    """
    return render_injected([(name, injected_text(text)) for name, text in documents])


def render_injected(documents: Sequence[tuple[str, str]]) -> str:
    """Return (name, injected text) documents in the form in which they stand in a prompt, empty ones left out."""
    return "\n\n".join(f"--- {name} ---\n{escaped(text)}" for name, text in documents if text)


def parse_prompt(prompt: str) -> list[tuple[str, str]]:
    """Return the (name, injected text) documents of a rendered prompt."""
    documents: list[tuple[str, list[str]]] = []
    for line in split_lines(prompt):
        head = line.rstrip("\n")
        if _is_head(head):
            documents.append((head[4:-4], []))
        elif documents:
            documents[-1][1].append(line)
    return [(name, _unescaped("".join(lines).rstrip("\n"))) for name, lines in documents]


def _is_head(line: str) -> bool:
    """Whether a line begins a document; one that only looks so over a stray line break inside it does not."""
    is_framed = line.startswith("--- ") and line.endswith(" ---") and len(line) > len("---  ---")
    return is_framed and _ANY_LINE_BREAK.search(line) is None


def _filled_pieces(pieces: Sequence[Piece]) -> list[Said]:
    """Return the pieces that say something, each with what is to be read of it."""
    kept: list[Said] = []
    for index, piece in enumerate(pieces):
        if piece.kind is PieceKind.COMMENT:
            continue
        said = piece.raw
        if piece.kind is PieceKind.ENTRY:
            leads_to_fence = index + 1 < len(pieces) and pieces[index + 1].kind is PieceKind.FENCE
            said = _without_comments(piece.raw) if leads_to_fence else _filled_lines(piece.raw)
        if said.strip() or piece.kind is PieceKind.BLANK:
            kept.append((piece, said))
    return kept


def _filled_lines(raw: str) -> str:
    """Return an entry without comments and without items, its own and nested ones, that are labels of nothing."""
    plain = _without_comments(raw)
    entry = parse(plain).entries
    if len(entry) != 1 or entry[0].entry_kind is not EntryKind.ITEM or "```" in plain or "~~~" in plain:
        return plain if plain.strip() else ""
    kept: list[str] = []
    below: str | None = None  # the next line that says something
    for line in reversed(split_lines(plain)):
        if _is_bare_label(line) and not (below and _belongs_to(below, line)):
            continue
        kept.append(line)
        below = line if line.strip() else below
    said = "".join(reversed(kept))
    return said if said.strip() else ""


def _is_bare_label(line: str) -> bool:
    """Whether a list item's line has a label and nothing behind it, or nothing at all."""
    if marker_of(line.lstrip()) is None:
        return False
    words = body_of(line.strip()).strip(_MARKS_OF_EMPHASIS)
    return not words or (len(words) <= MAX_LABEL_LENGTH and _LABEL.fullmatch(_unemphasised(words)) is not None)


def _unemphasised(words: str) -> str:
    return "".join(character for character in words if character not in _MARKS_OF_EMPHASIS)


def _belongs_to(below: str, line: str) -> bool:
    """Whether the line `below` an item's line is nested in it or goes on with it."""
    return marker_of(below.lstrip()) is None or _indent(below) > _indent(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _without_comments(raw: str) -> str:
    """Return `raw` without its HTML comments; one inside of code, or without an end, is text."""
    if "<!--" not in raw:
        return raw
    parts: list[str] = []
    at = 0
    while (found := _CODE_OR_COMMENT.search(raw, at)) is not None:
        end = found.end() if found[0] != "<!--" else raw.find("-->", found.end()) + len("-->")
        if end < found.end():
            break
        parts.append(raw[at : found.start() if found[0] == "<!--" else end])
        at = end
    return "".join([*parts, raw[at:]])


def without_empty_headings(pieces: Sequence[Said]) -> list[Said]:
    """Return the pieces without headings that have nothing to say below them; nothing if nothing is said at all."""
    kept: list[Said] = []
    emptied_from = 1  # a heading of this level or a lower rank has nothing below it
    for piece, said in reversed(pieces):
        if piece.kind is PieceKind.HEADING:
            if piece.level >= emptied_from:
                continue
            emptied_from = piece.level
        elif _says(piece, said):
            emptied_from = 7
        kept.append((piece, said))
    return kept[::-1] if any(_says(piece, said) for piece, said in kept) else []


def _says(piece: Piece, said: str) -> bool:
    return piece.kind not in _SAY_NOTHING and bool(said.strip())


def without_double_blanks(pieces: Sequence[Said]) -> list[Said]:
    """Return the pieces with one run of blank lines where something between two is left out."""
    kept: list[Said] = []
    was_blank = True
    for piece, said in pieces:
        is_blank = piece.kind is PieceKind.BLANK
        if not (is_blank and was_blank):
            kept.append((piece, said))
        was_blank = is_blank
    return kept


def escaped(text: str) -> str:
    """Return `text` with a backslash in front of each line that could be taken for the head of a document."""
    return _each_line(text, lambda line: f"\\{line}" if _is_like_a_head(line.lstrip("\\")) else line)


def _unescaped(text: str) -> str:
    return _each_line(
        text, lambda line: line[1:] if line.startswith("\\") and _is_like_a_head(line.lstrip("\\")) else line
    )


def _each_line(text: str, change: Callable[[str], str]) -> str:
    return "".join(map(change, _ANY_LINE_BREAK.split(text)))


def _is_like_a_head(line: str) -> bool:
    """Whether a model (or our own reader) could take the line for `--- NAME ---`."""
    seen = line.strip(_INVISIBLE)
    if len(seen) < len("---x---") or not _DASHES.issuperset(seen[:3]) or not _DASHES.issuperset(seen[-3:]):
        return False
    return not _DASHES.issuperset(seen[3:-3])
