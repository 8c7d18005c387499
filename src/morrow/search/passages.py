"""Cuts a long text into passages that are ranked each for itself, so that length drowns no line that answers."""

import re

from morrow.search.tokens import index_tokens

PASSAGE_TOKENS = 60
LONGEST_PASSAGE = 400
_BREAK = re.compile(r"\n\s*\n|\n(?=#|-|\*|[0-9]+[.)])")


def passages(text: str) -> list[list[str]]:
    """Return the tokens of each passage of `text`: paragraphs and list items, short ones together; never empty."""
    found: list[list[str]] = [[]]
    for piece in _BREAK.split(text):
        tokens = index_tokens(piece)
        if found[-1] and len(found[-1]) + len(tokens) > PASSAGE_TOKENS:
            found.append([])
        found[-1] += tokens
    return [part for tokens in found for part in _cut(tokens)]


def _cut(tokens: list[str]) -> list[list[str]]:
    """Return a passage in parts if it has no breaks of its own, as a line of megabytes."""
    starts = range(0, max(len(tokens), 1), LONGEST_PASSAGE)
    return [tokens[start : start + LONGEST_PASSAGE] for start in starts]
