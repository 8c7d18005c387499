import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.text.language import language_of
from morrow.text.sentences import split


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("I like tea. I hate coffee!", ["I like tea.", "I hate coffee!"]),
        ("我喜欢茶。咖啡不行！真的？", ["我喜欢茶。", "咖啡不行！", "真的？"]),
        ("Dr. Wu moved to Mt. Vernon at 3 p.m. on 3.5.", ["Dr. Wu moved to Mt. Vernon at 3 p.m. on 3.5."]),
        ("See https://a.b/c.d?x=1 or app.py now.", ["See https://a.b/c.d?x=1 or app.py now."]),
        ("Well... maybe. Wait… Yes", ["Well... maybe.", "Wait…", "Yes"]),
        ("He said “I like it. Really.” and left.", ["He said “I like it. Really.” and left."]),
        ("- first\n- [ ] second\n3. third", ["first", "second", "third"]),
        ("版本是3.14，端口 8080；别改", ["版本是3.14，端口 8080；", "别改"]),
        ("他说：“好。走吧。”然后走了", ["他说：“好。走吧。”然后走了"]),
        ("", []),
        ("... !!! —", []),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, sentences: list[str]) -> None:
    assert [one.text for one in split(text)] == sentences


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab. \n!?。？…“”\"'`3Dr-「」；\u2028", max_size=80))
def test_every_sentence_is_a_span_of_the_text_and_none_overlap(text: str) -> None:
    end = 0
    for one in split(text):
        assert text[one.start : one.end] == one.text
        assert one.start >= end
        end = one.end


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我在用 PostgreSQL 和 FastAPI", "zh"),
        ("I live in 北京 with my cat", "en"),
        ("私は東京に住んでいます", "en"),
        ("9090", "en"),
        ("不是9090，是9091", "zh"),
    ],
)
def test_a_text_is_chinese_when_its_characters_outweigh_its_words(text: str, language: str) -> None:
    assert language_of(text) == language
