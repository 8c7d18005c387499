"""Dreams that a model writes: what it is told, what of its answer is taken, and what happens when it fails."""

import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from morrow import Memory, Owner
from morrow.documents.entries import Entry
from morrow.documents.names import DREAMS, MEMORY
from morrow.dreaming.candidates import Window, collect
from morrow.dreaming.contract import Material, ask_about
from morrow.dreaming.gates import Thresholds, judge_all
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.progress import DreamEvent, Happening, Step
from morrow.dreaming.reasons import Reason, SkipReason
from morrow.dreaming.report import Engine, Status
from morrow.errors import AlreadyRunning
from morrow.jobs.ledger import claim
from morrow.jobs.requests import cancel
from morrow.jobs.runner import Runner
from morrow.models.answers import DREAM_SCHEMA
from morrow.models.asking import with_schema
from morrow.models.errors import ModelUnavailable
from morrow.models.prompts import read_prompt
from morrow.models.questions import MAX_SHOWN_AGAIN
from morrow.models.wire import rough_tokens
from morrow.owners import Bucket
from morrow.settings import load_settings
from morrow.testing import Clock, Request, ScriptedModel, reply
from morrow.testing.scripted import Step as Answering
from morrow.text.language import Language

TODAY = date(2026, 4, 8)
ADA, BO = Owner.user("ada"), Owner.user("bo")
TRAINING = (
    "I'm training for the Lisbon marathon in October.",
    "I train for the Lisbon marathon every morning.",
    "I'm still training for the Lisbon marathon every morning.",
)
HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.engine.extraction": "rules", "mate.memory.mirror.enabled": False,
}  # fmt: skip


def dreamt(text: str | None, reason: str = "The marathon came back.", **more: object) -> str:
    """Return an answer as the prompt asks for it."""
    return json.dumps({"should_update": text is not None, "reason": reason, "memory_content": text} | more)


def told(request: Request) -> dict[str, Any]:
    """Return the material that a request holds."""
    data = request.messages[1].text
    return json.loads(data[data.index("\n") : data.rindex("\n")])  # type: ignore[no-any-return]


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel()


@pytest.fixture
async def memory(home: str, clock: Clock, model: ScriptedModel) -> AsyncIterator[Memory]:
    """Give a memory that dreams only when asked to, with a model."""
    settings = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=settings, models=model) as opened:
        yield opened


async def _live_three_days(memory: Memory, clock: Clock, owner: Owner = ADA) -> None:
    for said in TRAINING:
        await memory.agent().record(said, "I see.", owner=owner, conversation="talk")
        await memory.idle()
        clock.advance(days=1)


async def _memory_text(memory: Memory, owner: Owner = ADA) -> str:
    return (await memory.agent().documents.read(MEMORY, owner=owner)).text


async def test_a_model_words_what_came_back_and_the_report_says_who_did_it(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await _live_three_days(memory, clock)
    model.then(reply(dreamt("# MEMORY\n\n## Plans\n- Training for the Lisbon marathon in October\n")))

    report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.engine, report.model) == (Status.COMPLETED, Engine.MODEL, "scripted/scripted")
    assert (report.prompt, report.model_reason) == ("dream 1 en", "The marathon came back.")
    assert (report.usage.calls, report.usage.input_tokens, report.usage.output_tokens) == (1, 1, 1)
    [promoted] = report.promoted
    assert (promoted.text, promoted.section) == ("Training for the Lisbon marathon in October", "Plans")
    assert {source.quote for source in promoted.sources} == set(TRAINING)
    assert "- Training for the Lisbon marathon in October" in await _memory_text(memory)
    diary = (await memory.agent().documents.read(DREAMS, owner=ADA)).text
    assert "“The marathon came back.”" in diary
    assert "scripted/scripted" in diary


