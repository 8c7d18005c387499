"""Old tool results are shortened without a model."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.context.results import repeated_line, shorten, slim
from morrow.models.chat import Message, Role


def result(text: str, tool: str = "read") -> Message:
    return Message(Role.TOOL, text, tool_call_id="1", name=tool)


def test_the_older_of_two_same_results_becomes_one_line() -> None:
    older, newer = slim([result("line\n" * 100), result("line\n" * 100)], upto=1)

    assert older.text == repeated_line(result("line\n" * 100))
    assert "\n" not in older.text
    assert (older.tool_call_id, older.name) == ("1", "read")
    assert newer.text == "line\n" * 100


def test_the_line_names_the_tool_the_length_and_the_first_words() -> None:
    line = repeated_line(result("x" * 90 + "\nmore"))

    assert "read" in line
    assert "95 chars" in line
    assert "x" * 80 + "…" in line
    assert "call the tool again" in line


def test_a_short_result_stays_although_it_comes_again() -> None:
    assert [m.text for m in slim([result("ok"), result("ok")], upto=1)] == ["ok", "ok"]


def test_the_same_words_of_another_tool_are_no_repetition() -> None:
    texts = [m.text for m in slim([result("x" * 1_000, "a"), result("x" * 1_000, "b")], upto=1)]

    assert texts == ["x" * 1_000] * 2


def test_a_long_old_result_keeps_head_and_tail() -> None:
    old, late = slim([result("a" * 5_000 + "end"), result("b" * 5_000)], upto=1)

    assert old.text.startswith("a" * 1_200)
    assert old.text.endswith("end")
    assert "3403 characters left out" in old.text
    assert late.text == "b" * 5_000


def test_what_people_said_is_never_shortened() -> None:
    talk = [Message.user("x" * 9_000), Message.assistant("y" * 9_000)]

    assert slim(talk, upto=2) == talk


def test_plain_text_keeps_exactly_what_was_asked_for() -> None:
    short = shorten("h" * 500 + "t" * 500, head=100, tail=100)

    assert short.startswith("h" * 100 + "\n[…")
    assert short.endswith("…]\n" + "t" * 100)


def test_json_is_cut_between_its_values() -> None:
    text = json.dumps([{"n": number, "words": "a, b} c]"} for number in range(100)])

    head, tail = shorten(text, head=105, tail=105).split("\n[…")[0], shorten(text, head=105, tail=105).split("…]\n")[1]

    assert head[-1] in ",}]"
    assert text.startswith(head)
    assert len(head) <= 105
    assert len(tail) <= 105
    assert json.loads("[0," + tail.lstrip(" ,").removeprefix("{}")) if tail.strip().startswith("{") else tail


@pytest.mark.parametrize("text", ['{"a": "' + "\\" * 4_001, "[" + '"' * 4_001, '["' + '\\"' * 50_000])
def test_broken_json_is_cut_like_any_text(text: str) -> None:
    assert len(shorten(text)) < len(text)


@given(st.text('{}[],"\\ab', max_size=400), st.integers(0, 40), st.integers(0, 40))
def test_a_short_form_is_never_longer_than_the_text(text: str, head: int, tail: int) -> None:
    short = shorten(text, head=head, tail=tail)

    assert short == text or len(short) < len(text)
