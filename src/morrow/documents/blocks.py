"""Cuts lines into Markdown blocks in one pass: headings, items, paragraphs, fences, comments. Knows no sections' use.

Follows CommonMark, with two liberties: what is indented by two columns belongs to the item above, whatever its
marker's width, and a fence or comment that is never closed is text.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t\r\n]|$)")
_MARKER = re.compile(r" {0,3}([-*+]|[0-9]{1,9}[.)])(?=[ \t\r\n]|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_COMMENT = re.compile(r" {0,3}<!--")
_QUOTE = re.compile(r" {0,3}>")
_SPACES = " \t\r\n"
_NESTED_COLUMNS = 2


class BlockKind(StrEnum):
    """What a block of lines is in Markdown."""

    HEADING = "heading"
    ITEM = "item"
    PARAGRAPH = "paragraph"
    FENCE = "fence"
    COMMENT = "comment"
    BREAK = "break"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Block:
    """The lines from index `start` up to, not including, `end`. A heading has a level (1 to 6) and a title."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: str = ""

    @property
    def opens_section(self) -> bool:
        """Whether this is a `## ` heading with a name."""
        return self.level == 2 and bool(self.title)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Return the blocks of `lines`, which cover every line once. Takes time linear in the text."""
    ends = _Ends.of(lines)
    blocks: list[Block] = []
    start = 0
    while start < len(lines):
        block = _block_at(lines, start, ends)
        blocks.append(block)
        start = block.end
    return blocks


def heading_title(line: str) -> str | None:
    """Return the text of an ATX heading line without its `#` signs, or None if the line is no heading."""
    hashes = _HEADING.match(line)
    if hashes is None:
        return None
    title = line[hashes.end() :].strip()
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title


def section_title(line: str) -> str:
    """Return the name in a `## ` heading line, empty for any other line."""
    hashes = _HEADING.match(line)
    return heading_title(line) or "" if hashes is not None and len(hashes[1]) == 2 else ""


def marker_of(line: str) -> str | None:
    """Return the list marker that `line` begins with, such as `-` or `2.`, or None."""
    marker = _MARKER.match(line)
    return None if marker is None or _is_break(line) else marker[1]


def opens_fence(line: str) -> bool:
    """Whether a code fence could begin (or end) at this line."""
    return _fence_opened(line) is not None


def opens_comment(line: str) -> bool:
    """Whether an HTML comment stands first in this line."""
    return _COMMENT.match(line) is not None


@dataclass(frozen=True, slots=True)
class _Ends:
    """Where fences and comments could end, found once, so that a search for an end that never comes costs nothing."""

    comments: list[int]
    fences: dict[str, list[int]] = field(default_factory=lambda: {"`": [], "~": []})
    lengths: dict[str, list[int]] = field(default_factory=lambda: {"`": [], "~": []})
    longest: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Sequence[str]) -> "_Ends":
        ends = cls([index for index, line in enumerate(lines) if "-->" in line])
        for index, line in enumerate(lines):
            run = _FENCE.match(line)
            if run is not None and not line[run.end() :].strip(_SPACES):
                ends.fences[run[1][0]].append(index)
                ends.lengths[run[1][0]].append(len(run[1]))
        for sign, lengths in ends.lengths.items():
            ends.longest[sign] = _suffix_maxima(lengths)
        return ends

    def after_fence(self, start: int, sign: str, length: int) -> int | None:
        """Return the index behind the fence that `length` signs opened in line `start`, or None if it stays open."""
        at = bisect_left(self.fences[sign], start + 1)
        if at == len(self.fences[sign]) or self.longest[sign][at] < length:
            return None
        while self.lengths[sign][at] < length:
            at += 1
        return self.fences[sign][at] + 1

    def after_comment(self, lines: Sequence[str], start: int) -> int | None:
        """Return the index behind the comment that line `start` opens, or None if it stays open."""
        opened = lines[start].index("<!--") + len("<!--")
        if lines[start].find("-->", opened) >= 0:
            return start + 1
        at = bisect_left(self.comments, start + 1)
        return self.comments[at] + 1 if at < len(self.comments) else None


def _suffix_maxima(lengths: Sequence[int]) -> list[int]:
    maxima: list[int] = []
    for length in reversed(lengths):
        maxima.append(max(length, maxima[-1]) if maxima else length)
    return maxima[::-1]


def _block_at(lines: Sequence[str], start: int, ends: _Ends) -> Block:
    line = lines[start]
    if not line.strip():
        return Block(BlockKind.BLANK, start, _blank_end(lines, start))
    hashes = _HEADING.match(line)
    if hashes is not None:
        return Block(BlockKind.HEADING, start, start + 1, len(hashes[1]), heading_title(line) or "")
    if _is_break(line):
        return Block(BlockKind.BREAK, start, start + 1)
    closed = _closed_block_at(lines, start, ends)
    if closed is not None:
        return closed
    if _MARKER.match(line):
        return Block(BlockKind.ITEM, start, _item_end(lines, start))
    return _paragraph_at(lines, start)


def _closed_block_at(lines: Sequence[str], start: int, ends: _Ends) -> Block | None:
    """Return the fence or comment that begins here, if it has an end."""
    fence = _fence_opened(lines[start])
    end = ends.after_fence(start, *fence) if fence else None
    if end is not None:
        return Block(BlockKind.FENCE, start, end)
    end = ends.after_comment(lines, start) if opens_comment(lines[start]) else None
    return None if end is None else Block(BlockKind.COMMENT, start, end)


def _blank_end(lines: Sequence[str], start: int) -> int:
    end = start + 1
    while end < len(lines) and not lines[end].strip():
        end += 1
    return end


def _paragraph_at(lines: Sequence[str], start: int) -> Block:
    is_quote = _QUOTE.match(lines[start]) is not None
    end = start + 1
    while end < len(lines) and lines[end].strip():
        if not lines[end].strip(_SPACES).strip("="):  # the underline of a title
            return Block(BlockKind.HEADING, start, end + 1, 1)
        if _begins_block(lines[end]) or _interrupts(lines[end], is_quote):
            break
        end += 1
    return Block(BlockKind.PARAGRAPH, start, end)


def _interrupts(line: str, is_quote: bool) -> bool:
    """Whether a line that follows a paragraph's line opens an item or a quote. A number does so only if it is 1."""
    marker = marker_of(line)
    if marker is not None:
        return not marker[:-1] or marker[:-1] == "1"
    return not is_quote and _QUOTE.match(line) is not None