async def test_a_model_is_told_candidates_notes_and_memory_as_data(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await memory.agent().remember("The office door code has four digits.", owner=ADA)
    await _live_three_days(memory, clock)
    model.then(dreamt(None))

    await memory.agent().dream(owner=ADA)

    [request] = model.requests
    material = told(request)
    assert "The office door code has four digits." in material["memory"]
    assert {one["text"] for one in material["candidates"]} <= set(TRAINING)
    assert {line for lines in material["notes"].values() for line in lines} >= set(TRAINING)
    boundary = request.messages[1].text.split("\n")[0].strip("<>")
    assert re.fullmatch(r"data-[0-9a-f]{16}", boundary)
    assert boundary in request.messages[0].text


async def test_a_line_that_is_no_candidate_is_turned_away(memory: Memory, clock: Clock, model: ScriptedModel) -> None:
    await _live_three_days(memory, clock)
    text = "# MEMORY\n\n## Plans\n- I train for the Lisbon marathon every morning.\n- Ada is an early riser\n"
    model.then(dreamt(text))

    report = await memory.agent().dream(owner=ADA)

    [away] = [item for item in report.turned_away if item.reason is Reason.NOT_A_CANDIDATE]
    assert away.text == "Ada is an early riser"
    assert "riser" not in await _memory_text(memory)
    assert report.promoted


async def test_what_the_model_leaves_out_stays_in_the_notes_and_is_named(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await _live_three_days(memory, clock)
    model.then(dreamt(None, reason="Nothing worth keeping."))

    report = await memory.agent().dream(owner=ADA)

    assert [item.reason for item in report.turned_away] == [Reason.LEFT_OUT]
    assert report.diff == ""


async def test_an_unchanged_night_asks_no_model(memory: Memory, clock: Clock, model: ScriptedModel) -> None:
    await _live_three_days(memory, clock)
    model.then(dreamt("# MEMORY\n\n## Plans\n- I train for the Lisbon marathon every morning.\n"))
    await memory.agent().dream(owner=ADA)

    report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.reason) == (Status.SKIPPED, SkipReason.NOTHING_NEW)
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    "broken",
    ["# MEMORY\n\n[... the rest is unchanged ...]\n", "# MEMORY\n\n## Plans\n- (unchanged)\n", "其余内容保持不变"],
)
async def test_a_placeholder_changes_nothing_and_the_new_line_waits(
    memory: Memory, clock: Clock, model: ScriptedModel, broken: str
) -> None:
    await memory.agent().remember("The office door code has four digits.", owner=ADA)
    await _live_three_days(memory, clock)
    before = await _memory_text(memory)
    model.then(dreamt(f"{broken}\n- I train for the Lisbon marathon every morning.\n"))

    report = await memory.agent().dream(owner=ADA)

    assert await _memory_text(memory) == before
    assert "placeholder" in {item.detail.split(":")[0] for item in report.turned_away}
    assert "I train for the Lisbon marathon every morning." in {item.text for item in report.proposed}


@pytest.mark.parametrize(
    "steps",
    [
        [reply(dreamt("# MEMORY\n- I train for the Lisbon marathon every morning.\n"), truncated=True)] * 2,
        ["no JSON", "still none"],
        [dreamt("", should_update=True), dreamt("", should_update=True)],
        [ModelUnavailable("down")],
    ],
)
async def test_a_model_that_fails_fails_the_run_and_writes_nothing_but_the_diary(
    memory: Memory, clock: Clock, model: ScriptedModel, steps: list[Answering]
) -> None:
    await _live_three_days(memory, clock)
    model.then(*steps)

    report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.engine) == (Status.FAILED, Engine.MODEL)
    assert "scripted/scripted" in report.error
    assert [found.status for found in await memory.agent().dreams.reports(owner=ADA)] == [Status.FAILED]
    diary = (await memory.agent().documents.read(DREAMS, owner=ADA)).text
    assert "The dream failed" in diary
    names = [document.name for document in await memory.agent().documents.list(owner=ADA)]
    assert MEMORY not in names or "marathon" not in await _memory_text(memory)


async def test_an_answer_that_cannot_be_read_is_asked_for_once_more(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await _live_three_days(memory, clock)
    model.then("Sure!", dreamt("# MEMORY\n\n## Plans\n- I train for the Lisbon marathon every morning.\n"))

    report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.usage.calls) == (Status.COMPLETED, 2)
    assert report.promoted


