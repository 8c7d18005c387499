"""How tokens are counted."""

import pytest

from morrow.context.tokens import TokenCounter, estimate
from morrow.models.chat import Message, ToolCall, ToolSpec

COUNTER = TokenCounter()
TOOL = ToolSpec("search", "Find a line", {"type": "object", "properties": {"query": {"type": "string"}}})


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("hello", 2), ("Hello world", 3), ("x" * 300, 75),
        ("你好世界", 4), ("Hello 世界", 4), ("你好 world", 4), ("a世b界", 3), ("“你好”", 4), ("，。", 2),
        ("カタカナ", 4), ("한국어", 3), ("𠀀", 1), ("Ａ", 1),
        ("é", 1), ("éé", 2), ("ééé", 2), ("éàü", 2), ("😀", 2),
        ("：" * 4_000, 4_000), ("x" * 3_999 + "😀", 1_002), ("\ud83d", 1),
    ],
)  # fmt: skip
def test_a_text_is_estimated_by_its_kinds_of_characters(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


def test_emoji_of_many_parts_are_estimated_high() -> None:
    assert estimate("👨‍👩‍👧‍👦" * 2_000) >= 7 * 2_000


def test_a_message_costs_four_more_than_its_text() -> None:
    assert COUNTER.message(Message.user("")) == 4
    assert COUNTER.messages([Message.user("abcde"), Message.user("世界")]) == 12


def test_arguments_and_results_of_tools_count_like_text() -> None:
    call = ToolCall("1", "search", "x" * 400)

    assert COUNTER.message(Message.assistant("", call)) - COUNTER.message(Message.assistant("")) == 100
    assert COUNTER.message(Message.result(call, "x" * 8_000)) == 2_004


def test_a_tool_costs_twelve_more_than_its_definition() -> None:
    assert COUNTER.tools([]) == 0
    assert 12 < COUNTER.tool(TOOL) < 100
    assert COUNTER.tools([TOOL] * 5) == 5 * COUNTER.tool(TOOL)
    assert COUNTER.tool(ToolSpec("sql", "Run a statement. " * 40, {})) > 100


def test_a_tool_that_cannot_be_sent_costs_nothing_and_spoils_nothing() -> None:
    broken = ToolSpec("broken", "", {"type": object()})

    assert COUNTER.tools([broken, TOOL]) == COUNTER.tool(TOOL)


def test_a_models_own_tokenizer_wins_over_the_estimate() -> None:
    by_words = TokenCounter(lambda text: len(text.split()))

    assert by_words.message(Message.user("one two three")) == 7
