"""Browser sessions: a one-time link opens one, a cookie carries it, and a second secret stands against forgery."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.errors import NotAllowed
from morrow.roster import table
from morrow.roster.roles import Role
from morrow.roster.tokens import hash_secret
from morrow.store.ids import new_id

LINK_LIVES = timedelta(minutes=10)
SESSION_LIVES = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """Whom a browser acts for; `csrf` must come back in a header with everything that changes something."""

    id: str
    user: str
    role: Role
    csrf: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session just opened; `secret` goes into the cookie and is kept nowhere."""

    secret: str
    session: BrowserSession


async def make_login_link(connection: AsyncConnection, user: str, role: Role, *, now: datetime) -> str:
    """Return the secret of a link that opens one browser session within ten minutes, once."""
    secret = secrets.token_urlsafe(32)
    await connection.execute(
        insert(table.login).values(
            id=new_id(now), hash=hash_secret(secret), user=user, role=role, expires_at=now + LINK_LIVES, used_at=None
        )
    )
    return secret


async def open_session(connection: AsyncConnection, link: str, *, now: datetime) -> NewSession:
    """Open a session with a login link. Raises NotAllowed for one that is unknown, used or too old."""
    c = table.login.c
    used = await connection.execute(
        update(table.login)
        .where(c.hash == hash_secret(link), c.used_at.is_(None), c.expires_at > now)
        .values(used_at=now)
        .returning(c.user, c.role)
    )
    row = used.one_or_none()
    if row is None:
        raise NotAllowed("this login link was used or is too old; ask for a new one with `morrow serve --open`")
    secret, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    made = BrowserSession(new_id(now), row.user, Role(row.role), csrf, now + SESSION_LIVES)
    await connection.execute(
        insert(table.session).values(
            id=made.id, hash=hash_secret(secret), user=made.user, role=made.role, csrf=csrf, expires_at=made.expires_at
        )
    )
    return NewSession(secret, made)


async def find_session(connection: AsyncConnection, secret: str, *, now: datetime) -> BrowserSession | None:
    """Return the live session of a cookie, or None."""
    c = table.session.c
    row = (
        await connection.execute(
            select(c.id, c.user, c.role, c.csrf, c.expires_at).where(c.hash == hash_secret(secret), c.expires_at > now)
        )
    ).one_or_none()
    return None if row is None else BrowserSession(row.id, row.user, Role(row.role), row.csrf, row.expires_at)


async def close_session(connection: AsyncConnection, session: str) -> None:
    """End a session: its cookie opens nothing any more."""
    await connection.execute(delete(table.session).where(table.session.c.id == session))


def is_forged(session: BrowserSession, csrf: str | None) -> bool:
    """Whether a change did not come from a page of ours; compared in constant time."""
    return csrf is None or not secrets.compare_digest(session.csrf.encode(), csrf.encode("utf-8", "surrogatepass"))