async def test_the_rules_stand_in_only_where_the_setting_says_so_and_say_for_whom(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides=HERE | {"mate.memory.engine.fallback": "rules"})
    model = ScriptedModel(ModelUnavailable("down"))
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        await _live_three_days(memory, clock)

        report = await memory.agent().dream(owner=ADA)

    assert (report.status, report.engine) == (Status.COMPLETED, Engine.RULES)
    assert report.promoted
    assert "down" in report.in_place_of


async def test_a_dream_that_is_to_be_written_by_a_model_waits_for_one(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides=HERE | {"mate.memory.engine.dream": "model"})
    async with Memory.open(home, clock=clock, settings=settings) as memory:
        await _live_three_days(memory, clock)

        report = await memory.agent().dream(owner=ADA)

    assert report.status is Status.FAILED
    assert "models.dream" in report.error


async def test_a_trial_asks_the_model_and_writes_nothing(memory: Memory, clock: Clock, model: ScriptedModel) -> None:
    await _live_three_days(memory, clock)
    model.then(dreamt("# MEMORY\n\n## Plans\n- I train for the Lisbon marathon every morning.\n"))

    report = await memory.agent().dream(owner=ADA, dry_run=True)

    assert report.promoted
    assert "+- I train" in report.diff
    assert await memory.agent().dreams.reports(owner=ADA) == []


