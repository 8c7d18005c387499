"""Nights as the store keeps them: schedule, ledger, reports, and what a dream writes."""

from collections.abc import AsyncIterator

import pytest

from morrow import Memory, Owner
from morrow.documents.names import DREAMS, MEMORY
from morrow.dreaming.night import KIND
from morrow.dreaming.reasons import SkipReason
from morrow.dreaming.report import Outcome, Status, Trigger
from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import Due, claim
from morrow.owners import Bucket
from morrow.settings import load_settings
from morrow.testing import Clock

ADA, BO = Owner.user("ada"), Owner.user("bo")
TRAINING = (
    "I'm training for the Lisbon marathon in October.",
    "I train for the Lisbon marathon every morning.",
    "I'm still training for the Lisbon marathon every morning.",
)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


HERE = {"server.zone": "UTC", "server.language": "en"}


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    """Give a memory that dreams only when asked to."""
    settings = load_settings(None, environ={}, overrides={**HERE, "mate.memory.dreaming-enabled": False})
    async with Memory.open(home, clock=clock, settings=settings) as opened:
        yield opened


@pytest.fixture
async def dreamer(home: str, clock: Clock) -> AsyncIterator[Memory]:
    """Give a memory that dreams at three every night."""
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE)) as opened:
        yield opened


async def _live_three_days(memory: Memory, clock: Clock, owner: Owner = ADA) -> None:
    for said in TRAINING:
        await memory.agent().record(said, "I see.", owner=owner, conversation="talk")
        await memory.idle()
        clock.advance(days=1)


async def test_what_was_said_on_three_days_is_promoted_word_for_word(memory: Memory, clock: Clock) -> None:
    await _live_three_days(memory, clock)

    report = await memory.agent().dream(owner=ADA)

    assert report.status is Status.COMPLETED
    [promoted] = report.promoted
    assert promoted.text in TRAINING
    assert {source.quote for source in promoted.sources} == set(TRAINING)
    document = await memory.agent().documents.read(MEMORY, owner=ADA)
    [entry] = [entry for entry in document.entries if entry.id == promoted.entry]
    assert promoted.text in entry.text
    assert f"+{entry.text}" in report.diff


async def test_a_correction_takes_the_place_of_a_line_that_carries_its_day(memory: Memory, clock: Clock) -> None:
    said, corrected = "The launch is on 20 March.", "Actually the launch is on 24 March instead of 20 March."
    for _ in range(3):
        await memory.agent().record(said, "I see.", owner=ADA)
        await memory.idle()
        clock.advance(days=1)
    await memory.agent().dream(owner=ADA)

    await memory.agent().record(corrected, "I see.", owner=ADA)
    await memory.idle()
    clock.advance(days=1)
    await memory.agent().dream(owner=ADA)

    text = (await memory.agent().documents.read(MEMORY, owner=ADA)).text
    assert await memory.agent().inbox(owner=ADA) == []
    assert (said not in text, corrected in text) == (True, True)


async def test_an_unchanged_night_writes_one_diary_line_and_no_memory(memory: Memory, clock: Clock) -> None:
    await _live_three_days(memory, clock)
    await memory.agent().dream(owner=ADA)
    before = await memory.agent().documents.read(MEMORY, owner=ADA)
    diary = (await memory.agent().documents.read(DREAMS, owner=ADA)).text

    report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.reason) == (Status.SKIPPED, SkipReason.NOTHING_NEW)
    after = await memory.agent().documents.read(MEMORY, owner=ADA)
    assert (after.text, after.version) == (before.text, before.version)
    grown = (await memory.agent().documents.read(DREAMS, owner=ADA)).text.removeprefix(diary)
    assert len(grown.strip().split("\n")) == 2  # its heading, and why nothing happened


async def test_a_dry_run_shows_the_change_and_writes_nothing(memory: Memory, clock: Clock) -> None:
    await _live_three_days(memory, clock)

    report = await memory.agent().dream(owner=ADA, dry_run=True)

    assert report.promoted
    assert report.diff
    with pytest.raises(NotFound):
        await memory.agent().documents.read(DREAMS, owner=ADA)
    assert await memory.agent().dreams.reports(owner=ADA) == []


async def test_a_night_is_dreamt_once_whoever_looks(dreamer: Memory, clock: Clock) -> None:
    await dreamer.agent().record(TRAINING[0], owner=ADA)
    await dreamer.tick(clock.set("2026-03-03T03:00:00+00:00"))

    await dreamer.tick(clock.advance(minutes=5))
    await dreamer.idle()
    await dreamer.tick(clock.advance(hours=4))

    [report] = await dreamer.agent().dreams.reports(owner=ADA)
    assert report.trigger is Trigger.CRON


async def test_before_the_night_what_has_been_idle_for_an_hour_is_read(dreamer: Memory, clock: Clock) -> None:
    await dreamer.agent().record("I adopted a cat called Momo.", owner=ADA)

    await dreamer.tick(clock.set("2026-03-03T03:00:00+00:00"))

    [report] = await dreamer.agent().dreams.reports(owner=ADA)
    assert report.counts.lines == 1


