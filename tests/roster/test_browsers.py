from datetime import datetime, timedelta

import pytest

from morrow.errors import NotAllowed
from morrow.roster.browsers import LINK_LIVES, close_session, find_session, is_forged, make_login_link, open_session
from morrow.roster.roles import Role
from morrow.store import Store


async def test_a_login_link_opens_one_session_once(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        link = await make_login_link(connection, "ada", Role.ROOT, now=morning)
        opened = await open_session(connection, link, now=morning + timedelta(minutes=1))

        assert await find_session(connection, opened.secret, now=morning) == opened.session
        assert (opened.session.user, opened.session.role) == ("ada", Role.ROOT)
        with pytest.raises(NotAllowed, match="used"):
            await open_session(connection, link, now=morning + timedelta(minutes=1))


async def test_a_link_that_is_too_old_opens_nothing(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        link = await make_login_link(connection, "ada", Role.ROOT, now=morning)

        with pytest.raises(NotAllowed):
            await open_session(connection, link, now=morning + LINK_LIVES)
        with pytest.raises(NotAllowed):
            await open_session(connection, "never made", now=morning)


async def test_a_session_ends_by_time_and_by_closing(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        link = await make_login_link(connection, "ada", Role.VIEWER, now=morning)
        opened = await open_session(connection, link, now=morning)

        assert await find_session(connection, opened.secret, now=opened.session.expires_at) is None
        await close_session(connection, opened.session.id)
        assert await find_session(connection, opened.secret, now=morning) is None


async def test_a_change_without_the_pages_own_secret_is_forged(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        link = await make_login_link(connection, "ada", Role.VIEWER, now=morning)
        session = (await open_session(connection, link, now=morning)).session

    assert not is_forged(session, session.csrf)
    assert is_forged(session, None)
    assert is_forged(session, "")
    assert is_forged(session, session.csrf[:-1] + "\ud800")