async def test_what_a_focused_dream_adds_waits_as_a_proposal(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await memory.agent().record("I decided to open a bakery in Porto with Ines.", owner=ADA)
    await memory.agent().record("I'm training for the Lisbon marathon in October.", owner=ADA)
    await memory.idle()
    model.then(dreamt("# MEMORY\n\n## People\n- Decided to open a bakery in Porto with Ines\n"))

    report = await memory.agent().dream(owner=ADA, topic="bakery")

    [proposed] = report.proposed
    assert proposed.text == "Decided to open a bakery in Porto with Ines"
    assert "marathon" not in model.requests[0].text
    assert len(await memory.agent().inbox(owner=ADA)) == 1


async def test_a_line_the_model_takes_out_waits_for_a_person(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    for line in ("I like quiet cafes.", "I bake bread on rainy evenings.", "I keep plants by the window."):
        await memory.agent().remember(line, owner=ADA)
    await _live_three_days(memory, clock)
    before = await _memory_text(memory)
    model.then(dreamt(before.replace("- I bake bread on rainy evenings.\n", "")))

    report = await memory.agent().dream(owner=ADA)

    assert await _memory_text(memory) == before
    assert "I bake bread on rainy evenings." in {item.text for item in report.proposed}


async def test_a_shortened_line_stays_as_it_was(memory: Memory, clock: Clock, model: ScriptedModel) -> None:
    await memory.agent().remember("I bake sourdough bread for my neighbours on rainy evenings.", owner=ADA)
    await _live_three_days(memory, clock)
    before = await _memory_text(memory)
    model.then(dreamt(before.replace("sourdough bread for my neighbours", "bread")))

    report = await memory.agent().dream(owner=ADA)

    assert await _memory_text(memory) == before
    assert Reason.SHORTENED in {item.reason for item in report.turned_away}


async def test_what_a_user_took_back_is_corrected_even_if_the_model_forgets_it(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await memory.agent().remember("The staging backend listens on port 9090.", owner=ADA)
    clock.advance(days=1)
    await memory.agent().record("Correction: the staging backend listens on port 9091, not 9090.", "Noted.", owner=ADA)
    await memory.idle()
    clock.advance(days=1)
    model.then(dreamt(None))

    await memory.agent().dream(owner=ADA)

    text = await _memory_text(memory)
    assert "9091" in text
    assert "- The staging backend listens on port 9090." not in text


async def test_a_person_who_edits_while_the_model_thinks_loses_nothing(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides=HERE)
    model = _Interrupting()
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        await memory.agent().remember("The office door code has four digits.", owner=ADA)
        await _live_three_days(memory, clock)
        model.meanwhile = lambda: memory.agent().remember("Momo the cat is allergic to fish.", owner=ADA)
        model.then(
            dreamt("# MEMORY\n\n## Plans\n- Door code has 4 digits\n- I train for the Lisbon marathon every morning.\n")
        )

        await memory.agent().dream(owner=ADA)

        text = await _memory_text(memory)
    assert "Momo the cat is allergic to fish." in text
    assert "The office door code has four digits." in text


class _Interrupting(ScriptedModel):
    """A model during whose answer something else happens; no transaction may be open then."""

    meanwhile: Callable[[], Any] | None = None

    async def complete(self, *messages: Any, **more: Any) -> Any:
        if self.meanwhile is not None:
            await self.meanwhile()
        return await super().complete(*messages, **more)


@pytest.mark.parametrize("is_shared", [True, False])
async def test_a_dream_is_told_and_writes_the_same_whatever_others_said(
    home: str, clock: Clock, is_shared: bool, tmp_path: Any
) -> None:
    """Two runs differ only in what Bo said; a model that echoes what it was told must not show it."""
    seen = []
    for number, secret in enumerate(("", "My birthday code is the harpsichord in Ravenna.")):
        model = ScriptedModel(answering=_echo)
        settings = load_settings(None, environ={}, overrides=HERE)
        at = Clock("2026-03-02T12:00:00+00:00")
        place = home if number else str(tmp_path / "other")
        async with Memory.open(place, clock=at, settings=settings, models=model) as memory:
            await _say_for_days(memory, at, secret, is_shared=is_shared)
            owner = None if is_shared else ADA
            report = await memory.agent().dream(owner=owner)
            documents = [await memory.agent().documents.read(name, owner=owner) for name in (MEMORY, DREAMS)]
        [request] = model.requests
        boundary = request.messages[1].text.split("\n")[0].strip("<>")
        seen.append((request.text.replace(boundary, "B"), report.diff, [document.text for document in documents]))

    assert seen[0] == seen[1]
    assert "marathon" in seen[0][0]
    assert "harpsichord" not in str(seen)


def _echo(request: Request) -> str:
    return json.dumps({"should_update": True, "reason": request.text, "memory_content": f"# MEMORY\n{request.text}\n"})


async def _say_for_days(memory: Memory, clock: Clock, secret: str, *, is_shared: bool) -> None:
    agent = memory.agent()
    for said in TRAINING:
        if is_shared:
            await _note_shared(memory, clock, said)
        else:
            await agent.record(said, "I see.", owner=ADA, conversation="talk")
        if secret:
            await agent.record(secret, "I see.", owner=BO, conversation="other")
            await agent.remember(secret, owner=BO)
        await memory.idle()
        clock.advance(days=1)


async def _note_shared(memory: Memory, clock: Clock, said: str) -> None:
    """Let the shared memory have a line of today's note that a person wrote."""
    name = f"memory/{clock().date().isoformat()}.md"
    await memory.agent().documents.write(name, f"- {said}\n", owner=None)


@pytest.mark.parametrize(
    "text", ["第{n}件事：我们在里斯本讨论了马拉松训练的安排", 'Thing {n}: "we" talked of the \\ marathon in Lisbon']
)
@pytest.mark.parametrize("reads", [None, 8_000])
def test_a_question_stays_within_its_bound_whatever_the_history(
    said: Callable[..., NoteLine], entry: Callable[..., Entry], text: str, reads: int | None
) -> None:
    lines = [said(text.format(n=n), day=1 + n % 7) for n in range(3_000)]
    memory = [entry(f"- {text.format(n=n)}", id=f"e{n}", section="") for n in range(2_000)]
    memory = [replace(one, line=1 + n) for n, one in enumerate(memory)]
    verdicts = judge_all(
        collect(lines[:150], (), window=Window(TODAY)).candidates,
        thresholds=Thresholds(0, 0, 0, 0.0),
        memory_entries=(),
        today=TODAY,
    )
    whole = "".join(f"{one.text}\n" for one in memory)

    question = ask_about(Material(whole, tuple(memory), verdicts, tuple(lines)), max_input_tokens=reads)

    asked = with_schema(question.messages, DREAM_SCHEMA)
    again = rough_tokens("字" * MAX_SHOWN_AGAIN) + 100
    assert sum(rough_tokens(message.text) for message in asked) + again <= (24_000 if reads is None else reads)
    data = json.loads(question.messages[1].text.partition("\n")[2].rpartition("\n")[0])
    assert data["left_out"]["lines of notes"] == question.lines_left_out
    assert data["left_out"]["lines of MEMORY.md"] == 2_000 - len(question.shown)
    assert 0 < len(question.shown) < 2_000
    assert data["candidates"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_prompt_is_there_in_both_languages_in_one_version(language: Language) -> None:
    assert read_prompt("morrow.dreaming", "dream", language)[1] == f"dream 1 {language}"


async def test_a_dream_that_is_stopped_asks_nobody_and_writes_nothing(
    memory: Memory, clock: Clock, model: ScriptedModel
) -> None:
    await _live_three_days(memory, clock)
    agent = memory.agent()
    row = await agent.row()
    run = await agent.dreaming.dream_later(Bucket.personal(row.id, ADA), now=clock())
    async with memory.parts.store.write() as connection:
        started = await claim(connection, run.due, worker="one", now=clock())
        await cancel(connection, run.id, now=clock())
    assert started is not None

    await agent.dreaming.run(started, run.due, now=clock())

    [report] = await agent.dreams.reports(owner=ADA)
    assert report.status is Status.CANCELED
    assert model.requests == []
    assert "marathon" not in await _memory_text(memory)


async def test_over_the_days_budget_a_dream_waits_for_the_next_day(
    home: str, clock: Clock, model: ScriptedModel
) -> None:
    settings = load_settings(None, environ={}, overrides=HERE | {"models.daily-tokens-per-agent": 100})
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        await _live_three_days(memory, clock)

        report = await memory.agent().dream(owner=ADA)

    assert report.status is Status.FAILED
    assert "over budget" in report.error
    assert model.requests == []


async def test_the_shared_memory_dreams_first_then_who_dreamt_longest_ago(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides=HERE | {"mate.memory.dreaming-enabled": True})
    model = ScriptedModel(answering=lambda _: dreamt(None))
    heard: list[DreamEvent] = []
    async with Memory.open(home, clock=clock, settings=settings, models=model) as memory:
        agent = memory.agent()
        await _note_shared(memory, clock, TRAINING[0])
        for owner in (ADA, BO):
            await agent.record(TRAINING[0], owner=owner)
        await memory.idle()
        await agent.dream(owner=ADA)
        dreaming = replace(agent.dreaming, observe=heard.append)
        night = clock.set("2026-03-03T03:00:00+00:00")

        due = await dreaming.due(night, eager=False)
        await Runner(memory.parts.store, [dreaming], clock).tick(night)

    assert [one.bucket.owner for one in due] == ["", "user:bo", "user:ada"]
    begun = [event.bucket.owner for event in heard if event.happening is Happening.STARTED]
    assert set(begun) == {"", "user:bo", "user:ada"}
    ended = [at for at, event in enumerate(heard) if event.happening.is_end]
    assert ended[0] > max(at for at, event in enumerate(heard) if event.step is Step.LOOK)  # all three at once


async def test_two_dreams_of_one_bucket_never_overlap(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides=HERE)
    model = _Interrupting(answering=lambda _: dreamt(None))
    refused: list[Exception] = []

    async def dream_too() -> None:
        try:
            await opened.agent().dream(owner=ADA)
        except AlreadyRunning as error:
            refused.append(error)

    async with Memory.open(home, clock=clock, settings=settings, models=model) as opened:
        await _live_three_days(opened, clock)
        model.meanwhile = dream_too

        report = await opened.agent().dream(owner=ADA)

    assert report.status is Status.COMPLETED
    assert len(refused) == 1