async def test_a_missed_night_is_caught_up_within_a_day_and_not_later(dreamer: Memory, clock: Clock) -> None:
    await dreamer.agent().record(TRAINING[0], owner=ADA)

    await dreamer.tick(clock.set("2026-03-03T11:00:00+00:00"))
    [report] = await dreamer.agent().dreams.reports(owner=ADA)
    await dreamer.tick(clock.set("2026-03-06T02:59:00+00:00"))

    assert report.trigger is Trigger.CATCH_UP
    assert len(await dreamer.agent().dreams.reports(owner=ADA)) == 2  # the 5th is within the day; the 4th is lost


async def test_no_night_is_owed_for_the_time_before_anything_was_said(dreamer: Memory, clock: Clock) -> None:
    await dreamer.agent().record(TRAINING[0], owner=ADA)

    assert await dreamer.tick(clock.advance(hours=1)) == 0


async def test_a_dream_of_one_owner_sees_nothing_of_another(memory: Memory, clock: Clock) -> None:
    await _live_three_days(memory, clock, owner=BO)

    report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.reason) == (Status.SKIPPED, SkipReason.NO_DAILY_NOTES)
    assert await memory.agent().dreams.reports(owner=BO) == []


async def test_a_dream_of_the_shared_memory_takes_nothing_from_those_who_use_it(memory: Memory, clock: Clock) -> None:
    for owner in (ADA, BO):
        await _live_three_days(memory, clock, owner=owner)

    report = await memory.agent().dream(topic="marathon")
    nightly = await memory.agent().dream()

    assert (report.items, nightly.items) == ((), ())
    for document in await memory.agent().documents.list():
        assert "marathon" not in document.text


async def test_a_topic_files_what_it_would_add_as_proposals(memory: Memory, clock: Clock) -> None:
    await memory.agent().record("I'm training for the Lisbon marathon in October.", owner=ADA)
    await memory.idle()

    report = await memory.agent().dream(owner=ADA, topic="marathon")

    assert [item.outcome for item in report.items] == [Outcome.PROPOSED]
    with pytest.raises(NotFound):
        await memory.agent().documents.read("notes.md", owner=ADA)
    shared = await memory.agent().documents.read(MEMORY, owner=ADA)
    assert "marathon" not in shared.text


async def test_what_was_said_once_stays_in_the_notes_and_the_report_says_what_is_missing(
    memory: Memory, clock: Clock
) -> None:
    await memory.agent().record("I adopted a cat called Momo.", owner=ADA)
    await memory.idle()
    clock.advance(days=1)

    report = await memory.agent().dream(owner=ADA)

    [item] = report.items
    assert item.outcome is Outcome.TURNED_AWAY
    assert item.distance is not None
    assert item.distance.mentions == 2


async def test_dreaming_that_is_switched_off_says_so(home: str, clock: Clock) -> None:
    off = load_settings(None, environ={}, overrides={"mate.memory.emergence-enabled": False})
    async with Memory.open(home, clock=clock, settings=off) as memory:
        with pytest.raises(InvalidInput, match="emergence-enabled"):
            await memory.agent().dream(owner=ADA)


async def test_the_status_knows_the_last_and_the_next_night(dreamer: Memory, clock: Clock) -> None:
    await dreamer.agent().record(TRAINING[0], owner=ADA)
    await dreamer.idle()
    report = await dreamer.agent().dream(owner=ADA)

    status = await dreamer.agent().dreams.status(owner=ADA)

    assert status.is_enabled
    assert status.last_report == report
    assert status.next_run is not None
    assert status.next_run.isoformat() == "2026-03-03T03:00:00+00:00"
    assert status.diary_entry.startswith("## 2026-03-02 12:00")


async def test_a_night_whose_dream_died_is_dreamt_when_its_lease_is_over(dreamer: Memory, clock: Clock) -> None:
    await dreamer.agent().record("I moved to Lisbon in May.", "Nice.", owner=ADA, conversation="talk")
    await dreamer.idle()
    row = await dreamer.agent().row()
    bucket = Bucket.personal(row.id, ADA)
    clock.set("2026-03-03T03:00:00+00:00")
    async with dreamer.parts.store.write() as connection:
        dead = Due(f"{KIND}|{bucket.key}|2026-03-03", KIND, bucket)
        assert await claim(connection, dead, worker="dead", now=clock()) is not None

    await dreamer.tick()
    assert await dreamer.agent().dreams.reports(owner=ADA) == []

    clock.advance(minutes=16)
    await dreamer.tick()
    assert len(await dreamer.agent().dreams.reports(owner=ADA)) == 1


async def test_what_is_read_only_before_the_night_is_dreamt_of_in_that_night(dreamer: Memory, clock: Clock) -> None:
    crew = Owner.group("feishu", "oc_1")
    await dreamer.agent().record("I moved to Lisbon in May.", owner=crew, said_by=BO, conversation="crew")

    clock.set("2026-03-03T03:00:01+00:00")
    await dreamer.tick()

    assert len(await dreamer.agent().dreams.reports(owner=BO)) == 1
