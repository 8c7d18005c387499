"""Exact find-and-replace."""

import pytest

from morrow.documents.edit import Edited, edit
from morrow.errors import EditFailed


def test_the_first_match_is_replaced_unless_all_are_asked_for() -> None:
    assert edit("a b a", "a", "c") == Edited("c b a", 1)
    assert edit("a b a", "a", "c", replace_all=True) == Edited("c b c", 2)


def test_newlines_match_each_other_and_the_files_own_are_written() -> None:
    text = "\ufeff# MEMORY\r\n## 项目\r\n- a\r\n"

    assert edit(text, "- a\n", "- b\n- c\n").text == "\ufeff# MEMORY\r\n## 项目\r\n- b\r\n- c\r\n"
    assert edit("x\ny\n", "x\r\ny", "z").text == "z\n"


def test_all_other_bytes_stay() -> None:
    assert edit("a\r\nb\nc\u2028d\r", "b", "B").text == "a\r\nB\nc\u2028d\r"


def test_text_is_never_read_as_a_pattern() -> None:
    assert edit("a.c (x) \\1", "(x) \\1", "\\g<0> $1").text == "a.c \\g<0> $1"


@pytest.mark.parametrize(("old", "new"), [("", "x"), ("a", "a"), ("a\n", "a\r\n"), ("missing", "x"), ("A", "x")])
def test_an_edit_that_cannot_be_done_is_refused(old: str, new: str) -> None:
    with pytest.raises(EditFailed):
        edit("a\n", old, new)
