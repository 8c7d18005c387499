"""What somebody is in the workspace bounds what any of their tokens may do."""

import pytest

from morrow.access.credentials import Credentials, authenticate
from morrow.errors import NotAllowed, NotAuthenticated, NotFound
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant, NewToken
from morrow.testing import Clock


async def _role(memory: Memory, made: NewToken, clock: Clock) -> Role:
    return (await authenticate(memory.parts.store, Credentials(bearer=made.secret), now=clock())).role


async def test_a_token_makes_its_user_a_member_and_is_never_more_than_that(memory: Memory, clock: Clock) -> None:
    made = await memory.tokens.create(Grant("ada", Role.ADMIN))
    assert [(one.user, one.role) for one in await memory.members.list()] == [("ada", Role.ADMIN)]

    await memory.members.set("ada", Role.VIEWER)

    assert await _role(memory, made, clock) == Role.VIEWER
    with pytest.raises(NotAllowed, match="members set"):
        await memory.tokens.create(Grant("ada", Role.MEMBER))
    with pytest.raises(NotAllowed, match="members set"):
        await memory.tokens.login_link("ada", Role.ROOT)


async def test_the_local_user_is_a_root_whatever_token_is_made_first(memory: Memory) -> None:
    await memory.tokens.create(Grant("local", Role.VIEWER))

    await memory.tokens.create(Grant("local", Role.ROOT))

    assert [(one.user, one.role) for one in await memory.members.list()] == [("local", Role.ROOT)]


async def test_nobody_gives_or_takes_more_than_they_have(memory: Memory) -> None:
    await memory.members.set("root", Role.ROOT)

    with pytest.raises(NotAllowed):
        await memory.members.set("ada", Role.ROOT, maker=Role.ADMIN)
    with pytest.raises(NotAllowed):
        await memory.members.set("root", Role.VIEWER, maker=Role.ADMIN)
    with pytest.raises(NotAllowed):
        await memory.members.remove("root", maker=Role.ADMIN)
    made = await memory.tokens.create(Grant("root", Role.ROOT))
    with pytest.raises(NotAllowed):
        await memory.tokens.revoke(made.token.id, maker=Role.ADMIN)


async def test_somebody_taken_out_asks_nothing_any_more(memory: Memory, clock: Clock) -> None:
    made = await memory.tokens.create(Grant("ada", Role.MEMBER))
    opened = await memory.tokens.open_session(await memory.tokens.login_link("ada", Role.MEMBER))

    await memory.members.remove("ada")

    for shown in (Credentials(bearer=made.secret), Credentials(cookie=opened.secret)):
        with pytest.raises(NotAuthenticated):
            await authenticate(memory.parts.store, shown, now=clock())
    with pytest.raises(NotFound):
        await memory.members.remove("ada")


async def test_a_deleted_workspace_leaves_no_agent_member_or_token(memory: Memory, clock: Clock) -> None:
    made = await memory.tokens.create(Grant("ada", Role.ROOT))
    assert (await memory.members.delete_workspace("default", dry_run=True)).rows

    receipt = await memory.members.delete_workspace("default")

    assert receipt.agents == ("default",)
    assert await memory.staff.list() == []
    assert await memory.members.list() == []
    assert await memory.owners.list() == []
    with pytest.raises(NotAuthenticated):
        await authenticate(memory.parts.store, Credentials(bearer=made.secret), now=clock())
    with pytest.raises(NotFound):
        await memory.members.delete_workspace("elsewhere")
