from datetime import datetime, timedelta

import pytest

from morrow.access.credentials import Credentials, authenticate, read_credentials
from morrow.access.identity import Identity
from morrow.errors import Forged, NotAuthenticated
from morrow.owners import Owner
from morrow.roster.browsers import NewSession, close_session, make_login_link, open_session
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant, NewToken, list_tokens, make_token, revoke_token
from morrow.store import Store

GRANT = Grant("ada", Role.MEMBER, owner="user:7", namespace="shop")


async def _token(store: Store, grant: Grant, now: datetime) -> NewToken:
    async with store.write() as connection:
        return await make_token(connection, grant, maker=Role.ROOT, now=now)


async def _session(store: Store, now: datetime) -> NewSession:
    async with store.write() as connection:
        link = await make_login_link(connection, "ada", Role.ADMIN, now=now)
        return await open_session(connection, link, now=now)


async def test_a_token_tells_who_asks_and_how_far_it_reaches(store: Store, morning: datetime) -> None:
    made = await _token(store, GRANT, morning)

    found = await authenticate(store, Credentials(bearer=made.secret), now=morning)

    assert found == Identity(
        made.token.id, "token", "ada", Role.MEMBER, owner=Owner("user:7"), namespace="shop", csrf=""
    )  # fmt: skip


async def test_what_is_unknown_expired_or_taken_back_tells_nobody(store: Store, morning: datetime) -> None:
    short = await _token(store, Grant("ada", Role.ROOT, expires_at=morning + timedelta(hours=1)), morning)
    taken = await _token(store, GRANT, morning)
    async with store.write() as connection:
        await revoke_token(connection, taken.token.id, now=morning)

    for secret in (short.secret, taken.secret, "mrw_unknown", "", "Bearer"):
        with pytest.raises(NotAuthenticated) as refused:
            await authenticate(store, Credentials(bearer=secret), now=morning + timedelta(hours=1))
        assert not secret or secret not in str(refused.value).replace("Bearer mrw_…", "")
    with pytest.raises(NotAuthenticated):
        await authenticate(store, Credentials(), now=morning)


async def test_a_session_reads_with_its_cookie_and_changes_with_its_own_secret(store: Store, morning: datetime) -> None:
    opened = await _session(store, morning)

    async def ask(csrf: str | None, *, changes: bool) -> Identity:
        shown = Credentials(cookie=opened.secret, csrf=csrf, changes=changes)
        return await authenticate(store, shown, now=morning)

    assert (await ask(None, changes=False)).user == "ada"
    assert (await ask(opened.session.csrf, changes=True)).role == Role.ADMIN
    for forged in (None, "", "x", opened.secret):
        with pytest.raises(Forged, match="x-csrf-token"):
            await ask(forged, changes=True)
    async with store.write() as connection:
        await close_session(connection, opened.session.id)
    with pytest.raises(NotAuthenticated):
        await ask(opened.session.csrf, changes=True)


async def test_a_bad_token_is_not_made_good_by_a_cookie(store: Store, morning: datetime) -> None:
    opened = await _session(store, morning)
    shown = read_credentials("GET", {"authorization": "Bearer mrw_no", "cookie": f"morrow_session={opened.secret}"})

    with pytest.raises(NotAuthenticated):
        await authenticate(store, shown, now=morning)


async def test_a_use_is_noted_once_a_minute(store: Store, morning: datetime) -> None:
    made = await _token(store, GRANT, morning)
    seen = []
    for seconds in (0, 30, 61):
        await authenticate(store, Credentials(bearer=made.secret), now=morning + timedelta(seconds=seconds))
        async with store.read_all() as connection:
            [token] = await list_tokens(connection)
        seen.append(token.last_used_at)

    assert seen == [morning, morning, morning + timedelta(seconds=61)]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "LINK"])
def test_every_method_but_the_reading_ones_changes_something(method: str) -> None:
    assert read_credentials(method, {}).changes
    assert not read_credentials("GET", {}).changes


@pytest.mark.parametrize("header", ["Basic YTpi", "mrw_abc", "Digest x"])
def test_an_unknown_scheme_is_refused_in_words(header: str) -> None:
    with pytest.raises(NotAuthenticated, match="Bearer"):
        read_credentials("GET", {"authorization": header})


@pytest.mark.parametrize("header", ["", "a=b", "morrow_session", "\x00=\x01;;;", "morrow_session=; a=b", "é=1"])
def test_odd_cookies_are_nobodys(header: str) -> None:
    assert not read_credentials("GET", {"cookie": header}).cookie


def test_secrets_do_not_show_when_credentials_are_printed() -> None:
    shown = read_credentials("GET", {"authorization": "Bearer mrw_secret", "x-csrf-token": "other"})

    assert "secret" not in repr(shown)
    assert "other" not in repr(shown)
