"""Exact find-and-replace in a document's text. Knows no entries: a rewrite finds them again."""

import re
from dataclasses import dataclass

from morrow.documents.lines import newline_of, with_newlines
from morrow.errors import EditFailed


@dataclass(frozen=True, slots=True)
class Edited:
    """The text after an edit, and how many places were replaced."""

    text: str
    replacements: int


def edit(text: str, old: str, new: str, replace_all: bool = False) -> Edited:
    r"""Return `text` with the first `old` (or every one) replaced by `new`.

    A newline in `old` matches `\n` and `\r\n` alike; what is written has the file's own newlines, and all other bytes
    stay. Raises EditFailed if `old` is empty, is `new`, or does not occur.
    """
    sought, given = with_newlines(old, "\n"), with_newlines(new, "\n")
    if not sought:
        raise EditFailed("the old text is empty; quote the words that are to be replaced")
    if sought == given:
        raise EditFailed("the old and the new text are the same; nothing would change")
    pattern = r"\r?\n".join(re.escape(line) for line in sought.split("\n"))
    written = with_newlines(given, newline_of(text))
    edited, replacements = re.subn(pattern, lambda _: written, text, count=0 if replace_all else 1)
    if not replacements:
        raise EditFailed(f"{old[:80]!r} does not occur; read the file and quote it exactly")
    return Edited(edited, replacements)
