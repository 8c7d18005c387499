"""Takes forgotten words out of what was said: the spans in the messages of one bucket, and the index of them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.table import message
from morrow.owners import Bucket
from morrow.search.index import Item, add, remove
from morrow.search.table import search_item
from morrow.store import in_bucket


@dataclass(frozen=True, slots=True)
class Cut:
    """How words go out of a text; `pieces` are their beginnings, to look rows up by."""

    pieces: tuple[str, ...]
    without: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Said:
    """Messages that held the words: `cut` no longer do; `elsewhere` are those of other buckets, such as a group's."""

    cut: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    conversations: tuple[str, ...] = ()


async def cut_messages(
    connection: AsyncConnection, bucket: Bucket, words: Cut, sources: Collection[str], *, keep: bool
) -> Said:
    """Write the words over in the bucket's messages that hold them; `sources` are messages known to.

    With `keep` the messages stay as they are, and are only no longer found. A message keeps its hash, so that the same
    file imported again does not bring it back.
    """
    known = await _holding(connection, bucket, words, sources)
    mine = [row for row in known if Bucket(row.agent, row.scope, row.owner) == bucket]
    ids = [row.id for row in mine]
    if keep:
        await remove(connection, bucket, "message", ids)
    else:
        for row in mine:
            text = words.without(row.text)
            await connection.execute(update(message).where(message.c.id == row.id).values(text=text))
        await _index_again(connection, bucket, words, ids)
    return Said(
        cut=() if keep else tuple(ids),
        hidden=tuple(ids) if keep else (),
        elsewhere=tuple(row.id for row in known if row.id not in ids),
        conversations=tuple(dict.fromkeys(row.conversation for row in mine)),
    )


async def _holding(connection: AsyncConnection, bucket: Bucket, words: Cut, sources: Collection[str]) -> Sequence[Any]:
    """Return the messages that hold the words: of the bucket, found by its index, and among those named."""
    i, m = search_item.c, message.c
    found = await connection.execute(
        select(i.ref).where(
            *in_bucket(search_item, bucket),
            i.kind == "message",
            or_(*(i.text.contains(piece, autoescape=True) for piece in words.pieces)),
        )
    )
    ids = sorted({*found.scalars(), *sources})
    rows: list[Any] = []
    for start in range(0, len(ids), 500):
        some = m.id.in_(ids[start : start + 500])
        rows += (
            await connection.execute(
                select(m.id, m.agent, m.scope, m.owner, m.conversation, m.text).where(some).order_by(m.id)
            )
        ).all()
    return [row for row in rows if words.without(row.text) != row.text]


async def _index_again(connection: AsyncConnection, bucket: Bucket, words: Cut, ids: Sequence[str]) -> None:
    i = search_item.c
    for start in range(0, len(ids), 500):
        rows = await connection.execute(
            select(search_item).where(
                *in_bucket(search_item, bucket), i.kind == "message", i.ref.in_(ids[start : start + 500])
            )
        )
        items = [
            Item(
                bucket=bucket, kind="message", ref=row.ref, text=words.without(row.text),
                conversation=row.conversation, position=row.position, speaker=row.speaker, role=row.role, at=row.at,
            )
            for row in rows.all()
        ]  # fmt: skip
        await add(connection, items)
