"""Answers kept for a day, so that a request sent again is carried out once. Which ones, the caller knows."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.owners import ANY_AGENT, Owner, Scope
from morrow.roster.table import kept_answer
from morrow.store.ids import new_id
from morrow.store.statements import insert_new

KEPT = timedelta(hours=24)
# Longer than any request takes: what began before that and has no answer died, and may be asked again.
_GIVEN_UP = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Request:
    """What tells one request from another: who sent it where under which key, and a hash of all that was asked."""

    identity: str
    route: str
    key: str
    asked: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer that a request got before; `text` is None where it may not be kept, or was blanked."""

    status: int
    text: str | None


Standing = Kept | Literal["new", "other", "running"]


async def begin(connection: AsyncConnection, request: Request, owner: Owner, *, now: datetime) -> Standing:
    """Note that `request` is being carried out and return "new", or how it stands if it was sent before.

    "other": the key was used for another request; "running": it is still being carried out.
    """
    c = kept_answer.c
    await connection.execute(
        delete(kept_answer).where((c.made_at <= now - KEPT) | (c.status.is_(None) & (c.made_at <= now - _GIVEN_UP)))
    )
    values = {
        "id": new_id(now), "agent": ANY_AGENT, "scope": str(Scope.PERSONAL), "owner": owner.key,
        "identity": request.identity, "route": request.route, "key": request.key, "asked": request.asked,
        "status": None, "answer": None, "made_at": now,
    }  # fmt: skip
    made = await connection.execute(insert_new(connection, kept_answer).values(values).returning(c.id))
    if made.one_or_none() is not None:
        return "new"
    row = (await connection.execute(select(c.asked, c.status, c.answer).where(*_is(request)))).one()
    if row.asked != request.asked:
        return "other"
    return "running" if row.status is None else Kept(row.status, row.answer)


async def end(connection: AsyncConnection, request: Request, status: int, text: str | None) -> None:
    """Keep what a request was answered."""
    await connection.execute(update(kept_answer).where(*_is(request)).values(status=status, answer=text))


async def give_up(connection: AsyncConnection, request: Request) -> None:
    """Forget a request that was not carried out: it may be sent again."""
    await connection.execute(delete(kept_answer).where(*_is(request)))


async def blank_answers(connection: AsyncConnection) -> None:
    """Keep of every answer only that it was given: something is being forgotten, and an answer may hold it."""
    await connection.execute(update(kept_answer).where(kept_answer.c.answer.is_not(None)).values(answer=None))


def _is(request: Request) -> tuple[ColumnElement[bool], ...]:
    c = kept_answer.c
    return (c.identity == request.identity, c.route == request.route, c.key == request.key)
