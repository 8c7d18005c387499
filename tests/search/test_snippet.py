"""Snippets: what is shown of a hit."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from morrow.search.snippet import CONTEXT, snippet
from morrow.search.tokens import query_tokens


def cut(text: str, question: str) -> str:
    return snippet(text, query_tokens(question).terms)


def test_matches_are_marked_and_a_short_line_stands_whole() -> None:
    assert cut("New running shoes, size 42", "running shoes") == "New [[running]] [[shoes]], size 42"


def test_chinese_windows_that_touch_are_marked_as_one() -> None:
    assert cut("用户喜欢在公园跑步", "用户喜欢跑步") == "[[用户喜欢]]在公园[[跑步]]"


def test_a_long_line_is_cut_around_the_match_and_says_so() -> None:
    line = "x" * 200 + " running " + "y" * 200

    piece = cut(line, "running")

    assert piece.startswith("...")
    assert piece.endswith("...")
    assert "[[running]]" in piece
    assert len(piece) < len(line)


def test_the_place_is_shown_that_tells_most() -> None:
    line = "shoes " + "filler " * 60 + "running shoes"

    assert cut(line, "running shoes").endswith("[[running]] [[shoes]]")


def test_a_line_without_a_match_shows_its_beginning() -> None:
    assert cut("y" * 500, "running") == "y" * (2 * CONTEXT) + "..."


def test_a_match_at_the_end_of_megabytes_is_found() -> None:
    line = "填充的文字没有意义" * 300_000 + "密钥轮换"

    assert "[[密钥轮换]]" in cut(line, "密钥轮换")


def test_no_grapheme_is_split() -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    line = family * 30 + " target " + "e\u0301" * 200 + "🇵🇹" * 40

    piece = cut(line, "target")

    before, _, after = piece.strip(".").partition(" [[target]] ")
    assert set(before.split(family)) == {""}
    assert unicodedata.normalize("NFC", after).strip("é") == ""


def test_signs_that_look_like_marks_are_text() -> None:
    assert cut("a [[link]] here", "link") == "a [[[[link]]]] here"


@given(st.text(alphabet="ab \u0301\u200d👍🏽🇵🇹盘か゛\r\n", max_size=300), st.sampled_from(["a", "盘", "👍", "ab"]))
def test_a_snippet_without_marks_is_a_piece_of_the_text(text: str, question: str) -> None:
    piece = snippet(text, query_tokens(question).terms)

    bare = piece.removeprefix("...").removesuffix("...").replace("[[", "").replace("]]", "")
    assert bare in text
