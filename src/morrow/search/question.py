"""Answers a question from the index: asks the database for few candidates and ranks them by the asker's statistics.

Reads `search_item` and `search_bucket` as the principal sees them. The full-text table is asked for terms of the
principal's buckets only, and what it names is looked up in `search_item` again.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BindParameter, Row, bindparam, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.owners import Principal, Scope
from morrow.search.full_text import Wanted, count_terms, pick_items
from morrow.search.ranking import WINDOW, Candidate, Period, Scored, Statistics, rank
from morrow.search.snippet import snippet
from morrow.search.table import search_bucket, search_item
from morrow.search.terms import day_token, document_token, kind_token, term
from morrow.search.tokens import Query, query_tokens

LEAST_CANDIDATES = 100  # in trials they gave the same ten best answers as all
CANDIDATES_A_HIT = 3
MOST_POSTINGS = 2_500  # how many matches are weighed to choose the candidates, rarest tokens first
MOST_TOKENS = 200  # of a long question
MOST_DAYS = 62  # a longer period only raises what the words find
NEIGHBOURS_OF = 20  # the best candidates whose neighbouring turns are looked at too
MOST_PASSAGES = 100  # of one item; a longer one is looked through for those that match
_Row = Row[*tuple[Any, ...]]
_GAIN = 1_000  # gains are whole numbers: sums of them do not depend on the order of adding
_numbers: BindParameter[Any] = bindparam("numbers", expanding=True)
_RANKED = (
    search_item.c.n, search_item.c.tokens, search_item.c.weight, search_item.c.at, search_item.c.conversation,
    search_item.c.position, search_item.c.speaker, search_item.c.role, search_item.c.scope, search_item.c.document,
)  # fmt: skip
_RANKED_ROWS = select(*_RANKED).where(search_item.c.n.in_(_numbers)).order_by(search_item.c.n)
_WHOLE_ROWS = select(search_item).where(search_item.c.n.in_(_numbers))
# Beneath a policy PostgreSQL uses an index only where nothing is computed from a row: so it gets arrays.
_PLACES = {
    "sqlite": "SELECT {0} FROM json_each(:places) AS place CROSS JOIN search_item AS item"
    " ON item.conversation = place.value ->> 0 AND item.position = place.value ->> 1 ORDER BY item.n",
    "postgresql": "SELECT {0} FROM unnest(CAST(:conversations AS text[]), CAST(:positions AS integer[]))"
    " AS place (conversation, position) JOIN search_item AS item USING (conversation, position) ORDER BY item.n",
}
_ROWS_AT = {
    dialect: text(statement.format(", ".join(f"item.{column.name}" for column in _RANKED))).columns(*_RANKED)
    for dialect, statement in _PLACES.items()
}
_BUCKETS = (
    select(search_bucket)
    .where(tuple_(search_bucket.c.agent, search_bucket.c.scope, search_bucket.c.owner).in_(_numbers))
    .order_by(search_bucket.c.n)
)


@dataclass(frozen=True, slots=True)
class Found:
    """An item that answers a question, with its score (about 1 for an item that says all of it) and a snippet."""

    kind: str
    ref: str
    score: float
    text: str
    snippet: str
    document: str | None
    line: int | None
    conversation: str | None
    position: int | None
    speaker: str
    role: str
    date: datetime | None
    agent: str
    scope: Scope
    owner: str

    @property
    def message(self) -> str | None:
        """The message's id, if this is a message."""
        return self.ref if self.kind == "message" else None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where is looked: the numbers of the asker's buckets, and what narrows the search before anything is ranked."""

    buckets: tuple[int, ...]
    narrowing: tuple[tuple[str, ...], ...]

    def wanted(self, tokens: Iterable[str], *, gain: float, most: int) -> Wanted:
        """Return the wish for items here that hold one of `tokens`."""
        return Wanted((self.terms(tokens), *self.narrowing), round(gain * _GAIN), most)

    def terms(self, tokens: Iterable[str]) -> tuple[str, ...]:
        """Return the terms of `tokens` in all buckets."""
        return _terms(self.buckets, tokens)


