"""Similarity: how alike statements are, and when two are one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.text.polarity import denied_tokens, polarity
from morrow.text.similarity import Duplicates, is_duplicate, normalise, shingles, similarity

WORDS = ["tea", "coffee", "like", "not", "9090", "Anna", "喜欢", "喝茶", "不", "端口", "the", "on Friday"]
sentences = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join) | st.text(max_size=60)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I like tea.", "- i  LIKE tea"),
        ("端口：９０９０。", "端口 9090"),
        ("café", "cafe\u0301"),
        ("1,000 rows", "1000 rows"),
        ("don’t", "don't"),
        ("`npm ci`", "npm ci"),
    ],
)
def test_spellings_of_one_statement_have_one_normal_form(a: str, b: str) -> None:
    assert normalise(a) == normalise(b)


@pytest.mark.parametrize(
    ("a", "b"), [("C++", "C#"), ("1.5", "15"), ("-5 degrees", "5 degrees"), ("50%", "50"), ("Friday?", "Friday")]
)
def test_marks_that_change_the_meaning_stay_in_the_normal_form(a: str, b: str) -> None:
    assert normalise(a) != normalise(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("We deploy on Fridays", "we deploy on Friday."),
        ("我每周五都部署", "每周五部署"),
        ("The user prefers tea", "prefers tea"),
        ("We moved the billing service to PostgreSQL", "we moved our billing service to PostgreSQL again"),
        ("新后端的端口是９０９０", "新后端端口 9090"),
    ],
)
def test_the_same_statement_is_a_duplicate(a: str, b: str) -> None:
    assert is_duplicate(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I like tea", "I don't like tea"),
        ("我喜欢喝茶", "我不喜欢喝茶"),
        ("the port of the new backend is 9090", "the port of the new backend is 9091"),
        ("端口是 9090", "端口是 9091"),
        ("prefers tea over coffee", "prefers coffee over tea"),
        ("喜欢茶胜过咖啡", "喜欢咖啡胜过茶"),
        ("We deploy the billing service on Fridays", "We deploy the search service on Fridays"),
        ("My sister Anna lives in Berlin", "My sister Mia lives in Berlin"),
        ("I like tea", "I like green tea"),
        ("发布在周五", "发布在周四"),
        ("We deploy on Friday?", "We deploy on Friday"),
        ("I use C++", "I use C#"),
        ("会议下午三点", "会议下午四点"),
    ],
)
def test_another_number_negation_name_or_word_is_another_statement(a: str, b: str) -> None:
    assert not is_duplicate(a, b)


def test_similarity_ignores_order_and_small_words() -> None:
    assert similarity("We deploy on Fridays", "on Friday we will deploy") == 1.0
    assert similarity("里斯本马拉松", "准备里斯本的马拉松") > 0.5
    assert similarity("tea", "the Lisbon marathon") == 0.0


def test_shingles_keep_the_order_of_words() -> None:
    assert shingles("tea over coffee") != shingles("coffee over tea")
    assert shingles("茶和咖啡") != shingles("咖啡和茶")


@pytest.mark.parametrize(
    ("text", "negations"),
    [
        ("I like tea", 0),
        ("I don't like tea", 1),
        ("not only tea", 0),
        ("no longer at Acme", 1),
        ("我不喝咖啡", 1),
        ("不过我喜欢茶", 0),
        ("别再提醒我", 1),
        ("特别喜欢茶", 0),
        ("没有宠物", 1),
        ("无论如何", 0),
        ("未来的计划", 0),
        ("非常好", 0),
        ("不错", 0),
        ("a bus stop nearby", 1),
    ],
)
def test_negations_are_counted_but_not_in_words_that_deny_nothing(text: str, negations: int) -> None:
    assert polarity(text) == negations


def test_only_the_denied_clause_is_denied() -> None:
    assert denied_tokens("My knees are not happy, but the marathon is on") == {"knee", "happy", "not"}
    assert "9090" in denied_tokens("不是 9090，是 9091")
    assert "9091" not in denied_tokens("不是 9090，是 9091")


def test_duplicates_are_found_among_many() -> None:
    known = Duplicates([(str(number), f"service {number} listens on port {9000 + number}") for number in range(500)])
    known.add("tea", "I like tea")

    assert known.find("Service 42 listens on the port 9042.") == "42"
    assert known.find("service 42 listens on port 9999") is None
    assert known.find("i like TEA") == "tea"
    assert known.find("I don't like tea") is None


@given(sentences, sentences)
def test_similarity_is_symmetric_and_bounded(a: str, b: str) -> None:
    assert similarity(a, b) == similarity(b, a)
    assert 0.0 <= similarity(a, b) <= 1.0
    assert is_duplicate(a, b) == is_duplicate(b, a)


@given(sentences)
def test_every_statement_repeats_itself(text: str) -> None:
    assert is_duplicate(text, text)
    assert similarity(text, text) == 1.0
    assert normalise(normalise(text)) == normalise(text)
