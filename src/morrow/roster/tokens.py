"""Personal access tokens: made, shown once, found by their hash, and taken back. Only the hash is kept."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.errors import InvalidInput, NotAllowed, NotFound
from morrow.owners import Owner
from morrow.roster import table
from morrow.roster.roles import Role
from morrow.store.ids import new_id

PREFIX = "mrw_"
SECRET_BYTES = 32  # 43 url-safe characters behind the prefix
_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token allows: a role at most, and no other agent, owner, namespace or channel where one is named.

    `namespace` keeps the end users of one integration apart from another's; `channel` lets it speak for one.
    """

    user: str
    role: Role
    agent: str | None = None
    owner: str | None = None
    namespace: str | None = None
    channel: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is kept; its secret was shown once and is not here."""

    id: str
    grant: Grant
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made: `secret` is shown to its maker now, and never again."""

    secret: str
    token: Token


async def make_token(connection: AsyncConnection, grant: Grant, *, maker: Role, now: datetime) -> NewToken:
    """Make a token and return it with its secret. Raises NotAllowed for more than the maker has, InvalidInput."""
    if not maker.covers(grant.role):
        raise NotAllowed(f"a {maker} cannot make a token with the role {grant.role}; ask for {maker} or less")
    if grant.expires_at is not None and grant.expires_at <= now:
        raise InvalidInput(f"{grant.expires_at.isoformat()}: the token would have expired already")
    if grant.owner is not None and Owner.parse(grant.owner).is_system:
        raise InvalidInput("system has no memory of its own to limit a token to; leave the owner out")
    if grant.namespace is not None:
        Owner.api("anyone", grant.namespace)
    Owner.user(grant.user)
    if grant.channel is not None:
        Owner.channel(grant.channel, "anyone")
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    made = Token(new_id(now), grant, now, None, None)
    await connection.execute(
        insert(table.token).values(
            id=made.id, hash=hash_secret(secret), user=grant.user, role=grant.role, agent=grant.agent,
            only_owner=grant.owner, namespace=grant.namespace, channel=grant.channel, expires_at=grant.expires_at,
            created_at=now,
        )
    )  # fmt: skip
    return NewToken(secret, made)


async def find_token(connection: AsyncConnection, secret: str, *, now: datetime) -> Token | None:
    """Return the live token of that secret, or None for one unknown, expired or taken back."""
    if not secret.startswith(PREFIX):
        return None
    # Looked up by hash: what is compared depends on no guess that an attacker could time.
    row = (await connection.execute(_tokens().where(table.token.c.hash == hash_secret(secret)))).one_or_none()
    token = None if row is None else _token(row)
    return token if token is not None and is_live(token, now=now) else None


def is_live(token: Token, *, now: datetime) -> bool:
    """Whether the token opens anything at `now`."""
    ends = token.grant.expires_at
    return token.revoked_at is None and (ends is None or ends > now)


async def note_use(connection: AsyncConnection, token: Token, *, now: datetime) -> bool:
    """Write down that a token was used, at most once a minute; return whether it was written."""
    if not is_worth_noting(token, now=now):
        return False
    await connection.execute(update(table.token).where(table.token.c.id == token.id).values(last_used_at=now))
    return True


def is_worth_noting(token: Token, *, now: datetime) -> bool:
    """Whether a use of the token now would be written down."""
    return token.last_used_at is None or now - token.last_used_at > _NOTED_EVERY


async def list_tokens(connection: AsyncConnection) -> list[Token]:
    """Return every token, the newest first, those taken back too."""
    return [_token(row) for row in await connection.execute(_tokens().order_by(table.token.c.id.desc()))]


async def revoke_token(connection: AsyncConnection, token: str, *, now: datetime) -> None:
    """Take a token back by its id; from now on it opens nothing. Raises NotFound."""
    taken = await connection.execute(
        update(table.token)
        .where(table.token.c.id == token, table.token.c.revoked_at.is_(None))
        .values(revoked_at=now)
        .returning(table.token.c.id)
    )
    if taken.one_or_none() is None:
        raise NotFound(f"{token!r}: no such token, or it was taken back already")


def hash_secret(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256, in hex."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _tokens() -> Any:
    c = table.token.c
    return select(
        c.id, c.user, c.role, c.agent, c.only_owner, c.namespace, c.channel, c.expires_at, c.created_at,
        c.last_used_at, c.revoked_at,
    )  # fmt: skip


def _token(row: Row[Any]) -> Token:
    grant = Grant(
        user=row.user, role=Role(row.role), agent=row.agent, owner=row.only_owner, namespace=row.namespace,
        channel=row.channel, expires_at=row.expires_at,
    )  # fmt: skip
    return Token(row.id, grant, row.created_at, row.last_used_at, row.revoked_at)
