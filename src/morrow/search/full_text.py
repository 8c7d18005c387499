"""The statements on the full-text table, which the two engines spell differently. Knows terms and item numbers only."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

# PostgreSQL looks at every match to count it, so counting stops here: a word this common says little anyway.
MOST_COUNTED = 20_000

_INSERT = {
    "sqlite": text("INSERT INTO search_terms (rowid, terms) VALUES (:n, :terms)"),
    "postgresql": text(
        "INSERT INTO search_terms (n, terms) VALUES (:n, array_to_tsvector(string_to_array(:terms, ' ')))"
    ),
}
_DELETE = {
    # A contentless FTS5 table forgets a row only when told exactly what it held.
    "sqlite": text("INSERT INTO search_terms (search_terms, rowid, terms) VALUES ('delete', :n, :terms)"),
    "postgresql": text("DELETE FROM search_terms WHERE n = :n"),
}
_EMPTY = {
    "sqlite": text("INSERT INTO search_terms (search_terms) VALUES ('delete-all')"),
    "postgresql": text("DELETE FROM search_terms"),
}
_COUNT = {
    "sqlite": text(
        "SELECT term, min(doc, :most) FROM search_frequency WHERE term IN (SELECT value FROM json_each(:terms))"
    ),
    "postgresql": text(
        "SELECT wanted, (SELECT count(*) FROM (SELECT 1 FROM search_terms"
        " WHERE terms @@ CAST(quote_literal(wanted) AS tsquery) LIMIT :most) AS found)"
        " FROM json_array_elements_text(CAST(:terms AS json)) AS wanted"
    ),
}
_MATCH = {
    "sqlite": "SELECT rowid AS n, :gain{0} AS gain FROM search_terms WHERE search_terms MATCH :terms{0}"
    " ORDER BY rowid DESC LIMIT :most{0}",
    "postgresql": "SELECT n, CAST(:gain{0} AS integer) AS gain FROM search_terms"
    " WHERE terms @@ CAST(:terms{0} AS tsquery) ORDER BY n + 0 DESC LIMIT :most{0}",
}
_PART = "SELECT * FROM ({1}) AS part{0}"
_PICK = "SELECT n FROM ({0}) AS hits GROUP BY n ORDER BY sum(gain) DESC, n DESC LIMIT :most"
_SIGNS = {"sqlite": ('"', " OR ", " AND "), "postgresql": ("'", " | ", " & ")}


class Wanted(NamedTuple):
    """Items to look for: the newest `most` of those with one term of each group, and what finding one is worth."""

    groups: tuple[tuple[str, ...], ...]
    gain: int
    most: int


async def insert_terms(connection: AsyncConnection, terms_of_items: Mapping[int, str]) -> None:
    """Add items by number, each with its terms in one text."""
    await _write(connection, _INSERT, terms_of_items)


async def delete_terms(connection: AsyncConnection, terms_of_items: Mapping[int, str]) -> None:
    """Take items out by number; each text must be the one the item was added with."""
    await _write(connection, _DELETE, terms_of_items)


async def delete_all_terms(connection: AsyncConnection) -> None:
    """Empty the full-text table."""
    await connection.execute(_EMPTY[connection.dialect.name])


async def merge_terms(connection: AsyncConnection) -> None:
    """Rewrite SQLite's index without what was deleted from it; may take seconds for a million items."""
    if connection.dialect.name == "sqlite":
        await connection.execute(text("INSERT INTO search_terms (search_terms) VALUES ('optimize')"))


async def count_terms(connection: AsyncConnection, terms: Sequence[str]) -> dict[str, int]:
    """Return in how many items each of `terms` stands, up to `MOST_COUNTED`."""
    if not terms:
        return {}
    values = {"terms": json.dumps(terms), "most": MOST_COUNTED}
    rows = await connection.execute(_COUNT[connection.dialect.name], values)
    return {term: found for term, found in rows.all() if found}


async def pick_items(connection: AsyncConnection, wanted: Sequence[Wanted], *, most: int) -> list[int]:
    """Return the numbers of the `most` items whose gains sum up highest, newest first among equals."""
    if not wanted:
        return []
    dialect = connection.dialect.name
    values: dict[str, object] = {"most": most}
    for place, want in enumerate(wanted):
        values |= {f"gain{place}": want.gain, f"most{place}": want.most}
        values[f"terms{place}"] = _expression(want.groups, dialect)
    return list((await connection.execute(_picking(dialect, len(wanted)), values)).scalars())


@lru_cache(maxsize=1_000)
def _picking(dialect: str, parts: int) -> TextClause:
    hits = " UNION ALL ".join(_PART.format(part, _MATCH[dialect].format(part)) for part in range(parts))
    return text(_PICK.format(hits))


def _expression(groups: Sequence[Sequence[str]], dialect: str) -> str:
    quote, either, both = _SIGNS[dialect]
    return both.join(f"({either.join(f'{quote}{term}{quote}' for term in group)})" for group in groups)


async def _write(connection: AsyncConnection, statements: Mapping[str, TextClause], terms: Mapping[int, str]) -> None:
    if terms:
        rows = [{"n": n, "terms": line} for n, line in terms.items()]
        await connection.execute(statements[connection.dialect.name], rows)
