"""What of a text can be stored."""

from hypothesis import given
from hypothesis import strategies as st

from morrow.text.clean import clean, split_bom

ANY_TEXT = st.text(st.characters(codec=None))


def test_half_a_pair_becomes_a_replacement_and_nul_goes() -> None:
    assert clean("好\ud83d\u0000吧") == "好\ufffd吧"


def test_two_halves_side_by_side_become_their_character() -> None:
    assert clean("\ud83d\ude00") == "😀"


def test_nul_between_two_halves_does_not_join_them() -> None:
    assert clean("\ud83d\x00\ude00") == "\ufffd\ufffd"


def test_ordinary_text_with_every_kind_of_line_break_stays() -> None:
    text = "a\r\nb\u2028c\x0bd\x1ce é e\u0301"

    assert clean(text) == text


@given(ANY_TEXT)
def test_clean_text_can_be_written_and_is_clean_already(text: str) -> None:
    cleaned = clean(text)

    assert cleaned.encode() is not None
    assert "\x00" not in cleaned
    assert clean(cleaned) == cleaned


def test_only_the_first_byte_order_mark_is_split_off() -> None:
    assert split_bom("\ufeff\ufeffa") == ("\ufeff", "\ufeffa")
    assert split_bom("a") == ("", "a")
