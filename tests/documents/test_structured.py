from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.documents.entries import Add, Author, Entry, EntryKind, Origin, Replace
from morrow.documents.operations import apply
from morrow.documents.parse import parse
from morrow.documents.structured import Section, find, normal_key, read_section, render, structured_name, upsert
from morrow.errors import InvalidInput

DAY = date(2026, 4, 9)
NOW = datetime(2026, 4, 9, 8, tzinfo=UTC)
_LINES = st.sampled_from(
    ["plain words", "## not a key", "# title", "> Source: me | Updated: 2020-01-01", "\\## twice", "```", "~~~", "<!--",
     "-->", "- item", "", "  ## indented", "\\```", "---", "--", "中文内容", "| a | b |", "> quoted", "    code"]
)  # fmt: skip


def _entry(key: str, text: str) -> Entry:
    return Entry(
        id=f"e-{key}", section=key, kind=EntryKind.STRUCTURED, text=text, line=1, author=Author.EXTRACTION,
        origin=Origin.USER, first_seen=NOW, last_seen=NOW,
    )  # fmt: skip


def test_a_section_names_its_source_and_day() -> None:
    text = render(Section("reply_language", "Answers in Chinese.", "auto-summary", DAY))

    assert text == "## reply_language\n\nAnswers in Chinese.\n\n> Source: auto-summary | Updated: 2026-04-09"


@given(st.lists(_LINES, min_size=1, max_size=8))
@settings(max_examples=150, deadline=None)
def test_any_content_is_read_back_and_stays_one_section(lines: list[str]) -> None:
    content = "\n".join(lines).strip("\n")
    if not content.strip():
        return
    section = Section("key", content, "auto-summary", DAY)

    text = render(section)

    assert read_section(text) == section
    document = f"# user\n\n{text}\n\n## next\n\nother\n"
    assert [piece.section for piece in parse(document, structured=True).entries] == ["key", "next"]


@pytest.mark.parametrize(
    ("spelled", "normal"),
    [
        ("Reply Language", "reply_language"),
        ("## reply-language ", "reply_language"),
        ("ＰＯＲＴ", "port"),
        ("回复 语言", "回复_语言"),
        ("Город", "город"),
        ("a\u200bb", "ab"),
    ],
)
def test_spellings_of_a_key_are_one(spelled: str, normal: str) -> None:
    assert normal_key(spelled) == normal


def test_a_key_of_marks_only_is_refused() -> None:
    with pytest.raises(InvalidInput):
        normal_key("## --- ")


def test_a_new_key_is_added_and_a_known_one_replaced_in_place() -> None:
    known = _entry("Reply Language", "## Reply Language\n\nEnglish\n\n> Source: auto-summary | Updated: 2026-01-01")

    added = upsert([known], Section("editor", "Uses Helix.", "auto-summary", DAY))
    replaced = upsert([known], Section("reply_language", "Chinese", "auto-summary", DAY))

    assert isinstance(added, Add)
    assert added.section == "editor"
    assert isinstance(replaced, Replace)
    assert replaced.entry == known.id
    assert replaced.text.startswith("## Reply Language\n\nChinese\n")
    assert find([known], "REPLY-LANGUAGE") is known


def test_a_key_is_not_found_by_one_that_begins_with_it() -> None:
    known = [_entry(key, f"## {key}\n\nAbout {key}.") for key in ("golang", "go-2", "go")]

    assert find(known, "go") is known[2]
    assert find(known, "GO 2") is known[1]
    assert find(known[:2], "go") is None
    assert isinstance(upsert(known[:2], Section("go", "The game.", "auto-summary", DAY)), Add)


def test_an_upsert_is_carried_out_as_it_is_written() -> None:
    operation = upsert([], Section("editor", "Uses Helix.\n## not a key", "auto-summary", DAY))

    done = apply("# user\n", (), [operation], author=Author.EXTRACTION, now=NOW, new_id=lambda: "x", structured=True)

    assert done.text == (
        "# user\n\n## editor\n\nUses Helix.\n\\## not a key\n\n> Source: auto-summary | Updated: 2026-04-09\n"
    )


def test_a_type_names_its_document() -> None:
    assert structured_name("feedback") == "structured/feedback.md"
    with pytest.raises(InvalidInput):
        structured_name("../user")
