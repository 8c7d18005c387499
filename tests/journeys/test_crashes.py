"""A worker dies between two steps: another takes its run over, and every effect happens once."""

import asyncio
from dataclasses import replace
from datetime import date

from tests.journeys.conftest import House
from tests.journeys.living import evening, notes_of, say, text_of

from morrow import Memory, Owner
from morrow.dreaming.night import KIND as DREAM
from morrow.dreaming.report import Trigger
from morrow.jobs.ledger import LEASE, Due, claim, find_run
from morrow.owners import Bucket
from morrow.settings.tree import MemorySettings
from morrow.testing import Clock

ADA = Owner.user("ada")


async def _claim_and_die(memory: Memory, due: Due, clock: Clock) -> None:
    async with memory.parts.store.write() as connection:
        assert await claim(connection, due, worker="dead", now=clock()) is not None


async def _tonights(memory: Memory) -> Due:
    bucket = Bucket.personal((await memory.agent("mate").row()).id, ADA)
    return Due(f"{DREAM}|{bucket.key}|2026-03-05", DREAM, bucket, scheduled_date=date(2026, 3, 5))


async def _three_days_without_a_night(house: House, clock: Clock) -> None:
    async with house.open(memory=replace(MemorySettings(), dreaming_enabled=False)) as memory:
        for day in (2, 3, 4):
            clock.set(f"2026-03-0{day}T09:00:00+00:00")
            await say(memory.agent("mate"), ADA, "I prefer coffee to tea.", conversation=f"c{day}", clock=clock)
            await memory.idle()
    clock.set("2026-03-05T03:00:00+00:00")


async def test_a_dream_that_was_left_behind_for_days_is_still_dreamt_and_says_that_it_is_late(
    house: House, clock: Clock
) -> None:
    await _three_days_without_a_night(house, clock)
    async with house.open() as memory:
        await _claim_and_die(memory, await _tonights(memory), clock)
        clock.advance(days=3)

        await memory.tick()

        reports = await memory.agent("mate").dreams.reports(owner=ADA)
        assert sorted(report.trigger for report in reports) == [Trigger.CATCH_UP, Trigger.CRON]  # and tonight's own


async def test_a_dream_whose_worker_died_is_taken_over_when_its_lease_ends(house: House, clock: Clock) -> None:
    await _three_days_without_a_night(house, clock)
    async with house.open() as memory:
        await _claim_and_die(memory, await _tonights(memory), clock)

    async with house.open() as memory:
        agent = memory.agent("mate")
        await memory.tick()
        waiting = await agent.dreams.reports(owner=ADA)
        is_running = (await agent.dreams.status(owner=ADA)).is_running
        clock.set(clock() + LEASE)
        clock.advance(seconds=1)
        await memory.tick()
        await memory.tick()
        reports = await agent.dreams.reports(owner=ADA)
        kept = await text_of(agent, ADA, "MEMORY.md")

    assert (waiting, is_running) == ([], True)
    assert [report.status for report in reports] == ["completed"]
    assert kept.count("I prefer coffee to tea.") == 1


async def test_a_run_taken_over_counts_its_second_attempt(house: House, clock: Clock) -> None:
    await _three_days_without_a_night(house, clock)
    async with house.open() as memory:
        due = await _tonights(memory)
        await _claim_and_die(memory, due, clock)
        clock.set(clock() + LEASE)
        clock.advance(seconds=1)
        await memory.tick()
        async with memory.parts.store.read_all() as connection:
            run = await find_run(connection, due.key)

    assert run is not None
    assert (run.attempts, run.status) == (2, "completed")


async def test_an_extraction_whose_worker_died_is_taken_over_and_notes_once(house: House, clock: Clock) -> None:
    async with house.open() as memory:
        agent = memory.agent("mate")
        await say(agent, ADA, "I prefer coffee to tea.", "I moved to Lisbon in May.", conversation="c", clock=clock)
        bucket = Bucket.personal((await agent.row()).id, ADA)
        await _claim_and_die(memory, Due(f"extraction|{bucket.key}|lost", "extraction", bucket), clock)

    async with house.open() as memory:
        await memory.tick()
        waiting = await notes_of(memory.agent("mate"), ADA)
        clock.set(clock() + LEASE)
        clock.advance(seconds=1)
        await memory.tick()
        await evening(memory, clock)
        [note] = (await notes_of(memory.agent("mate"), ADA)).values()

    assert waiting == {}
    assert note.count("I prefer coffee to tea.") == 1
    assert note.count("I moved to Lisbon in May.") == 1


async def test_two_processes_on_one_store_dream_a_night_once(house: House, clock: Clock) -> None:
    await _three_days_without_a_night(house, clock)

    async with house.open() as one, house.open() as other:
        await asyncio.gather(one.tick(), other.tick())
        reports = await one.agent("mate").dreams.reports(owner=ADA)
        kept = await text_of(one.agent("mate"), ADA, "MEMORY.md")

    assert len(reports) == 1
    assert kept.count("I prefer coffee to tea.") == 1
