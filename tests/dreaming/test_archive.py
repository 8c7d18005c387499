"""The monthly archive: which nights leave DREAMS.md, what is kept of them, and that none is lost on the way."""

import json
from collections.abc import AsyncIterator
from datetime import date, timedelta

import pytest

from morrow import Memory, Owner
from morrow.documents.names import DREAMS
from morrow.dreaming.archive import Diary, nights_to_archive
from morrow.errors import NotFound
from morrow.settings import Settings, load_settings
from morrow.testing import Clock, Request, ScriptedModel

ADA = Owner.user("ada")
HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.engine.extraction": "rules", "mate.memory.mirror.enabled": False,
}  # fmt: skip
OLD = "# DREAMS\n\n## 2026-01-20 03:00\nMine own words: the tulip bulbs are in the cellar.\n"


def settings(**more: object) -> Settings:
    """Return settings with some of `mate.memory.dream`."""
    named = {f"mate.memory.dream.{key.replace('_', '-')}": value for key, value in more.items()}
    return load_settings(None, environ={}, overrides=HERE | named)


def diary_of(days: int, *, first: date = date(2026, 1, 1), words: str = "Nothing new.") -> str:
    """Return a diary with one night for each of `days` days."""
    nights = [f"## {first + timedelta(days=n)} 03:00\n{words}" for n in range(days)]
    return "\n\n".join(["# DREAMS", *nights]) + "\n"


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock, settings=settings()) as opened:
        yield opened


async def _archive(memory: Memory, month: str) -> str:
    return (await memory.agent().documents.read(f"archive/dreams/{month}.md", owner=ADA)).text


async def _diary(memory: Memory) -> str:
    return (await memory.agent().documents.read(DREAMS, owner=ADA)).text


def test_a_diary_taken_apart_and_put_together_is_the_same() -> None:
    text = diary_of(3, words="What changed in MEMORY.md:\n- added\n\nTurned away:\n- x")

    assert Diary.of(text).without(()) == text
    assert [night.time for night in Diary.of(text).nights] == [f"2026-01-0{n} 03:00" for n in (1, 2, 3)]


def test_nights_older_than_the_days_to_keep_leave_and_the_newest_stays() -> None:
    diary = Diary.of(diary_of(40))

    gone = nights_to_archive(diary, today=date(2026, 2, 9), settings=settings(archive_keep_days=30))

    assert [night.day for night in gone] == [date(2026, 1, n) for n in range(1, 10)]
    assert nights_to_archive(diary, today=date(2027, 1, 1), settings=settings())[-1].day < date(2026, 2, 9)


def test_over_its_length_a_diary_gives_up_whole_months_first() -> None:
    diary = Diary.of(diary_of(40, words="word " * 20))
    kept = settings(archive_enabled=False, diary_max_chars=4000)

    gone = nights_to_archive(diary, today=date(2026, 2, 10), settings=kept)

    assert {night.month for night in gone} == {"2026-01"}
    assert len(gone) == 31
    assert len(diary.without(gone)) <= 4000


def test_old_nights_wait_for_each_other_where_a_model_sums_them_up() -> None:
    diary = Diary.of(diary_of(40))

    few = nights_to_archive(diary, today=date(2026, 2, 3), settings=settings(), at_once=7)
    enough = nights_to_archive(diary, today=date(2026, 2, 8), settings=settings(), at_once=7)

    assert few == ()
    assert len(enough) == 8


async def test_old_nights_move_to_the_archive_of_their_month_and_can_be_searched(memory: Memory, clock: Clock) -> None:
    agent = memory.agent()
    await agent.record("I'm training for the Lisbon marathon in October.", owner=ADA)
    await memory.idle()
    await agent.dream(owner=ADA)
    present = await agent.documents.read(DREAMS, owner=ADA)
    text = OLD + present.text.removeprefix("# DREAMS\n")
    await agent.documents.write(DREAMS, text, owner=ADA, if_match=present.version)
    clock.advance(days=40)
    await agent.record("I train for the Lisbon marathon every morning.", owner=ADA)
    await memory.idle()

    await agent.dream(owner=ADA)

    diary = await _diary(memory)
    assert "2026-03-02" not in diary
    assert "tulip" not in diary
    assert "## 2026-04-11 12:00" in diary
    assert "the tulip bulbs are in the cellar" in await _archive(memory, "2026-01")  # no report knows it: kept whole
    assert "- Candidates 1, became memory 0, waited 0, turned away 1." in await _archive(memory, "2026-03")
    hits = await agent.recall("tulip bulbs cellar", owner=ADA)
    assert any(hit.document == "archive/dreams/2026-01.md" for hit in hits)
    assert len(await agent.dreams.reports(owner=ADA)) == 2


async def test_a_second_night_archives_nothing_twice(memory: Memory, clock: Clock) -> None:
    agent = memory.agent()
    await agent.documents.write(DREAMS, OLD, owner=ADA)
    for _ in range(2):
        await agent.record("I'm training for the Lisbon marathon in October.", owner=ADA)
        await memory.idle()
        await agent.dream(owner=ADA)
        clock.advance(days=1)

    assert (await _archive(memory, "2026-01")).count("tulip") == 1


async def test_switched_off_nothing_is_archived_by_age(home: str, clock: Clock) -> None:
    async with Memory.open(home, clock=clock, settings=settings(archive_enabled=False)) as memory:
        await memory.agent().documents.write(DREAMS, OLD, owner=ADA)
        await memory.agent().record("I'm training for the Lisbon marathon in October.", owner=ADA)
        await memory.idle()
        await memory.agent().dream(owner=ADA)

        assert "tulip" in await _diary(memory)
        with pytest.raises(NotFound):
            await _archive(memory, "2026-01")


async def test_taking_a_dream_back_takes_no_archived_night_back(memory: Memory, clock: Clock) -> None:
    agent = memory.agent()
    await agent.documents.write(DREAMS, OLD, owner=ADA)
    for _ in range(3):
        await agent.record("I train for the Lisbon marathon every morning.", owner=ADA)
        await memory.idle()
        clock.advance(days=1)
    report = await agent.dream(owner=ADA)

    await agent.documents.revert_run(report.id, owner=ADA)

    assert "tulip" in await _archive(memory, "2026-01")


@pytest.mark.parametrize(
    ("said", "is_taken"),
    [
        ("The tulip bulbs went to the cellar.", True),
        ("The 40 tulip bulbs went to the cellar with Ravenna.", False),
        ("(unchanged)", False),
        ("word " * 200, False),
    ],
)
async def test_a_model_sums_old_nights_up_as_far_as_it_says_nothing_else(
    home: str, clock: Clock, said: str, is_taken: bool
) -> None:
    def answer(request: Request) -> str:
        if "summaries" in request.messages[0].text:
            return json.dumps({"summaries": [{"night": "2026-01-20 03:00", "summary": said}]})
        return json.dumps({"should_update": False, "reason": ""})

    model = ScriptedModel(answering=answer)
    async with Memory.open(home, clock=clock, settings=settings(), models=model) as memory:
        agent = memory.agent()
        await agent.documents.write(DREAMS, OLD, owner=ADA)
        await agent.record("I'm training for the Lisbon marathon in October.", owner=ADA)
        await memory.idle()

        report = await agent.dream(owner=ADA)

        archive = await _archive(memory, "2026-01")
    assert report.usage.calls == 2
    assert (f"- {said}" in archive) is is_taken
    assert ("are in the cellar" in archive) is not is_taken
