"""`morrow structured`: what is kept under keys."""

from tests.cli.conftest import Call


def test_a_text_is_kept_listed_and_taken_out(morrow: Call) -> None:
    kept = morrow("structured", "set", "feedback", "Reply Language", "Answer in Chinese.")
    listed = morrow("structured", "list", "--type", "feedback")
    removed = morrow("structured", "remove", "feedback", "reply_language")
    after = morrow("structured", "list", "--json")

    assert (kept.code, kept.out) == (0, "Kept under feedback/reply_language.\n")
    assert listed.out == "feedback\treply_language\tAnswer in Chinese.\n"
    assert removed.code == 0
    assert (after.code, after.document) == (3, {"entries": []})


def test_taking_out_what_is_not_there_says_so(morrow: Call) -> None:
    said = morrow("structured", "remove", "user", "phone")

    assert said.code == 3
    assert "no user entry of that key" in said.err