def _item_end(lines: Sequence[str], start: int) -> int:
    """Return the index behind an item: its indented lines, lazy lines, nested items and fences belong to it."""
    marker = _MARKER.match(lines[start])
    first = lines[start][marker.end() :] if marker else lines[start]
    nested_from = _indent(lines[start]) + _NESTED_COLUMNS
    fence = _fence_opened(first.lstrip())
    may_be_lazy = fence is None and bool(first.strip())
    end = start + 1
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if not line.strip():
            may_be_lazy = False
            continue
        if _indent(line) < nested_from and (not may_be_lazy or _ends_item(line)):
            break
        was_fenced = fence is not None
        fence = _fence_after(line, fence)
        may_be_lazy = fence is None and not was_fenced
        end = index + 1
    return end


def _ends_item(line: str) -> bool:
    return _begins_block(line) or _MARKER.match(line) is not None or _QUOTE.match(line) is not None


def _fence_after(line: str, fence: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return the fence that is open behind `line` of an item, given the one open before it."""
    here = _fence_opened(line.lstrip())
    if fence is None or here is None:
        return here or fence
    sign, length = here
    closes = sign == fence[0] and length >= fence[1] and not line.strip().strip(sign)
    return None if closes else fence


def _begins_block(line: str) -> bool:
    if line.lstrip(" ")[:1] not in tuple("#`~<-*_"):
        return False
    return _HEADING.match(line) is not None or opens_fence(line) or opens_comment(line) or _is_break(line)


def _fence_opened(line: str) -> tuple[str, int] | None:
    run = _FENCE.match(line)
    if run is None or (run[1][0] == "`" and "`" in line[run.end() :]):
        return None
    return run[1][0], len(run[1])


def _is_break(line: str) -> bool:
    signs = line.strip(_SPACES)
    if signs[:1] not in ("-", "*", "_") or _indent(line) > 3:
        return False
    return len(signs) >= 3 and not signs.strip(signs[0] + " \t") and signs.count(signs[0]) >= 3


def _indent(line: str) -> int:
    space = line[: len(line) - len(line.lstrip(" \t"))]
    return len(space.expandtabs(4)) if "\t" in space else len(space)
