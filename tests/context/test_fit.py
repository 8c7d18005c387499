"""A whole turn's prompt is made to fit."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.context.talk import COUNTER, long_text, placed, spoken

from morrow.context.errors import ContextTooSmall
from morrow.context.fit import Fitted, fit, fit_again
from morrow.context.limits import Limits
from morrow.context.pairs import is_paired
from morrow.context.prompt import Placed, Prompt, tokens_of
from morrow.context.record import LeftOut
from morrow.context.summary import Summary
from morrow.models.chat import Message, Role

NOW = Message.user("now")
WORDS = st.lists(st.sampled_from(["u", "a", "a:1 r1", "a:1,2 r1 r2", "r1", "a:2"]), max_size=12).map(" ".join)


class Summariser:
    """Writes a summary of a given number of tokens, and remembers what it was asked."""

    def __init__(self, tokens: int = 50) -> None:
        self.tokens = tokens
        self.asked: list[tuple[tuple[Placed, ...], int]] = []

    async def __call__(self, front: Sequence[Placed], most: int) -> Summary:
        self.asked.append((tuple(front), most))
        return Summary("word" * min(self.tokens, most), front[-1].id, front[-1].position, "scripted/scripted")


async def fitted(prompt: Prompt, limits: Limits | None = None, summarise: Summariser | None = None) -> Fitted:
    return await fit(prompt, limits or Limits(), summarise=summarise or Summariser(), counter=COUNTER)


def prompt_of(tokens: int, *, messages: int = 40) -> Prompt:
    """Return a prompt of exactly `tokens`, in a conversation of that many messages."""
    each = (tokens - 10) // messages
    history = placed(spoken("u a " * (messages // 2), text=long_text(each)))
    prompt = Prompt(Message.user(""), history=history)
    return replace(prompt, current=Message.user(long_text(tokens - tokens_of(prompt, COUNTER) + 4)))


@pytest.mark.parametrize("tokens", [10_000, 76_800, 96_000])
async def test_up_to_three_quarters_of_the_window_nothing_is_left_out(tokens: int) -> None:
    prompt = prompt_of(tokens)
    done = await fitted(prompt)

    assert tokens_of(prompt, COUNTER) == tokens
    assert done.prompt.messages == prompt.messages
    assert (done.record.tokens, done.record.defence, done.record.left_out, done.summary) == (tokens, "none", (), None)


async def test_one_token_more_compresses() -> None:
    summarise = Summariser()

    done = await fitted(prompt_of(96_001), summarise=summarise)

    front, most = summarise.asked[0]
    tail = done.prompt.history
    assert (done.record.defence, done.record.summary_by) == ("compressed", "scripted/scripted")
    assert [one.id for one in (*front, *tail)] == [f"m{n}" for n in range(1, 41)]
    assert len(tail) >= 10
    assert COUNTER.messages(one.message for one in tail) <= 28_800
    assert most == 3_000
    assert done.summary is not None
    assert (done.summary.message, done.summary.position) == (front[-1].id, front[-1].position)
    assert done.record.left_out == (LeftOut("conversation", len(front), 40, "older turns are summarised"),)
    assert "First message of this conversation" in done.prompt.preface


async def test_the_next_turn_goes_on_behind_what_the_summary_covers() -> None:
    done = await fitted(prompt_of(96_001))
    again = replace(done.prompt, current=NOW)

    next_turn = await fitted(again)

    assert next_turn.prompt.history == done.prompt.history
    assert next_turn.prompt.summary == done.prompt.summary
    assert next_turn.summary is None


async def test_a_goal_is_not_guessed_from_a_conversation_that_begins_with_a_summary() -> None:
    done = await fitted(replace(prompt_of(2_000, messages=12), summary="s"), Limits(1_000))

    assert "s" in done.prompt.preface
    assert "First message" not in done.prompt.preface


async def test_old_tool_results_are_shortened_before_a_model_is_asked() -> None:
    results = [
        replace(m, text=f"{n} " * 9_000) if m.role is Role.TOOL else m for n, m in enumerate(spoken("u a:1 r1 " * 20))
    ]
    summarise = Summariser()

    done = await fitted(Prompt(NOW, history=placed(results)), summarise=summarise)

    assert done.record.defence == "slimmed"
    assert summarise.asked == []
    assert len(done.prompt.history) == 60
    assert done.record.tokens <= 96_000


async def test_what_is_still_too_large_is_cut() -> None:
    done = await fitted(prompt_of(2_000, messages=12), Limits(1_000))

    assert done.record.defence == "hard-cut"
    assert done.record.tokens == tokens_of(done.prompt, COUNTER) <= 1_000
    assert done.record.left_out[-1].reason == "the window is full"


async def test_a_message_larger_than_the_window_is_an_error() -> None:
    with pytest.raises(ContextTooSmall, match="2004 tokens"):
        await fitted(Prompt(Message.user("word" * 2_000)), Limits(1_000))


async def test_the_record_counts_each_block_and_together_the_whole() -> None:
    prompt = Prompt(
        NOW, "Be kind.", "--- A.md ---\nx", placed(spoken("u a")), tuple(spoken("a:1 r1")), block="b" * 40, summary="s"
    )

    record = (await fit(
        prompt, Limits(), summarise=Summariser(), counter=COUNTER, summary_by="rules",
        left_out=(LeftOut("MEMORY.md", 7, 47, "no room, oldest first"),),
    )).record  # fmt: skip

    assert record.tokens == tokens_of(prompt, COUNTER)
    assert {block.block: block.tokens for block in record.blocks} == {
        "instructions": 2, "shared": 8, "tools": 0, "summary": COUNTER.message(Message.user(prompt.preface)),
        "conversation": 10, "recall": 11, "message": 5, "steps": 11,
    }  # fmt: skip
    assert record.left_out[0].count == 7
    assert record.summary_by == "rules"


async def test_a_provider_that_says_too_long_gets_the_last_two_turns_and_no_model_is_asked() -> None:
    summarise = Summariser()
    words = "u a " * 20 + "u a:1 r1 a " * 5
    done = await fitted(Prompt(NOW, history=placed(spoken(words))), summarise=summarise)

    again = fit_again(done, Limits(), counter=COUNTER)

    assert again is not None
    assert again.record.defence == "emergency"
    assert [one.message for one in again.prompt.history] == spoken("u a:1 r1 a " * 2)
    assert summarise.asked == []
    assert fit_again(again, Limits(), counter=COUNTER) is None


@settings(max_examples=60, deadline=None)
@given(WORDS, st.integers(1, 60), st.integers(0, 80), st.integers(120, 900))
async def test_a_fitted_prompt_fits_whole_pairs_and_the_last_messages(
    words: str, size: int, block: int, window: int
) -> None:
    history = placed(spoken(words, text="word" * size))
    prompt = Prompt(NOW, "Be kind.", history=history, block="word" * block)

    try:
        done = await fitted(prompt, Limits(window))
    except ContextTooSmall:
        least = replace(prompt, history=history[-3:], block="")
        assert tokens_of(least, COUNTER) + 100 > window
        return

    kept = [one.message for one in done.prompt.history]
    assert done.record.tokens == tokens_of(done.prompt, COUNTER) <= window
    assert is_paired(kept)
    assert done.prompt.current == NOW
    whole = [one.id for one in (await fitted(prompt, Limits())).prompt.history]
    assert [one.id for one in done.prompt.history][-2:] == whole[-2:]
    assert [one.id for one in done.prompt.history] == whole[len(whole) - len(kept) :]
