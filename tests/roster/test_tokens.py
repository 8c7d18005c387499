from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from morrow.errors import InvalidInput, NotAllowed, NotFound
from morrow.roster import table
from morrow.roster.roles import LEAST_ROLE, Act, Role, demand, may
from morrow.roster.tokens import Grant, find_token, list_tokens, make_token, note_use, revoke_token
from morrow.store import Store

GRANT = Grant("ada", Role.MEMBER)


async def test_a_token_is_found_by_its_secret_and_by_nothing_else(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        made = await make_token(connection, GRANT, maker=Role.ADMIN, now=morning)

        assert await find_token(connection, made.secret, now=morning) == made.token
        for other in ("", "mrw_", made.secret[:-1], made.secret.upper(), made.token.id, "mrw_\ud800"):
            assert await find_token(connection, other, now=morning) is None


async def test_a_secret_is_long_shown_once_and_kept_as_a_hash_only(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        one = await make_token(connection, GRANT, maker=Role.ADMIN, now=morning)
        two = await make_token(connection, GRANT, maker=Role.ADMIN, now=morning)
        kept = (await connection.execute(select(table.token))).all()

    assert one.secret != two.secret
    assert one.secret.startswith("mrw_")
    assert len(one.secret) == 47
    assert not any(secret in str(row) for row in kept for secret in (one.secret, two.secret))
    assert one.secret not in repr(one.token)


async def test_a_token_gives_no_more_than_its_maker_has(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        with pytest.raises(NotAllowed, match="admin"):
            await make_token(connection, Grant("ada", Role.ROOT), maker=Role.ADMIN, now=morning)
        assert await list_tokens(connection) == []


async def test_an_expired_or_taken_back_token_opens_nothing(store: Store, morning: datetime) -> None:
    ends = Grant("ada", Role.VIEWER, expires_at=morning + timedelta(hours=1))
    async with store.write() as connection:
        short = await make_token(connection, ends, maker=Role.ADMIN, now=morning)
        taken = await make_token(connection, GRANT, maker=Role.ADMIN, now=morning)
        await revoke_token(connection, taken.token.id, now=morning)

        assert await find_token(connection, short.secret, now=morning) is not None
        assert await find_token(connection, short.secret, now=morning + timedelta(hours=1)) is None
        assert await find_token(connection, taken.secret, now=morning) is None
        with pytest.raises(NotFound):
            await revoke_token(connection, taken.token.id, now=morning)
        with pytest.raises(InvalidInput, match="expired"):
            await make_token(connection, ends, maker=Role.ADMIN, now=morning + timedelta(days=1))


async def test_a_use_is_noted_at_most_once_a_minute(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        made = await make_token(connection, GRANT, maker=Role.ADMIN, now=morning)
        assert await note_use(connection, made.token, now=morning)
        used = await find_token(connection, made.secret, now=morning)
        assert used is not None

        assert not await note_use(connection, used, now=morning + timedelta(seconds=30))
        assert await note_use(connection, used, now=morning + timedelta(seconds=61))


def test_each_role_may_do_all_that_a_lesser_one_may() -> None:
    for act in Act:
        allowed = [role for role in Role if may(role, act)]
        assert allowed == list(Role)[LEAST_ROLE[act].rank :]


def test_what_a_role_may_not_do_names_the_role_it_takes() -> None:
    demand(Role.MEMBER, Act.WRITE_SHARED)

    with pytest.raises(NotAllowed, match="takes the role admin"):
        demand(Role.MEMBER, Act.WRITE_SOUL)
