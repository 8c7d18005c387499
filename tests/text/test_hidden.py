"""Which invisible characters go, which stay, and how a person sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.text.hidden import is_deceptive, show_hidden, strip_hidden


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("pass\u200bword", "password"),
        ("a\x00b\ufeffc\u00ad", "abc"),
        ("好\ud83d吧", "好\ufffd吧"),
        ("a\tb\nc", "a\tb\nc"),
    ],
)
def test_what_only_hides_goes(text: str, clean: str) -> None:
    assert strip_hidden(text) == clean


@pytest.mark.parametrize(
    "text", ["👨‍👩‍👧‍👦", "می‌خواهم", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "❤️"]
)
def test_what_shapes_emoji_and_words_stays(text: str) -> None:
    assert strip_hidden(text) == text
    assert not is_deceptive(text)


@pytest.mark.parametrize("text", ["ok\u202eevil", "a\u2066b", "hi\U000e006f\U000e0062"])
def test_what_reorders_or_smuggles_words_is_deceptive_and_can_be_shown(text: str) -> None:
    assert is_deceptive(text)
    assert "⟨U+" in show_hidden(text)
    assert not is_deceptive(strip_hidden(text))


@given(st.text())
def test_stripping_twice_changes_nothing_more(text: str) -> None:
    once = strip_hidden(text)

    assert strip_hidden(once) == once
