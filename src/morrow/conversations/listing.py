"""Lists the conversations of a bucket, the newest first, page by page. Reads no more than it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import read_instant
from morrow.conversations import table
from morrow.conversations.history import under_way
from morrow.errors import InvalidInput
from morrow.owners import Bucket
from morrow.store import in_bucket

MOST_LISTED = 200
TITLE_CHARACTERS = 80
_BETWEEN = "~"


@dataclass(frozen=True, slots=True)
class Listed:
    """One conversation in a list; `title` is how its first message begins, `memory` full, read or off."""

    id: str
    name: str
    title: str
    memory: str
    messages: int
    created_at: datetime
    last_at: datetime
    is_running: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Some conversations, the newest first; `next` gives the page behind, and is None behind the last."""

    conversations: tuple[Listed, ...]
    next: str | None = None


async def list_conversations(
    connection: AsyncConnection, bucket: Bucket, *, limit: int, after: str | None = None, since: datetime
) -> Page:
    """Return at most `limit` conversations of the bucket behind the place `after` of an earlier page.

    A turn that began before `since` does not run any more, whatever its row says.
    Raises InvalidInput for a limit outside 1 to 200, or a place that no page gave.
    """
    if not 1 <= limit <= MOST_LISTED:
        raise InvalidInput(f"limit {limit}: ask for 1 to {MOST_LISTED} conversations")
    c = table.conversation.c
    wanted = select(c.id, c.name, c.memory, c.created_at, c.last_at).where(*in_bucket(table.conversation, bucket))
    if after is not None:
        at, conversation = _place(after)
        wanted = wanted.where(or_(c.last_at < at, and_(c.last_at == at, c.id < conversation)))
    rows = (await connection.execute(wanted.order_by(c.last_at.desc(), c.id.desc()).limit(limit + 1))).all()
    shown = rows[:limit]
    ids = [row.id for row in shown]
    titles, counts, live = (
        await _titles(connection, ids),
        await _counts(connection, ids),
        await under_way(connection, ids, since=since),
    )
    listed = tuple(
        Listed(r.id, r.name, titles.get(r.id, ""), r.memory, counts.get(r.id, 0), r.created_at, r.last_at, r.id in live)
        for r in shown
    )
    return Page(listed, f"{shown[-1].last_at.isoformat()}{_BETWEEN}{shown[-1].id}" if len(rows) > limit else None)


def title_of(text: str) -> str:
    """Return how a message begins, on one line."""
    words = " ".join(text[: 4 * TITLE_CHARACTERS].split())
    return words if len(words) <= TITLE_CHARACTERS else f"{words[: TITLE_CHARACTERS - 1].rstrip()}…"


def _place(after: str) -> tuple[datetime, str]:
    at, between, conversation = after.partition(_BETWEEN)
    if not between or not conversation:
        raise InvalidInput(f"{after[:100]!r}: `after` is the `next` of the page before, as it was given")
    return read_instant(at), conversation


async def _titles(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, str]:
    c = table.message.c
    first = (
        select(c.conversation, func.min(c.position).label("position"))
        .where(c.conversation.in_(ids))
        .group_by(c.conversation)
        .subquery()
    )
    rows = await connection.execute(
        select(c.conversation, func.substr(c.text, 1, 4 * TITLE_CHARACTERS).label("text")).join(
            first, and_(first.c.conversation == c.conversation, first.c.position == c.position)
        )
    )
    return {row.conversation: title_of(row.text) for row in rows}


async def _counts(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, int]:
    c = table.message.c
    counted = select(c.conversation, func.count()).where(c.conversation.in_(ids)).group_by(c.conversation)
    return {row[0]: row[1] for row in await connection.execute(counted)}
