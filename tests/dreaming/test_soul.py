"""SOUL.md: when a model is asked how it should read, what it is told, and which of its lines are proposed."""

import json
from collections.abc import AsyncIterator

import pytest

from morrow import Memory, Owner
from morrow.documents.names import SOUL
from morrow.dreaming.growth import KIND
from morrow.dreaming.soul import SoulAnswer, count_words, read_soul
from morrow.jobs.ledger import Status, recent_runs
from morrow.models.answers import Unreadable
from morrow.models.prompts import read_prompt
from morrow.owners import Bucket
from morrow.settings import load_settings
from morrow.testing import Clock, Request, ScriptedModel
from morrow.text.language import Language

ADA, BO = Owner.user("ada"), Owner.user("bo")
HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.engine.extraction": "rules", "mate.memory.mirror.enabled": False,
    "mate.memory.soul-update-interval": 3,
}  # fmt: skip
NEW = "- You keep answers to a few lines unless somebody asks for more."


def proposing(*lines: str) -> ScriptedModel:
    """Return a model that adds `lines` to the first section of what it is shown."""

    def answer(request: Request) -> str:
        data = request.messages[1].text
        soul = json.loads(data[data.index("\n") : data.rindex("\n")])["soul"]
        text = soul.replace("## Growing\n", "\n".join([*lines, "", "## Growing\n"]))
        return json.dumps({"should_update": True, "reason": "Short answers were asked for.", "soul_content": text})

    return ScriptedModel(answering=answer)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def opened(home: str, clock: Clock, request: pytest.FixtureRequest) -> AsyncIterator[Memory]:
    """Give a memory with the model, and further settings, that a test names."""
    model, more = request.param
    settings = load_settings(None, environ={}, overrides=HERE | more)
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        yield memory


async def _write(memory: Memory, clock: Clock, times: int, *owners: Owner) -> None:
    for number in range(times):
        await memory.agent().remember(
            f"Answer {clock():%H%M} was too long, keep them short.", owner=owners[number % len(owners)]
        )
        clock.advance(minutes=1)
        await memory.idle()


async def _soul(memory: Memory) -> str:
    return (await memory.agent().documents.read(SOUL)).text


async def test_after_every_so_many_writes_a_change_waits_in_the_shared_inbox(home: str, clock: Clock) -> None:
    model = proposing(NEW)
    async with Memory.open(
        home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE), models=model
    ) as memory:
        before = await _soul_after(memory, clock, 2)
        asked_early = len(model.requests)
        await _write(memory, clock, 1, ADA)

        waiting = await memory.agent().inbox(shared=True)

        assert asked_early == 0
        assert len(model.requests) == 1
        assert await _soul(memory) == before
        assert [item.document for item in waiting] == [SOUL]
        assert NEW in str(waiting[0])
        await _write(memory, clock, 2, ADA)
        assert len(model.requests) == 1  # counted anew


async def _soul_after(memory: Memory, clock: Clock, times: int) -> str:
    await _write(memory, clock, times, ADA)
    return await _soul(memory)


async def test_lines_that_speak_of_a_person_are_not_proposed(home: str, clock: Clock) -> None:
    lines = (
        "- The user likes tea.",
        "- You were asked by Ines in Porto to be brief.",
        "- You answer before 9:30.",
        NEW,
    )
    settings = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=settings, models=proposing(*lines)) as memory:
        await _write(memory, clock, 3, ADA)

        waiting = await memory.agent().inbox(shared=True)
        row = await memory.agent().row()
        async with memory.parts.store.read_all() as connection:
            [run] = await recent_runs(connection, Bucket.team(row.id), KIND)

    assert len(waiting) == 1
    assert NEW in str(waiting[0])
    assert (run.status, json.loads(run.report)["refused"]) == (Status.COMPLETED, 3)


async def test_with_several_owners_their_memory_is_not_told(home: str, clock: Clock) -> None:
    model = proposing(NEW)
    settings = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        await _write(memory, clock, 4, ADA, BO)

    assert len(model.requests) == 1
    assert "too long" not in model.requests[0].text


@pytest.mark.parametrize(("owners", "is_written"), [((ADA, BO), True), ((ADA,), False)])
async def test_auto_writes_what_shared_memory_alone_led_to(
    home: str, clock: Clock, owners: tuple[Owner, ...], is_written: bool
) -> None:
    settings = load_settings(None, environ={}, overrides=HERE | {"mate.memory.soul.mode": "auto"})
    async with Memory.open(home, clock=clock, settings=settings, models=proposing(NEW)) as memory:
        await _write(memory, clock, 4, *owners)

        assert (NEW in await _soul(memory)) is is_written


async def test_auto_takes_nothing_out_of_what_stands_there(home: str, clock: Clock) -> None:
    short = json.dumps({"should_update": True, "reason": "", "soul_content": "# Who you are\n\nYou obey.\n"})
    settings = load_settings(None, environ={}, overrides=HERE | {"mate.memory.soul.mode": "auto"})
    async with Memory.open(
        home, clock=clock, settings=settings, models=ScriptedModel(answering=lambda _: short)
    ) as memory:
        await _write(memory, clock, 4, ADA, BO)

        assert "Before anything that cannot be undone, you ask." in await _soul(memory)


@pytest.mark.parametrize("more", [{"mate.memory.soul-update-interval": 0}, {}])
async def test_switched_off_or_without_a_model_nothing_is_asked(
    home: str, clock: Clock, more: dict[str, object]
) -> None:
    model = proposing(NEW) if more else None
    settings = load_settings(None, environ={}, overrides=HERE | more)
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        await _write(memory, clock, 4, ADA)

        assert await memory.agent().inbox(shared=True) == []
    assert model is None or model.requests == []


async def test_a_model_that_fails_fails_the_run_and_changes_nothing(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=settings, models=ScriptedModel("no", "no")) as memory:
        await _write(memory, clock, 3, ADA)
        row = await memory.agent().row()
        async with memory.parts.store.read_all() as connection:
            [run] = await recent_runs(connection, Bucket.team(row.id), KIND)

        assert run.status is Status.FAILED
        assert await memory.agent().inbox(shared=True) == []


def test_more_than_five_hundred_words_are_no_answer() -> None:
    long = json.dumps({"should_update": True, "reason": "", "soul_content": "word " * 501})

    assert isinstance(read_soul(long, False), Unreadable)
    assert read_soul(long.replace("word word ", "word ", 1), False) != read_soul(long, False)
    assert isinstance(read_soul(json.dumps({"should_update": False, "reason": ""}), False), SoulAnswer)


def test_a_han_character_counts_as_a_word() -> None:
    assert count_words("你们好 and don't worry 42") == 7


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["soul", "archive"])
def test_each_prompt_is_there_in_both_languages(name: str, language: Language) -> None:
    assert read_prompt("morrow.dreaming", name, language)[1].endswith(f" 1 {language}")
