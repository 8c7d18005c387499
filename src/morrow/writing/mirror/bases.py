"""Finds the text that an edited file was made from: the base of its merge."""

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.lines import split_lines
from morrow.documents.revisions import Delta, apply_delta
from morrow.writing.past import text_at

MOST_VERSIONS = 64  # how far back an editor's copy may be when the file was rewritten under its hands


async def hashes_after(connection: AsyncConnection, document: str, version: int) -> frozenset[str]:
    """Return the hashes of the document's versions after `version`."""
    c = table.revision.c
    rows = await connection.execute(select(c.hash).where(c.document == document, c.version > version))
    return frozenset(row.hash for row in rows)


async def texts_before(connection: AsyncConnection, document: str, version: int) -> list[str]:
    """Return the document's texts up to `version`, the newest first, at most the last few dozen."""
    first = max(1, version - MOST_VERSIONS)
    text = await text_at(connection, document, first)
    texts = [text]
    c = table.revision.c
    rows = await connection.execute(
        select(c.whole, c.delta)
        .where(c.document == document, c.version > first, c.version <= version)
        .order_by(c.version)
    )
    for whole, delta in rows:
        text = str(whole) if whole is not None else apply_delta(text, Delta.decode(delta))
        texts.append(text)
    return texts[::-1]


def closest(edited: str, texts: Sequence[str]) -> str:
    """Return the one of `texts` from which `edited` differs in the fewest lines; of equals the first."""
    mine = Counter(split_lines(edited))
    return min(texts, key=lambda text: _distance(mine, Counter(split_lines(text))))


def has_much_of(edited: str, text: str) -> bool:
    """Whether at least half of the lines of `text` stand in `edited`."""
    lines = Counter(line for line in split_lines(text) if line.strip())
    return 2 * (lines & Counter(split_lines(edited))).total() >= lines.total()


def _distance(mine: Counter[str], other: Counter[str]) -> int:
    return (mine - other).total() + (other - mine).total()
