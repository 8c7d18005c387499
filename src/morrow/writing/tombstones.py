"""Keeps what is left of forgotten words, so that no writer learns them again unless their owner says them again."""

import json
import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.gates.tombstone_hashes import Tombstone, Tombstones, bury
from morrow.owners import Bucket
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id
from morrow.writing.table import tombstone

_SALT_BYTES = 32


async def standing(connection: AsyncConnection, bucket: Bucket) -> Tombstones:
    """Return the bucket's tombstones; those that were lifted because the words were told again stand no more."""
    c = tombstone.c
    rows = (
        await connection.execute(
            select(c.id, c.salt, c.stone, c.forgotten_at).where(
                *in_bucket(tombstone, bucket), c.told_again_at.is_(None)
            )
        )
    ).all()
    if not rows:
        return Tombstones()
    return Tombstones(bytes.fromhex(rows[0].salt), tuple(_decode(row.id, row.stone, row.forgotten_at) for row in rows))


async def lay(connection: AsyncConnection, bucket: Bucket, texts: Sequence[str], *, now: datetime) -> list[str]:
    """Lay a tombstone for each of `texts` and return their ids; the words themselves are not kept."""
    salt = await _salt(connection, bucket)
    stones = [bury(text, id=new_id(now), salt=salt, forgotten_at=now) for text in texts if text.strip()]
    if stones:
        where = bucket_values(bucket)
        await connection.execute(
            insert(tombstone),
            [
                {"id": stone.id, "salt": salt.hex(), "stone": _encode(stone), "forgotten_at": now, **where}
                for stone in stones
            ],
        )
    return [stone.id for stone in stones]


async def lift(connection: AsyncConnection, stones: Sequence[str], *, now: datetime) -> None:
    """Let tombstones stand no more: their owner told the words again."""
    if stones:
        await connection.execute(update(tombstone).where(tombstone.c.id.in_(stones)).values(told_again_at=now))


async def _salt(connection: AsyncConnection, bucket: Bucket) -> bytes:
    """Return the bucket's salt: all its tombstones share one, so that a text is hashed once to be compared with all."""
    known = (
        await connection.execute(select(tombstone.c.salt).where(*in_bucket(tombstone, bucket)).limit(1))
    ).scalar_one_or_none()
    return secrets.token_bytes(_SALT_BYTES) if known is None else bytes.fromhex(known)


def _encode(stone: Tombstone) -> str:
    return json.dumps([stone.exact, stone.normalised, sorted(stone.shingles), sorted(stone.specifics)])


def _decode(stone_id: str, encoded: str, forgotten_at: datetime) -> Tombstone:
    exact, normalised, shingles, specifics = json.loads(encoded)
    return Tombstone(stone_id, forgotten_at, exact, normalised, frozenset(shingles), frozenset(specifics))
