"""What leaves a window, and in which order."""

from dataclasses import replace

import pytest
from tests.context.talk import COUNTER, long_text, placed, spoken

from morrow.context.errors import ContextTooSmall
from morrow.context.pairs import is_paired
from morrow.context.prompt import Prompt, tokens_of
from morrow.context.window import emergency, hard_cut, slimmed, tail_start
from morrow.models.chat import Message

NOW = Message.user("now")


def texts(prompt: Prompt) -> list[str]:
    return [one.message.text for one in prompt.history]


def talk_of(count: int, tokens: int = 104) -> Prompt:
    words = " ".join(["u", "a"] * (count // 2))
    history = placed([replace(m, text=f"{n:03}{long_text(tokens)[3:]}") for n, m in enumerate(spoken(words))])
    return Prompt(NOW, instructions="Be kind.", history=history, first=history[0], goal="goal")


@pytest.mark.parametrize(
    ("count", "tokens", "tail_tokens", "tail_messages", "start"),
    [(50, 104, 0, 10, 40), (50, 104, 1_000, 10, 36), (50, 104, 2_000, 10, 22), (12, 104, 0, 10, 2), (6, 104, 0, 10, 1),
     (30, 5_000, 19_200, 50, 1), (50, 104, 10_000, 10, 0), (2, 104, 0, 10, 0), (0, 104, 0, 10, 0)],
)  # fmt: skip
def test_the_tail_is_kept_by_budget_and_by_number(
    count: int, tokens: int, tail_tokens: int, tail_messages: int, start: int
) -> None:
    messages = [one.message for one in talk_of(count, tokens).history] if count else []

    assert tail_start(messages, tail_tokens=tail_tokens, tail_messages=tail_messages, counter=COUNTER) == start


def test_the_tail_begins_with_a_call_rather_than_its_result() -> None:
    messages = spoken("u a u a:1,2 r1 r2 u a")

    assert tail_start(messages, tail_tokens=0, tail_messages=3, counter=COUNTER) == 3


def test_a_prompt_that_fits_exactly_is_not_cut() -> None:
    prompt = talk_of(10)

    assert hard_cut(prompt, tokens_of(prompt, COUNTER), COUNTER).prompt is prompt


def test_the_oldest_messages_go_first() -> None:
    prompt = talk_of(10)

    cut = hard_cut(prompt, tokens_of(prompt, COUNTER) - 300, COUNTER)

    assert texts(cut.prompt) == texts(prompt)[4:]
    assert [(left.block, left.count, left.of) for left in cut.left_out] == [("conversation", 4, 10)]
    assert "4 earlier messages are left out" in cut.prompt.preface
    assert tokens_of(cut.prompt, COUNTER) <= tokens_of(prompt, COUNTER) - 300


def test_the_last_two_messages_stay_with_the_call_that_they_answer() -> None:
    history = placed(spoken("u a u a:1,2 r1 r2", text=long_text(104)))
    prompt = Prompt(NOW, history=history)

    cut = hard_cut(prompt, 400, COUNTER)

    assert cut.prompt.history == history[3:]
    with pytest.raises(ContextTooSmall):
        hard_cut(prompt, 300, COUNTER)


def test_goal_summary_and_block_go_last_and_in_this_order() -> None:
    full = replace(talk_of(10), block="b" * 400, summary="s" * 400, goal="g" * 400)
    left = []

    for window in (600, 500, 390, 240):
        cut = hard_cut(full, window, COUNTER)
        assert len(cut.prompt.history) == 2
        left.append(("g" * 9 in cut.prompt.preface, "s" * 9 in cut.prompt.preface, bool(cut.prompt.block)))

    assert left == [(True, True, True), (False, True, True), (False, False, True), (False, False, False)]


def test_an_error_names_the_tokens_that_are_too_many() -> None:
    with pytest.raises(ContextTooSmall, match=r"needs \d+ tokens and the window has 100") as caught:
        hard_cut(Prompt(Message.user("x" * 4_000)), 100, COUNTER)

    assert (caught.value.tokens, caught.value.window) == (1_004, 100)


def test_older_steps_of_this_turn_go_when_nothing_else_is_left() -> None:
    steps = tuple(spoken("a:1 r1 a:2 r2", text=long_text(104)))

    cut = hard_cut(Prompt(NOW, steps=steps), 300, COUNTER)

    assert cut.prompt.steps == steps[2:]
    assert cut.prompt.messages[-3] == NOW


def test_an_emergency_keeps_the_last_two_turns() -> None:
    words = "u a " * 20 + "u a:1 r1 a " * 4
    prompt = Prompt(NOW, history=placed(spoken(words)))

    shorter = emergency(prompt)

    assert shorter is not None
    assert [one.message for one in shorter.prompt.history] == spoken("u a:1 r1 a u a:1 r1 a")
    assert is_paired([one.message for one in shorter.prompt.history])
    assert shorter.prompt.messages[-1] == NOW


@pytest.mark.parametrize("words", ["", "u", "u a", "u a u a"])
def test_an_emergency_that_leaves_nothing_out_is_none(words: str) -> None:
    assert emergency(Prompt(NOW, history=placed(spoken(words)))) is None


def test_old_results_of_this_turns_steps_are_shortened_but_not_the_last() -> None:
    prompt = Prompt(NOW, steps=tuple(spoken("a:1 r1 a:2 r2", text="x" * 5_000)))

    shorter = slimmed(prompt, history_upto=0)

    assert len(shorter.prompt.steps[1].text) < 2_000
    assert len(shorter.prompt.steps[3].text) == 5_000
    assert shorter.left_out[0].count == 1
