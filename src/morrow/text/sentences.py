"""Splits Chinese and English text into sentences that are verbatim spans of it. Rewrites nothing."""

import re
from bisect import bisect_right
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a text: `text == whole[start:end]`, without surrounding space or list marker."""

    text: str
    start: int
    end: int


_QUOTED = re.compile(
    r'"[^"\n]{1,300}"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|《[^》\n]{1,100}》|‘[^’\n]{1,300}’'
    r"|(?<![\w'])'[^'\n]{1,200}'(?!\w)|`[^`\n]{1,200}`"
)
_END = re.compile(r"\n|[。！？!?；…]+[”’」』）)\]\"']*|\.{2,}|\.(?=[”’」』）)\]\"']*(?:\s|$))[”’」』）)\]\"']*")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|approx|No|Nr|Inc|Ltd|Co|Corp|Fig|Vol|a\.m|p\.m|U\.S|Mt"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|cf|al|dept|est)|\b[A-Z])\Z"
)
_MARKER = re.compile(r"(?:[-*+•·][ \t]+(?:\[[ xX]\][ \t]+)?|\(?\d{1,3}[.)、][ \t]*(?=\D)|#{1,6}[ \t]+)")
_ONLY_MARKER = re.compile(r"\(?\d{1,3}\Z")


def quoted_spans(text: str) -> tuple[Span, ...]:
    """Return the spans between quotation marks, the marks included, in order; none crosses a line."""
    return tuple(match.span() for match in _QUOTED.finditer(text))


def is_inside(position: int, spans: tuple[Span, ...]) -> bool:
    """Return whether `position` lies in one of the ordered `spans`, its first character left out."""
    index = bisect_right(spans, (position, -1)) - 1
    return index >= 0 and spans[index][0] < position < spans[index][1]


def split(text: str, *, quoted: tuple[Span, ...] | None = None) -> tuple[Sentence, ...]:
    """Return the sentences of `text` in order.

    Lines end sentences; so do `。！？；…` and `. ! ?` before a space. Abbreviations, initials, decimals, addresses,
    list numbers, and whatever stands in quotation marks do not.
    """
    quoted = quoted_spans(text) if quoted is None else quoted
    sentences: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        if not _ends(text, start, match, quoted):
            continue
        _append(sentences, text, start, match.end())
        start = match.end()
    _append(sentences, text, start, len(text))
    return tuple(sentences)


def _ends(text: str, start: int, match: re.Match[str], quoted: tuple[Span, ...]) -> bool:
    mark = match.group()
    if mark == "\n":
        return True
    if quoted and is_inside(match.start(), quoted):
        # “… .” at the end of a quotation ends the sentence around it only where the next one plainly begins.
        following = text[match.end() : match.end() + 2].lstrip()
        return not is_inside(match.end(), quoted) and (not following or following[0].isupper())
    if mark[0] == "." and not mark.startswith(".."):
        before = text[max(start, match.start() - 8) : match.start()]
        is_list_number = _ONLY_MARKER.fullmatch(text[start : match.start()].strip()) is not None
        if len(mark) > 1 and not _begins_anew(text, match.end()):
            return False
        return not is_list_number and _ABBREVIATION.search(before) is None
    if mark[0] in ".…":
        return _begins_anew(text, match.end())
    return not _is_in_passing(text, mark[-1], match.end())


def _is_in_passing(text: str, last: str, position: int) -> bool:
    """Return whether "?" or "!" stands inside an address ("/search?q=1") or an aside ("(really!) it works")."""
    following = text[position : position + 2]
    if last in "?!":
        return following[:1].isascii() and following[:1].isalnum()
    return last in ")）" and following.strip()[:1].islower()


def _begins_anew(text: str, position: int) -> bool:
    following = text[position : position + 2].strip()
    return not following or not following[0].islower()


def _append(sentences: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    marker = _MARKER.match(text, start, end)
    if marker:
        start = marker.end()
    if start < end and any(map(str.isalnum, text[start:end])):
        sentences.append(Sentence(text[start:end], start, end))
