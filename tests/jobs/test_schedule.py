"""An agent's own schedule: what it has not set is as the settings say."""

import pytest

from morrow import Memory
from morrow.errors import InvalidInput, InvalidSetting, InvalidTime
from morrow.settings import load_settings
from morrow.testing import Clock

NOW = "2026-04-09T12:00:00+00:00"
HERE = {"server.zone": "Asia/Shanghai", "mate.memory.dreaming-cron": "0 0 4 * * ?"}


async def test_without_a_row_the_settings_hold(home: str) -> None:
    async with Memory.open(home, clock=Clock(NOW), settings=load_settings(None, environ={}, overrides=HERE)) as memory:
        [planned] = await memory.agent().schedule()

        assert (planned.schedule.cron, planned.schedule.zone) == ("0 0 4 * * ?", "Asia/Shanghai")
        assert planned.schedule.own.names == []
        assert planned.last_run is None
        assert [f"{run:%d %H}" for run in planned.next_runs] == ["09 20", "10 20", "11 20"]


async def test_what_is_set_holds_and_is_taken_back_by_setting_nothing(home: str) -> None:
    async with Memory.open(home, clock=Clock(NOW), settings=load_settings(None, environ={}, overrides=HERE)) as memory:
        agent, other = memory.agent(), memory.agent("other")

        [own] = await agent.set_schedule(cron="0 30 2 * * ?", zone="Europe/Lisbon")
        [others] = await other.schedule()
        [off] = await agent.set_schedule(enabled=False)
        [back] = await agent.set_schedule()

        assert (own.schedule.cron, own.schedule.zone, own.schedule.own.names) == (
            "0 30 2 * * ?", "Europe/Lisbon", ["cron", "zone"],
        )  # fmt: skip
        assert f"{own.next_run:%d %H:%M}" == "10 01:30"
        assert others.schedule.cron == "0 0 4 * * ?"
        assert (off.schedule.is_enabled, off.next_runs) == (False, ())
        assert back.schedule.own.names == []
        assert (await agent.dreams.status()).cron == "0 0 4 * * ?"


async def test_an_agent_may_dream_where_the_settings_have_no_schedule_but_not_where_there_are_no_dreams(
    home: str,
) -> None:
    for key, is_enabled in (("dreaming-enabled", True), ("emergence-enabled", False)):
        settings = load_settings(None, environ={}, overrides={**HERE, f"mate.memory.{key}": False})
        async with Memory.open(home, clock=Clock(NOW), settings=settings) as memory:
            [planned] = await memory.agent().set_schedule(enabled=True)

            assert planned.schedule.is_enabled is is_enabled


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ({"cron": "0 3 * * *"}, InvalidSetting),
        ({"cron": "0 0 3 30 2 ?"}, InvalidSetting),
        ({"zone": "Mars/Phobos"}, InvalidTime),
        ({"kind": "laundry"}, InvalidInput),
    ],
)
async def test_what_cannot_be_is_refused_and_changes_nothing(
    home: str, wanted: dict[str, str], refusal: type[Exception]
) -> None:
    async with Memory.open(home, clock=Clock(NOW)) as memory:
        with pytest.raises(refusal):
            await memory.agent().set_schedule(**wanted)  # type: ignore[arg-type]

        assert (await memory.agent().schedule())[0].schedule.own.names == []
