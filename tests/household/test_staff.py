"""Agents are made, switched, and deleted with all that they remember."""

import pytest
from tests.household.conftest import ADA, BO
from tests.household.test_owners import _everything, _files

from morrow.access.credentials import Credentials, authenticate
from morrow.errors import InvalidInput, NotAuthenticated, NotFound
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.testing import Clock
from morrow.writing.verify import verify


async def test_an_agent_is_made_in_its_language_and_zone_once(memory: Memory) -> None:
    made = await memory.staff.create("mei", language="zh", zone="Asia/Shanghai")

    assert (made.name, made.language, made.zone) == ("mei", "zh", "Asia/Shanghai")
    assert [agent.name for agent in await memory.staff.list()] == ["default", "mei"]
    assert (await memory.agent("mei").row()).zone == "Asia/Shanghai"
    for name in ("mei", "a/b", "*"):
        with pytest.raises(InvalidInput):
            await memory.staff.create(name)
    with pytest.raises(InvalidInput):
        await memory.staff.create("new", zone="Nowhere")


async def test_a_deleted_agent_takes_every_row_and_file_along(memory: Memory, home: str) -> None:
    await memory.agent("other").remember("My cat is called zirconcat.", owner=BO)
    preview = await memory.staff.delete("default", dry_run=True)

    receipt = await memory.staff.delete("default")

    left = await _everything(memory)
    assert receipt.rows == preview.rows
    assert "zirconada" not in left
    assert "zirconbo" not in left
    assert "zirconcat" in left
    assert [agent.name for agent in await memory.staff.list()] == ["other"]
    assert (await verify(memory.parts.store)).is_ok
    if not home.startswith("postgresql"):
        assert receipt.files > 4
        assert {path.split("/workspace/")[1].split("/")[0] for path in _files(home) if "/workspace/" in path} == {
            "other"
        }
    with pytest.raises(NotFound):
        await memory.staff.delete("default")


async def test_an_agent_of_a_deleted_ones_name_knows_nothing(memory: Memory, clock: Clock) -> None:
    old = await memory.agent().row()
    await memory.staff.delete("default")

    assert await memory.agent().recall("pass", owner=ADA) == []
    assert (await memory.agent().row()).id != old.id


async def test_a_token_of_a_deleted_agent_opens_nothing(memory: Memory, clock: Clock) -> None:
    made = await memory.tokens.create(Grant("ada", Role.MEMBER, agent="default"))
    await memory.staff.delete("default")

    with pytest.raises(NotAuthenticated):
        await authenticate(memory.parts.store, Credentials(bearer=made.secret), now=clock())


async def test_what_is_not_recalled_comes_back_nowhere_and_leaves_no_row(memory: Memory) -> None:
    agent = memory.agent()
    for switch in (memory.owners.switch(ADA, "recall", on=False), memory.staff.switch("default", "recall", on=False)):
        await switch
        assert await agent.recall("pass", owner=ADA) == []
        await memory.idle()
        assert "recall_event" not in (await memory.owners.show(ADA)).rows
        await memory.owners.switch(ADA, "recall", on=True)
    assert await agent.recall("pass", owner=BO) == []
    await memory.staff.switch("default", "recall", on=True)
    assert await agent.recall("pass", owner=ADA)


async def test_an_owner_who_is_not_dreamt_of_has_no_night(memory: Memory) -> None:
    agent = memory.agent()
    await memory.owners.switch(ADA, "dream", on=False)

    with pytest.raises(InvalidInput, match="switched off"):
        await agent.dream(owner=ADA)
    assert (await agent.dream(owner=BO)).status
    await memory.staff.switch("default", "dream", on=False)
    for owner in (BO, None):
        with pytest.raises(InvalidInput, match="switched off"):
            await agent.dream(owner=owner)
    assert await agent.dreams.reports(owner=ADA) == []
