"""The paper that the story is written on: sections, marks and indents of a terminal's width. Knows no story."""

import io
from collections.abc import Callable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from morrow.demo.prose import Prose
from morrow.i18n import translate


class Paper:
    """Where the story is written: lays one piece after the other out in the width of the terminal."""

    def __init__(self, write: Callable[[str], object], *, lang: str, width: int, is_coloured: bool) -> None:
        self.lang = lang
        self._write = write
        self._width = width
        self._is_coloured = is_coloured

    def say(self, message: str, **values: object) -> str:
        """Return a message in the language of the paper."""
        return translate(message, self.lang, **values)

    def put(self, *pieces: RenderableType) -> None:
        """Write pieces below each other."""
        page = io.StringIO()
        console = Console(
            file=page, width=self._width, force_terminal=self._is_coloured, no_color=not self._is_coloured,
            highlight=False, legacy_windows=False, color_system="standard" if self._is_coloured else None,
        )  # fmt: skip
        for piece in pieces:
            console.print(Prose(piece) if isinstance(piece, Text) else piece)
        self._write("".join(f"{line.rstrip()}\n" for line in page.getvalue().removesuffix("\n").split("\n")))

    def head(self, title: str) -> None:
        """Write the head of a section."""
        self.put(Text(), Rule(Text(f" {title} ", style="bold"), align="left", style="cyan"))


def hanging(mark: str, words: Text, style: str = "") -> RenderableType:
    """Return words behind a mark; their further lines begin under their first word."""
    row = Table.grid(padding=(0, 1, 0, 0), expand=True)
    row.add_column(width=1)
    row.add_column(ratio=1)
    row.add_row(Text(mark, style=style), Prose(words))
    return row


def below(piece: RenderableType) -> RenderableType:
    """Return a piece moved in by two cells."""
    return Padding(Prose(piece) if isinstance(piece, Text) else piece, (0, 0, 0, 2))


def listed(parts: Sequence[str], lang: str) -> str:
    """Return parts as one enumeration."""
    return ("、" if lang == "zh" else ", ").join(parts)
