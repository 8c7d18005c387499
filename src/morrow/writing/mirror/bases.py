"""Finds the text that an edited file was made from: the base of its merge."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.lines import split_lines
from morrow.errors import NotFound
from morrow.writing.past import text_at

MOST_VERSIONS = 32  # how far back an editor's copy may be when the file was rewritten under its hands


async def hashes_after(connection: AsyncConnection, document: str, version: int) -> frozenset[str]:
    """Return the hashes of the document's versions after `version`."""
    c = table.revision.c
    rows = await connection.execute(select(c.hash).where(c.document == document, c.version > version))
    return frozenset(row.hash for row in rows)


async def texts_before(
    connection: AsyncConnection, document: str, version: int, *, most: int = MOST_VERSIONS
) -> list[str]:
    """Return the document's texts up to `version`, the newest first; without those of which something was forgotten."""
    texts = []
    for older in range(version, max(0, version - most), -1):
        with suppress(NotFound):
            texts.append(await text_at(connection, document, older))
    return texts


def closest(edited: str, texts: Sequence[str]) -> str:
    """Return the one of `texts` from which `edited` differs in the fewest lines; of equals the first, of none empty."""
    mine = Counter(split_lines(edited))
    return min(texts, default="", key=lambda text: _distance(mine, Counter(split_lines(text))))


def has_much_of(edited: str, text: str) -> bool:
    """Whether at least half of the lines of `text` stand in `edited`."""
    lines = Counter(line for line in split_lines(text) if line.strip())
    return 2 * (lines & Counter(split_lines(edited))).total() >= lines.total()


def _distance(mine: Counter[str], other: Counter[str]) -> int:
    return (mine - other).total() + (other - mine).total()
