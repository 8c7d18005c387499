"""What is appended to a daily note."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.documents.notes import append_to_note

DAY = date(2026, 4, 11)
NOTE = "# 2026-04-11\n\n## A\n- one\n- two\n"
LINES = st.sampled_from(["", "# 2026-04-11", "## A", "## B", "- a", "- b", "  more", "words", "```", "> q", "---"])
TEXTS = st.lists(LINES, max_size=10).map("\n".join)


@pytest.mark.parametrize(
    ("text", "block", "expected"),
    [
        ("", "- a", "# 2026-04-11\n\n- a\n"),
        ("", "# 2026-04-11\n\nwords\n\n", "# 2026-04-11\n\nwords\n"),
        (NOTE, "# 2026-04-11\n## A\n- one\n- two\n- B", NOTE + "- B\n"),
        (NOTE, "- B\n- C", NOTE + "- B\n- C\n"),
        (NOTE, "words", NOTE + "\nwords\n"),
        (NOTE, "## B\n- one\n- three", NOTE + "\n## B\n- three\n"),
        (NOTE, "## B\n- one", NOTE),
        (NOTE + "\n## B\n- b\n", "## A\n- one\n- three", NOTE + "\n## B\n- b\n\n## A\n- three\n"),
        ("first line\nsecond line\n", "second line\nthird line", "first line\nsecond line\n\nthird line\n"),
        ("\ufeff- a\r\n", "- b\nlazy", "\ufeff- a\r\n- b\r\nlazy\r\n"),
        ("- a", "- b", "- a\n- b\n"),
        ("- a\n\n\n", "- b", "- a\n- b\n"),
    ],
)
def test_only_what_is_new_is_appended(text: str, block: str, expected: str) -> None:
    assert append_to_note(text, block, DAY) == expected


@pytest.mark.parametrize("block", ["", " \n", "# 2026-04-11\n", NOTE, "- two\n- one", "## A"])
def test_a_note_stays_byte_for_byte_if_nothing_is_new(block: str) -> None:
    assert append_to_note(NOTE.rstrip("\n"), block, DAY) == NOTE.rstrip("\n")


@given(TEXTS, TEXTS)
def test_a_note_only_grows_and_the_same_block_is_never_written_twice(text: str, block: str) -> None:
    once = append_to_note(text, block, DAY)

    assert once.startswith(text.rstrip("\n") if text.strip() else "")
    assert append_to_note(once, block, DAY) == once
    assert once == text or (once.endswith("\n") and not once.endswith("\n\n"))


def test_appending_line_by_line_keeps_every_line() -> None:
    note = ""
    for number in range(28):
        note = append_to_note(note, f"- line {number}", DAY)

    assert note == "# 2026-04-11\n\n" + "".join(f"- line {number}\n" for number in range(28))
