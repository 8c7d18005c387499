"""Text to tokens: pure, so no store is opened here."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.search.passages import LONGEST_PASSAGE, passages
from morrow.search.terms import term, terms
from morrow.search.tokens import MAX_TOKEN_LENGTH, index_tokens, places, query_tokens, symbol_tokens


def windows(text: str) -> list[str]:
    return [token for token in index_tokens(text) if len(token) == 2]


def test_chinese_goes_by_sliding_windows_and_single_characters() -> None:
    assert windows("用户喜欢") == ["用户", "户喜", "喜欢"]
    assert windows("我喜欢跑步") == ["我喜", "喜欢", "欢跑", "跑步"]
    assert set("我喜欢跑步") <= set(index_tokens("我喜欢跑步"))


@pytest.mark.parametrize("text", ["しりとり", "カタカナ", "끝말잇기", "ภาษาไทย"])
def test_other_scripts_without_spaces_go_by_windows_too(text: str) -> None:
    assert {text[:2], text[1:3], text[0]} <= set(index_tokens(text))


def test_scripts_that_meet_are_a_token_of_their_own() -> None:
    assert {"c盘", "盘满", "api", "配置", "api配"} <= set(index_tokens("C盘满了，改API配置"))
    assert "foo123" in index_tokens("用户Foo123跑步")


def test_identifiers_are_found_whole_and_by_parts() -> None:
    assert {"gen-itgc", "gen", "itgc"} <= set(index_tokens("重跑gen-itgc后"))
    assert {"sk_test", "sk", "test"} <= set(index_tokens("the sk_test key"))
    assert {"get", "user", "name"} <= set(index_tokens("call getUserName()"))
    assert {"2026-04-09.md", "2026", "04", "09", "md"} <= set(index_tokens("memory/2026-04-09.md"))


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("端口９０９０", "9090"),
        ("café", "cafe\u0301"),
        ("café", "CAFE"),
        ("RUNNING", "run"),
        ("I ran home", "running"),
        ("the children", "child"),
        ("Caroline's", "caroline"),
        ("$1,200", "1200"),
        ("ＡＰＩ", "api"),
        ("Straße", "STRASSE"),
        ("हिन्दी भाषा", "भाषा"),
        ("Zürich", "zurich"),
    ],
)
def test_what_is_the_same_word_is_the_same_token(written: str, asked: str) -> None:
    assert set(query_tokens(asked).terms) & set(index_tokens(written))


def test_question_words_are_fillers_and_the_rest_are_terms() -> None:
    query = query_tokens("which city do I live in?")

    assert query.terms == ("citi", "live")
    assert query.fillers == ("which", "do", "i", "in")


def test_single_characters_are_a_weak_sign_beside_windows_and_a_term_when_alone() -> None:
    assert query_tokens("部署").terms == ("部署",)
    assert query_tokens("部署").singles == ("部", "署")
    assert query_tokens("部").terms == ("部",)


def test_a_lone_symbol_is_asked_for_as_text_and_beside_words_it_is_left_out() -> None:
    assert query_tokens("%").terms == tuple(symbol_tokens("%"))
    assert query_tokens("100%").terms == ("100",)


@pytest.mark.parametrize("nothing", ["", " ", "\n\t", "，。！", "()"])
def test_nothing_asked_is_nothing(nothing: str) -> None:
    assert not query_tokens(nothing)


def test_a_long_message_is_cut_at_its_paragraphs_and_a_line_without_breaks_by_length() -> None:
    paragraph = "word " * 50

    assert len(passages("\n\n".join([paragraph] * 4))) == 4
    assert len(passages("a\n\nb\n\nc")) == 1
    assert max(len(p) for p in passages("word " * 5_000)) == LONGEST_PASSAGE
    assert passages("") == [[]]


def test_the_same_word_is_another_term_in_another_bucket() -> None:
    assert term(1, "部署") != term(2, "部署")
    assert terms(1, ["a", "b", "a"]).split() == sorted({term(1, "a"), term(1, "b")})
    assert term(1, "部署").isascii()
    assert term(1, "部署").isalnum()


@given(st.text())
def test_any_text_gives_tokens_without_spaces_and_of_bounded_length(text: str) -> None:
    for token in index_tokens(text):
        assert token
        assert len(token) <= MAX_TOKEN_LENGTH
        assert not any(character.isspace() for character in token)


@given(st.text(alphabet="ab1 -_.'’,C盘APIé配置カ゛が끝\u0301\u200d👍%", max_size=40))
def test_a_text_answers_a_question_for_itself(text: str) -> None:
    query = query_tokens(text)

    assert set(query.terms) | set(query.fillers) <= set(index_tokens(text)) | set(symbol_tokens(text))


@given(st.text(alphabet="ab1 -_.'C盘APIé配置が끝👍%", max_size=40))
def test_places_stand_where_they_say(text: str) -> None:
    for start, end, tokens in places(text):
        assert 0 <= start < end <= len(text)
        assert tokens


def test_a_word_of_megabytes_is_cut_and_costs_little() -> None:
    assert len(set(index_tokens("a" * 1_000_000 + " end"))) < 10
    assert "end" in index_tokens("a-" * 500_000 + "end")
