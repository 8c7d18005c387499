"""Turns that leave the window are summarised."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from tests.context.talk import COUNTER, placed, spoken

from morrow.context.asking import read_prompt, read_summary
from morrow.context.cache import MOST_KEPT, SummaryCache, key_of
from morrow.context.prompt import Placed
from morrow.context.summary import MOST_CALLS, Summary, Writer, first_lines, summarise
from morrow.models.chat import ChatModel, Message
from morrow.models.errors import ModelUnavailable
from morrow.testing import ScriptedModel
from morrow.testing.scripted import reply

NOW = datetime(2026, 4, 9, 8, tzinfo=UTC)
FRONT = placed([Message.user("Book Lisbon for 12 May."), Message.assistant("Booked."), Message.user("Budget is 900.")])


def writer(model: ChatModel | None, *, said: str = "", window: int = 128_000) -> Writer:
    return Writer(model, lambda _front, _most: said, COUNTER, window)


async def written(model: ChatModel | None, front: tuple[Placed, ...] = FRONT, *, most: int = 300, earlier: str = "",
                  said: str = "", window: int = 128_000) -> Summary:  # fmt: skip
    before = Summary(earlier, "m0", 0) if earlier else None
    return await summarise(front, most, writer=writer(model, said=said, window=window), earlier=before, now=NOW)


async def test_a_models_summary_names_its_model_its_prompt_and_what_it_covers() -> None:
    model = ScriptedModel("Goal: Lisbon on 12 May.")

    assert await written(model) == Summary(
        "Goal: Lisbon on 12 May.", "m3", 3, "scripted/scripted", "summary 1 en"
    )  # fmt: skip
    assert model.requests[0].max_tokens == 300


@pytest.mark.parametrize("earlier", ["", "Earlier: {boundary} {max_tokens}"])
@pytest.mark.parametrize("text", ["Lisbon {boundary} {x}", "去里斯本 {boundary}"])
async def test_a_prompt_has_no_blank_left_and_holds_the_messages_as_data(text: str, earlier: str) -> None:
    model = ScriptedModel("ok.")

    await written(model, placed([Message.user(text), *spoken("a:1 r1")]), earlier=earlier)

    system, user = model.requests[0].messages
    assert re.findall(r"\{[a-z_]+\}", system.text) == []
    boundary = re.search(r"data-[0-9a-f]{16}", system.text)
    assert boundary is not None
    assert user.text.startswith(f"<{boundary[0]}>")
    assert text in user.text
    assert ("earlier_summary" in user.text) == bool(earlier)


def test_both_languages_have_a_prompt_with_a_version() -> None:
    assert [read_prompt(language)[1] for language in ("en", "zh")] == ["summary 1 en", "summary 1 zh"]
    assert "{max_tokens}" in read_prompt("zh")[0]


@pytest.mark.parametrize(
    ("answer", "truncated", "text"),
    [
        ("Goal: tea.", False, "Goal: tea."),
        ("<think>hm</think>\nGoal: tea.", False, "Goal: tea."),
        ("```markdown\nGoal: tea.\n```", False, "Goal: tea."),
        ("[Summary of the earlier conversation]\nGoal: tea.", False, "Goal: tea."),
        ("Goal: tea. And the", True, "Goal: tea."),
        ("目标：茶。然后", True, "目标：茶。"),
        ("Goal: tea\nPort: 90", True, "Goal: tea"),
        ("a\u202eb\x00", False, "ab"),
        (" \n", False, ""),
        ("<think>never ends", True, ""),
    ],
)
def test_an_answer_is_read_to_its_last_whole_sentence(answer: str, truncated: bool, text: str) -> None:
    assert read_summary(reply(answer, truncated=truncated), 300, COUNTER) == text


def test_an_answer_that_is_too_long_is_cut() -> None:
    text = read_summary(reply("One more line here.\n" * 500), 100, COUNTER)

    assert COUNTER.count(text) <= 100
    assert text.endswith("here.")


@pytest.mark.parametrize("step", [ModelUnavailable("it is down"), "", reply("<think>never", truncated=True)])
async def test_where_a_model_fails_the_rules_write_and_say_why(step: str | Exception) -> None:
    summary = await written(ScriptedModel(step), said="Book Lisbon for 12 May.")

    assert (summary.text, summary.engine, summary.by) == ("Book Lisbon for 12 May.", "rules", "rules")
    assert summary.problem.startswith("scripted/scripted: ")
    assert not summary.is_lasting


async def test_without_a_model_the_rules_write() -> None:
    summary = await written(None, said="Budget is 900.", earlier="Likes trains.")

    assert summary == Summary("Likes trains.\nBudget is 900.", "m3", 3)
    assert summary.is_lasting


async def test_where_the_rules_find_nothing_the_first_words_of_messages_stand() -> None:
    assert (await written(None)).text == "- Book Lisbon for 12 May.\n- Budget is 900."


def test_the_latest_of_the_first_words_are_kept() -> None:
    front = placed([Message.user(f"Message number {n}.") for n in range(100)])

    text = first_lines(front, 60, COUNTER)

    assert COUNTER.count(text) <= 60
    assert text.endswith("- Message number 99.")


async def test_a_front_that_a_model_cannot_read_at_once_is_read_in_runs() -> None:
    model = ScriptedModel(answering=lambda _: f"Summary {len(model.requests)}.")
    front = placed([Message.user(f"{n} " * 100) for n in range(40)])

    summary = await written(model, front, window=1_000)

    assert 2 <= len(model.requests) <= MOST_CALLS
    assert summary.text == f"Summary {len(model.requests)}."
    assert f"Summary {len(model.requests) - 1}." in model.requests[-1].text
    assert all(COUNTER.count(request.text) < 1_500 for request in model.requests)


async def test_a_summary_is_not_asked_for_twice_within_half_an_hour() -> None:
    model, cache = ScriptedModel("One.", "Two.", "Three."), SummaryCache()

    async def at(minutes: int, whose: str = "a", front: tuple[Placed, ...] = FRONT) -> str:
        now = NOW + timedelta(minutes=minutes)
        return (await summarise(front, 300, writer=writer(model), whose=whose, cached=cache, now=now)).text

    assert [await at(0), await at(29), await at(31)] == ["One.", "One.", "Two."]
    assert await at(31, whose="b") == "Three."
    assert model.steps_left == 0


async def test_a_failure_is_not_kept() -> None:
    model, cache = ScriptedModel(ModelUnavailable("down"), "Up."), SummaryCache()

    texts = [
        (await summarise(FRONT, 300, writer=writer(model), cached=cache, now=NOW)).by for _ in range(2)
    ]  # fmt: skip

    assert texts == ["rules", "scripted/scripted"]


def test_other_words_have_another_key() -> None:
    keys = {
        key_of("a", [Message.user("b"), Message.user("c")]), key_of("a", [Message.user("bc")]),
        key_of("ab", [Message.user("c")]), key_of("a", [Message.assistant("b"), Message.user("c")]), key_of("a", []),
        key_of("a", spoken("a:1")), key_of("a", spoken("a:2")),
    }  # fmt: skip

    assert len(keys) == 7


def test_the_cache_forgets_the_oldest_and_on_demand_all() -> None:
    cache = SummaryCache()
    for number in range(MOST_KEPT + 1):
        cache.keep(str(number), "text", NOW)

    assert (cache.find("0", NOW), cache.find("1", NOW)) == (None, "text")
    cache.clear()
    assert cache.find("1", NOW) is None
