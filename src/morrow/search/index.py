"""Keeps the search index in step with what is written, inside the writer's own transaction. Asks it nothing."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.owners import Bucket, Scope
from morrow.search.full_text import delete_all_terms, delete_terms, insert_terms, merge_terms
from morrow.search.passages import passages
from morrow.search.ranking import FACT_WEIGHT, MESSAGE_WEIGHT, document_weight
from morrow.search.table import search_bucket, search_item
from morrow.search.terms import day_token, document_tokens, kind_token, terms
from morrow.search.tokens import index_tokens, symbol_tokens
from morrow.store import bucket_values, in_bucket
from morrow.store.statements import insert_new

_ROLES = frozenset({"", "user", "assistant", "system", "tool"})  # as a speaker's name they say nothing
_AT_A_TIME = 500
_NUMBERS = text("SELECT nextval(pg_get_serial_sequence('search_item', 'n')) FROM generate_series(1, :count)")
# Items by name: the keys come in lists, for thousands would be too many parameters. PostgreSQL gets arrays, for beneath
# a policy it uses an index only where nothing is computed from a row, not even a field of JSON.
_NAMED = {
    "sqlite": text(
        "SELECT item.n FROM json_each(:keys) AS key CROSS JOIN search_item AS item ON item.agent = key.value ->> 0"
        " AND item.scope = key.value ->> 1 AND item.owner = key.value ->> 2 AND item.kind = key.value ->> 3"
        " AND item.ref = key.value ->> 4"
    ),
    "postgresql": text(
        "SELECT item.n FROM unnest(CAST(:agents AS text[]), CAST(:scopes AS text[]), CAST(:owners AS text[]),"
        " CAST(:kinds AS text[]), CAST(:refs AS text[])) AS key (agent, scope, owner, kind, ref)"
        " JOIN search_item AS item USING (agent, scope, owner, kind, ref)"
    ),
}
_COUNT = (
    update(search_bucket)
    .where(search_bucket.c.n == bindparam("number"))
    .values(
        items=search_bucket.c["items"] + bindparam("more_items"),
        passages=search_bucket.c.passages + bindparam("more_passages"),
        tokens=search_bucket.c.tokens + bindparam("more_tokens"),
    )
)
_OLD = (
    search_item.c.n, search_item.c.bucket, search_item.c.kind, search_item.c.document, search_item.c.at,
    search_item.c.text, search_item.c.tokens, search_item.c.passages, search_item.c.length,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be found: an entry, a line of a note, a message or a fact. `ref` names it within bucket and kind.

    `position` counts a conversation's messages one by one: neighbours speak for each other. Without a `weight` the
    document's name or the kind decides it.
    """

    bucket: Bucket
    kind: str
    ref: str
    text: str
    document: str | None = None
    line: int | None = None
    conversation: str | None = None
    position: int | None = None
    speaker: str = ""
    role: str = ""
    weight: float | None = None
    at: datetime | None = None


async def add(connection: AsyncConnection, items: Sequence[Item]) -> None:
    """Put `items` into the index; one that stands there under the same bucket, kind and ref is replaced."""
    latest = {(item.bucket, item.kind, item.ref): item for item in items}
    if not latest:
        return
    await _remove_named(connection, latest)
    buckets = await _bucket_numbers(connection, {bucket for bucket, _, _ in latest})
    numbers = await _numbers(connection, len(latest))
    rows = [_row(n, buckets[item.bucket], item) for n, item in zip(numbers, latest.values(), strict=True)]
    await connection.execute(insert(search_item), rows)
    await insert_terms(connection, {row["n"]: _terms(row) for row in rows})
    await _count(connection, ((row["bucket"], row["passages"], row["length"]) for row in rows), sign=1)


async def remove(connection: AsyncConnection, bucket: Bucket, kind: str, refs: Collection[str]) -> None:
    """Take the items of one kind with these refs out of a bucket's index; unknown refs are passed over."""
    await _remove_named(connection, [(bucket, kind, ref) for ref in refs])


async def remove_bucket(connection: AsyncConnection, bucket: Bucket) -> None:
    """Take everything of one bucket out of the index, its counts included."""
    await _remove_where(connection, *in_bucket(search_item, bucket))
    await connection.execute(delete(search_bucket).where(*in_bucket(search_bucket, bucket)))


async def remove_all(connection: AsyncConnection) -> None:
    """Empty the index, before it is rebuilt from documents, messages and facts."""
    await delete_all_terms(connection)
    await connection.execute(delete(search_item))
    await connection.execute(delete(search_bucket))


async def purge(connection: AsyncConnection) -> None:
    """Rewrite the full-text table so that nothing of removed items is left in it, after a forgetting."""
    await merge_terms(connection)


