"""When a night is dreamt: once a local date, over restarts, late but not too late, and on whose day a note is."""

from datetime import datetime

import pytest
from tests.journeys.conftest import House
from tests.journeys.living import evening, notes_of, say, sleep

from morrow import Memory, Owner
from morrow.dreaming.report import Trigger
from morrow.roster.roster import set_owner_zone
from morrow.settings.tree import DreamSettings, MemorySettings
from morrow.testing import Clock

ADA = Owner.user("ada")


async def _talk(house: House) -> None:
    async with house.open() as memory:
        await say(memory.agent("mate"), ADA, "My sister Lin works at the harbour.", conversation="c", clock=house.clock)
        await evening(memory, house.clock)


async def _nights(house: House) -> list[tuple[datetime, Trigger]]:
    async with house.open() as memory:
        reports = await memory.agent("mate").dreams.reports(owner=ADA)
        return [(report.started_at, report.trigger) for report in reversed(reports)]


async def test_a_night_is_dreamt_once_however_often_one_starts_again(house: House, clock: Clock) -> None:
    await _talk(house)
    clock.set("2026-03-03T03:00:00+00:00")

    for _ in range(5):
        async with house.open() as memory:
            await memory.tick()
            await memory.idle()
        clock.advance(minutes=20)

    assert [trigger for _, trigger in await _nights(house)] == [Trigger.CRON]


async def test_a_missed_night_is_caught_up_within_a_day_and_then_on_time_again(house: House, clock: Clock) -> None:
    await _talk(house)

    clock.set("2026-03-03T21:00:00+00:00")
    async with house.open() as memory:
        await memory.tick()
        clock.set("2026-03-04T03:00:00+00:00")
        await memory.tick()

    assert [trigger for _, trigger in await _nights(house)] == [Trigger.CATCH_UP, Trigger.CRON]


async def test_of_many_missed_nights_only_the_last_is_caught_up(house: House, clock: Clock) -> None:
    await _talk(house)

    clock.set("2026-03-09T12:00:00+00:00")
    async with house.open() as memory:
        await memory.tick()
        await memory.tick()

    assert [trigger for _, trigger in await _nights(house)] == [Trigger.CATCH_UP]


async def test_a_night_missed_by_more_than_the_hours_allowed_is_let_go(house: House, clock: Clock) -> None:
    await _talk(house)
    settings = MemorySettings(dream=DreamSettings(catch_up_hours=6))

    clock.set("2026-03-03T10:00:00+00:00")
    async with house.open(memory=settings) as memory:
        await memory.tick()

    assert await _nights(house) == []


async def test_a_first_word_after_the_nights_hour_waits_for_the_next_night(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    clock.set("2026-03-02T04:00:00+00:00")
    await say(agent, ADA, "My sister Lin works at the harbour.", conversation="c", clock=clock)
    await memory.idle()
    assert await agent.dreams.reports(owner=ADA) == []

    await sleep(memory, clock)

    assert len(await agent.dreams.reports(owner=ADA)) == 1


@pytest.mark.parametrize(
    ("zone", "note"), [("Asia/Shanghai", "memory/2026-03-03.md"), ("America/Los_Angeles", "memory/2026-03-02.md")]
)
async def test_a_note_is_of_the_owners_own_day(memory: Memory, clock: Clock, zone: str, note: str) -> None:
    agent, owner = memory.agent("mate"), Owner.user(zone)
    async with memory.parts.store.write() as connection:
        await set_owner_zone(connection, owner, zone, now=clock())
    clock.set("2026-03-02T20:30:00+00:00")  # 04:30 on the third in Shanghai, 12:30 on the second in Los Angeles

    await say(agent, owner, "My sister Lin works at the harbour.", conversation="c", clock=clock)
    await memory.idle()

    assert list(await notes_of(agent, owner)) == [note]
    assert (await notes_of(agent, owner))[note].startswith(f"# {note[7:17]}\n")


async def test_what_is_read_after_midnight_is_noted_on_the_day_it_was_said(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    clock.set("2026-03-02T23:50:00+00:00")
    await say(
        agent, ADA, "My sister Lin works at the harbour.", "I prefer coffee to tea.", conversation="c", clock=clock
    )
    clock.set("2026-03-03T00:20:00+00:00")

    await memory.idle()

    assert list(await notes_of(agent, ADA)) == ["memory/2026-03-02.md"]
