"""Finds the text that an edited file was made from: the base of its merge."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Author
from morrow.documents.lines import split_lines
from morrow.errors import NotFound
from morrow.writing.past import text_at

RECENT = timedelta(seconds=60)
MOST_VERSIONS = 64  # how far back an editor's copy may be when the file was rewritten under its hands


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


async def likely_bases(connection: AsyncConnection, document: str, version: int) -> list[str]:
    """Return the texts up to `version` from which a save on disk may have been made, the newest first.

    Those that stood in the file within the minute before `version` was written, and nothing older than what a hand on
    disk last took lines out of: who took them out has seen the file without them.
    """
    c = table.revision.c
    rows = (
        await connection.execute(
            select(c.version, c.author, c.at)
            .where(c.document == document, c.version <= version)
            .order_by(c.version.desc())
            .limit(MOST_VERSIONS)
        )
    ).all()
    texts = await texts_before(connection, document, version, most=1)
    for newer, older in pairwise(rows):
        if rows[0].at - newer.at > RECENT:
            break
        before = await texts_before(connection, document, older.version, most=1)
        if newer.author == Author.DISK and texts and before and _took_lines_out(before[0], texts[-1]):
            break
        texts += before
    return texts


def closest(edited: str, texts: Sequence[str]) -> str:
    """Return the one of `texts` from which `edited` was most likely made; of equals the first, of none empty.

    That is the one that it takes the fewest lines from and then adds the fewest to: a line that `edited` lacks was more
    likely added under the editor's hands than taken out within the minute, and keeping it loses nothing.
    """
    mine = Counter(split_lines(edited))
    return min(texts, default="", key=lambda text: _distance(mine, Counter(split_lines(text))))


def has_much_of(edited: str, text: str) -> bool:
    """Whether at least half of the lines of `text` stand in `edited`."""
    lines = Counter(line for line in split_lines(text) if line.strip())
    return 2 * (lines & Counter(split_lines(edited))).total() >= lines.total()


def _took_lines_out(before: str, after: str) -> bool:
    return bool(Counter(split_lines(before)) - Counter(split_lines(after)))


def _distance(mine: Counter[str], other: Counter[str]) -> tuple[int, int]:
    return (other - mine).total(), (mine - other).total()
