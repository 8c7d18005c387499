"""What a request shows to prove who asks, and who that is. A secret is compared by its hash, and kept nowhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http.cookies import CookieError, SimpleCookie

import structlog

from morrow.access.identity import Identity, at_most, of_session, of_token
from morrow.errors import Forged, NotAuthenticated, StoreError
from morrow.roster.browsers import find_session, is_forged
from morrow.roster.members import role_of
from morrow.roster.tokens import Token, find_token, is_worth_noting, note_use
from morrow.store import Store

log = structlog.get_logger(__name__)
SESSION_COOKIE = "morrow_session"
CSRF_HEADER = "x-csrf-token"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_MEND = "send `Authorization: Bearer mrw_…` (`morrow tokens create` makes one), or sign in with `morrow serve --open`"


@dataclass(frozen=True, slots=True)
class Credentials:
    """The secrets of a request; `changes` says whether it is of a kind that changes something."""

    bearer: str | None = field(default=None, repr=False)
    cookie: str | None = field(default=None, repr=False)
    csrf: str | None = field(default=None, repr=False)
    changes: bool = False


def read_credentials(method: str, headers: Mapping[str, str]) -> Credentials:
    """Return what a request shows; `headers` by name in lower case. Raises NotAuthenticated for a scheme not known."""
    scheme, _, value = headers.get("authorization", "").strip().partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise NotAuthenticated(f"this server knows no such Authorization scheme; {_MEND}")
    bearer = value.strip() if scheme else None
    cookie = None if bearer is not None else _cookie(headers.get("cookie", ""))
    return Credentials(bearer, cookie, headers.get(CSRF_HEADER), changes=method not in _READING)


async def authenticate(store: Store, shown: Credentials, *, now: datetime) -> Identity:
    """Return who asks. Raises NotAuthenticated, and Forged for a change that comes from no page of ours."""
    if shown.bearer is not None:
        return await _by_token(store, shown.bearer, now=now)
    if shown.cookie is None:
        raise NotAuthenticated(f"this takes a token or a session; {_MEND}")
    async with store.read_all() as connection:
        session = await find_session(connection, shown.cookie, now=now)
        most = None if session is None else await role_of(connection, session.user)
    if session is None:
        raise NotAuthenticated("this session has ended; sign in again with `morrow serve --open`")
    if shown.changes and is_forged(session, shown.csrf):
        raise Forged(f"a change from a browser carries the session's own secret in the header {CSRF_HEADER}")
    return at_most(of_session(session), most)


async def _by_token(store: Store, secret: str, *, now: datetime) -> Identity:
    async with store.read_all() as connection:
        token = await find_token(connection, secret, now=now)
        most = None if token is None else await role_of(connection, token.grant.user)
    if token is None:
        raise NotAuthenticated(f"this token is unknown, expired or taken back; {_MEND}")
    await _note(store, token, now=now)
    return at_most(of_token(token), most)


async def _note(store: Store, token: Token, *, now: datetime) -> None:
    if not is_worth_noting(token, now=now):
        return
    try:
        async with store.write() as connection:
            await note_use(connection, token, now=now)
    except StoreError as error:  # a full disk may not keep anybody from reading
        log.warning("the use of a token is not noted", token=token.id, reason=str(error))


def _cookie(header: str) -> str | None:
    try:
        found = SimpleCookie(header).get(SESSION_COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value