async def find(  # noqa: PLR0913 - each keyword narrows one search
    connection: AsyncConnection,
    principal: Principal,
    question: str,
    *,
    now: datetime,
    limit: int,
    kinds: Collection[str] | None = None,
    documents: Collection[str] | None = None,
    left_out: Collection[str] = (),
    left_out_roles: Collection[str] = (),
    period: Period | None = None,
) -> list[Found]:
    """Return the `limit` items that answer `question` best, best first, out of what `principal` may see.

    `kinds` (entry, note, message, fact) and `documents` (names, or folders such as `memory/`) narrow the search, and
    lines of the documents `left_out` and messages of `left_out_roles` are no answer. `period` raises what is dated in
    it. Signs of a database's query language are text. Nothing to ask is no error.
    """
    query = _cut(query_tokens(question))
    if limit < 1 or not query or (kinds is not None and not kinds) or (documents is not None and not documents):
        return []
    buckets = await _visible_buckets(connection, principal)
    if not buckets:
        return []
    place = _place([row.n for row in buckets], kinds, documents)
    statistics = await _statistics(connection, query, place, buckets)
    rows = await _candidate_rows(connection, query, place, statistics, limit=limit, period=period)
    told = [row for row in rows if row.document not in left_out and row.role not in left_out_roles]
    candidates = [_candidate(row, query) for row in told]
    ranked = rank(query, candidates, statistics, now=now, limit=limit, period=period)
    return await _found(connection, query, ranked)


def _cut(query: Query) -> Query:
    """Return the question without what is beyond `MOST_TOKENS` of a sort: a pasted page asks like its beginning."""
    most = MOST_TOKENS
    return Query(query.terms[:most], query.fillers[:most], query.singles[:most], query.phrase[:most])


def _place(buckets: Sequence[int], kinds: Collection[str] | None, documents: Collection[str] | None) -> _Place:
    tokens = []
    if kinds is not None:
        tokens.append([kind_token(kind) for kind in kinds])
    if documents is not None:
        tokens.append([document_token(name) for name in documents])
    return _Place(tuple(buckets), tuple(_terms(buckets, group) for group in tokens))


def _terms(buckets: Iterable[int], tokens: Iterable[str]) -> tuple[str, ...]:
    names = list(tokens)
    return tuple(term(bucket, token) for bucket in buckets for token in names)


async def _visible_buckets(connection: AsyncConnection, principal: Principal) -> Sequence[_Row]:
    seen = [(bucket.agent, str(bucket.scope), bucket.owner) for bucket in principal.buckets]
    return (await connection.execute(_BUCKETS, {"numbers": seen})).all()


async def _statistics(connection: AsyncConnection, query: Query, place: _Place, buckets: Sequence[_Row]) -> Statistics:
    tokens = [*query.terms, *query.singles, *query.fillers]
    found = await count_terms(connection, place.terms(tokens))
    return Statistics(
        items=sum(row.items for row in buckets),
        passages=sum(row.passages for row in buckets),
        tokens=sum(row.tokens for row in buckets),
        frequency={token: sum(found.get(t, 0) for t in place.terms([token])) for token in tokens},
    )


