"""Breaks words into lines for a terminal: between any two Chinese characters, in English at spaces. Knows no story."""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

_WIDE = "\u2e80-\u2fdf\u3040-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_OPEN = "「『（《“"
_CLOSE = "」』）》”，。！？；：、…"
# What may stand at a line's beginning stands alone; no closing mark begins a line, and no opening one ends it.
_UNIT = re.compile(rf"[{_OPEN}]*(?:[{_WIDE}]|[^\s{_WIDE}{_OPEN}{_CLOSE}]+)?[{_CLOSE}]*[,.:;!?)]*\s*")


def break_places(words: str, width: int) -> list[int]:
    """Return where `words` is to be broken so that no line is wider than `width` cells, single long words excepted."""
    places: list[int] = []
    filled = 0
    for unit in _UNIT.finditer(words):
        if filled and filled + cell_len(unit.group().rstrip()) > width:
            places.append(unit.start())
            filled = 0
        filled += cell_len(unit.group())
    return places


class Prose:
    """Words that fill the width they are given."""

    def __init__(self, words: Text) -> None:
        self._words = words

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the widths that it can take."""
        return Measurement(min(8, options.max_width), min(cell_len(self._words.plain), options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield its lines."""
        yield from self._lines(options.max_width)

    def _lines(self, width: int) -> Iterator[Text]:
        for line in self._words.divide(break_places(self._words.plain, width)):
            line.rstrip()
            yield line