async def _remove_named(connection: AsyncConnection, named: Iterable[tuple[Bucket, str, str]]) -> None:
    keys = [(bucket.agent, str(bucket.scope), bucket.owner, kind, ref) for bucket, kind, ref in named]
    if not keys:
        return
    values: dict[str, object] = {"keys": json.dumps(keys)}
    if connection.dialect.name == "postgresql":
        columns = ("agents", "scopes", "owners", "kinds", "refs")
        values = dict(zip(columns, map(list, zip(*keys, strict=True)), strict=True))
    found = await connection.execute(_NAMED[connection.dialect.name], values)
    numbers = list(found.scalars())
    for start in range(0, len(numbers), _AT_A_TIME):
        await _remove_where(connection, search_item.c.n.in_(numbers[start : start + _AT_A_TIME]))


async def _remove_where(connection: AsyncConnection, *conditions: Any) -> None:
    rows = (await connection.execute(select(*_OLD).where(*conditions))).all()
    if not rows:
        return
    await delete_terms(connection, {row.n: _terms(dict(row._mapping)) for row in rows})
    await connection.execute(
        delete(search_item).where(search_item.c.n == bindparam("old")), [{"old": r.n} for r in rows]
    )
    await _count(connection, ((row.bucket, row.passages, row.length) for row in rows), sign=-1)


async def _bucket_numbers(connection: AsyncConnection, buckets: Collection[Bucket]) -> dict[Bucket, int]:
    """Return the number of each bucket, given now to those that have none."""
    known = await _known_numbers(connection, buckets)
    fresh = [bucket for bucket in buckets if bucket not in known]
    if fresh:
        rows = [{**bucket_values(b), "items": 0, "passages": 0, "tokens": 0} for b in fresh]
        await connection.execute(insert_new(connection, search_bucket), rows)
        known |= await _known_numbers(connection, fresh)
    return known


async def _known_numbers(connection: AsyncConnection, buckets: Collection[Bucket]) -> dict[Bucket, int]:
    known: dict[Bucket, int] = {}
    for agent, scope in {(bucket.agent, bucket.scope) for bucket in buckets}:
        owners = {bucket.owner for bucket in buckets if (bucket.agent, bucket.scope) == (agent, scope)}
        counts = search_bucket.c
        rows = await connection.execute(
            select(search_bucket).where(counts.agent == agent, counts.scope == str(scope), counts.owner.in_(owners))
        )
        known |= {Bucket(row.agent, Scope(row.scope), row.owner): row.n for row in rows}
    return known


async def _numbers(connection: AsyncConnection, count: int) -> list[int]:
    if connection.dialect.name == "postgresql":
        return list((await connection.execute(_NUMBERS, {"count": count})).scalars())
    # SQLite has one writer at a time, so nobody else counts on from here.
    last = (await connection.execute(select(func.max(search_item.c.n)))).scalar() or 0
    return list(range(last + 1, last + 1 + count))


def _row(n: int, bucket: int, item: Item) -> dict[str, Any]:
    speaker = [] if item.speaker.casefold() in _ROLES else index_tokens(item.speaker)
    found = [speaker + tokens for tokens in passages(item.text)]
    return {
        **bucket_values(item.bucket),
        "n": n,
        "bucket": bucket,
        "kind": item.kind,
        "ref": item.ref,
        "document": item.document,
        "line": item.line,
        "conversation": item.conversation,
        "position": item.position,
        "speaker": item.speaker,
        "role": item.role,
        "text": item.text,
        "tokens": "\n".join(map(" ".join, found)),
        "passages": len(found),
        "length": sum(map(len, found)),
        "weight": _weight(item) if item.weight is None else item.weight,
        "at": item.at,
    }


def _weight(item: Item) -> float:
    if item.document is not None:
        return document_weight(item.document)
    return FACT_WEIGHT if item.kind == "fact" else MESSAGE_WEIGHT


def _terms(row: Mapping[str, Any]) -> str:
    """Return all terms of an item, by nothing but what its row holds, so that they can be named again to delete it."""
    tokens = [*row["tokens"].split(), *symbol_tokens(row["text"]), kind_token(row["kind"])]
    tokens += document_tokens(row["document"])
    if row["at"] is not None:
        tokens.append(day_token(row["at"].astimezone(UTC).date()))
    return terms(row["bucket"], tokens)


async def _count(connection: AsyncConnection, changes: Iterable[tuple[int, int, int]], *, sign: int) -> None:
    """Keep each bucket's counts: one row changed a bucket and call."""
    sums: dict[int, list[int]] = {}
    for bucket, found, length in changes:
        total = sums.setdefault(bucket, [0, 0, 0])
        total[0] += 1
        total[1] += found
        total[2] += length
    await connection.execute(
        _COUNT,
        [
            {"number": n, "more_items": sign * items, "more_passages": sign * found, "more_tokens": sign * length}
            for n, (items, found, length) in sorted(sums.items())
        ],
    )