async def _candidate_rows(
    connection: AsyncConnection,
    query: Query,
    place: _Place,
    statistics: Statistics,
    *,
    limit: int,
    period: Period | None,
) -> Sequence[_Row]:
    most = max(LEAST_CANDIDATES, CANDIDATES_A_HIT * limit)
    wanted = _wanted([query.terms, query.singles], place, statistics)
    days = [] if period is None else _days(period)
    if days:
        wanted.append(place.wanted(days, gain=1.0, most=most // 2))
    numbers = await pick_items(connection, wanted, most=most)
    if len(numbers) < limit:
        more = await pick_items(connection, _wanted([query.fillers], place, statistics), most=most)
        numbers = list(dict.fromkeys([*numbers, *more]))
    rows = (await connection.execute(_RANKED_ROWS, {"numbers": numbers})).all()
    best = frozenset(numbers[:NEIGHBOURS_OF])
    return [*rows, *(await _rows_at(connection, _near((row for row in rows if row.n in best), rows)))]


def _near(best: Iterable[_Row], rows: Iterable[_Row]) -> list[tuple[str, int]]:
    """Return the places of the turns before and after the best ones, without those whose rows are there."""
    wanted = {
        (row.conversation, row.position + step)
        for row in best
        if row.conversation is not None and row.position is not None
        for step, _ in WINDOW
    }
    return sorted(wanted - {(row.conversation, row.position) for row in rows})


async def _rows_at(connection: AsyncConnection, places: Sequence[tuple[str, int]]) -> Sequence[_Row]:
    if not places:
        return []
    values: dict[str, object] = {"places": json.dumps(places)}
    if connection.dialect.name == "postgresql":
        values = {"conversations": [place[0] for place in places], "positions": [place[1] for place in places]}
    return (await connection.execute(_ROWS_AT[connection.dialect.name], values)).all()


def _wanted(sorts: Iterable[Sequence[str]], place: _Place, statistics: Statistics) -> list[Wanted]:
    """Return the wishes for tokens, rarest first within each sort, until `MOST_POSTINGS` matches are asked for."""
    left = MOST_POSTINGS
    wanted: list[Wanted] = []
    for tokens in sorts:
        for token in sorted(set(tokens), key=lambda t: (statistics.frequency[t], t)):
            most = min(statistics.frequency[token], left)
            if most > 0:
                wanted.append(place.wanted([token], gain=statistics.rarity(token), most=most))
                left -= most
    return wanted


def _days(period: Period) -> list[str]:
    first = period.start.astimezone(UTC).date()
    count = (period.end.astimezone(UTC).date() - first).days + 1
    return [day_token(first + timedelta(days=day)) for day in range(count)] if count <= MOST_DAYS else []


def _candidate(row: _Row, query: Query) -> Candidate:
    number, tokens, weight, at, conversation, position, speaker, role, scope, _ = row  # a hundred times a question
    return Candidate(
        number=number,
        passages=_passages(tokens, query),
        weight=weight,
        at=at,
        conversation=conversation,
        position=position,
        speaker=speaker,
        is_assistant=role == "assistant",
        is_shared=scope != Scope.PERSONAL,
    )


def _passages(indexed: str, query: Query) -> tuple[tuple[str, ...], ...]:
    if query.is_symbols:
        return (query.terms,)
    lines = indexed.split("\n")
    if len(lines) > MOST_PASSAGES:
        asked = [*query.terms, *query.singles, *query.fillers]
        lines = [line for line in lines if any(token in line for token in asked)][:MOST_PASSAGES]
    return tuple(map(tuple, map(str.split, lines)))


async def _found(connection: AsyncConnection, query: Query, ranked: Sequence[Scored]) -> list[Found]:
    scores = {scored.number: scored.score for scored in ranked}
    rows = (await connection.execute(_WHOLE_ROWS, {"numbers": list(scores)})).all()
    by_number = {row.n: row for row in rows}
    return [_as_found(by_number[n], query, score) for n, score in scores.items()]


def _as_found(row: _Row, query: Query, score: float) -> Found:
    present = frozenset(row.tokens.split()) if not query.is_symbols else frozenset()
    asked = present.intersection(query.terms) or present.intersection([*query.fillers, *query.singles])
    return Found(
        kind=row.kind,
        ref=row.ref,
        score=score,
        text=row.text,
        snippet=snippet(row.text, asked or query.terms),
        document=row.document,
        line=row.line,
        conversation=row.conversation,
        position=row.position,
        speaker=row.speaker,
        role=row.role,
        date=row.at,
        agent=row.agent,
        scope=Scope(row.scope),
        owner=row.owner,
    )
