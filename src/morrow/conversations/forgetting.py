"""Takes forgotten words out of what was said in one bucket: messages, tool calls, their index, why turns failed."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.calls import read_calls, write_calls
from morrow.conversations.table import message, turn
from morrow.owners import Bucket
from morrow.search.index import Item, add, remove
from morrow.search.table import search_item
from morrow.store import in_bucket
from morrow.text.json_strings import mapped_json


@dataclass(frozen=True, slots=True)
class Cut:
    """How words go out of a text, and out of what a tool was answered; `pieces` are their beginnings, to find rows."""

    pieces: tuple[str, ...]
    without: Callable[[str], str]
    without_excerpt: Callable[[str], str]


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
            clean = {"text": _without(row, words), "calls": _without_in_calls(row.calls, words)}
            await connection.execute(update(message).where(message.c.id == row.id).values(clean))
        await _index_again(connection, bucket, words, ids)
        await _cut_reasons(connection, bucket, words)
    return Said(
        cut=() if keep else tuple(ids),
        hidden=tuple(ids) if keep else (),
        elsewhere=tuple(row.id for row in known if row.id not in ids),
        conversations=tuple(dict.fromkeys(row.conversation for row in mine)),
    )


async def _holding(connection: AsyncConnection, bucket: Bucket, words: Cut, sources: Collection[str]) -> Sequence[Any]:
    """Return the messages that hold the words, in their text or in a tool call: of the bucket, and of those named."""
    m = message.c
    # How the words are escaped in the JSON of a call, or cut short in its answer, is not known: each is looked at.
    found = await connection.execute(
        select(m.id).where(
            *in_bucket(message, bucket),
            or_(m.calls != "", m.role == "tool", *(m.text.contains(piece, autoescape=True) for piece in words.pieces)),
        )
    )
    ids = sorted({*found.scalars(), *sources})
    rows: list[Any] = []
    for start in range(0, len(ids), 500):
        some = m.id.in_(ids[start : start + 500])
        rows += (
            await connection.execute(
                select(m.id, m.agent, m.scope, m.owner, m.conversation, m.role, m.text, m.calls)
                .where(some)
                .order_by(m.id)
            )
        ).all()
    return [row for row in rows if _without(row, words) != row.text or _without_in_calls(row.calls, words) != row.calls]


def _without(row: Any, words: Cut) -> str:
    """Return the text of a message without the words; the answer of a tool may quote them in excerpts."""
    text: str = row.text
    return mapped_json(text, words.without_excerpt) if row.role == "tool" else words.without(text)


def _without_in_calls(calls: str, words: Cut) -> str:
    """Return the tool calls of a row without the words in their arguments, as they came where there are none."""
    known = read_calls(calls)
    clean = [replace(call, arguments=mapped_json(call.arguments, words.without)) for call in known]
    return calls if tuple(clean) == known else write_calls(clean)


async def _cut_reasons(connection: AsyncConnection, bucket: Bucket, words: Cut) -> None:
    """Cut the words out of why turns failed: an error may repeat what it was asked."""
    rows = await connection.execute(
        select(turn.c.id, turn.c.reason).where(*in_bucket(turn, bucket), turn.c.reason != "")
    )
    for row in rows.all():
        clean = words.without(row.reason)
        if clean != row.reason:
            await connection.execute(update(turn).where(turn.c.id == row.id).values(reason=clean))


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
                bucket=bucket, kind="message", ref=row.ref, text=_without(row, words),
                conversation=row.conversation, position=row.position, speaker=row.speaker, role=row.role, at=row.at,
            )
            for row in rows.all()
        ]  # fmt: skip
        await add(connection, items)
