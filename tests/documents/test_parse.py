"""How a document is cut into pieces."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.documents.entries import EntryKind
from morrow.documents.parse import Parsed, PieceKind, parse, render

LINES = st.sampled_from(
    ["", " ", "# T", "## A", "## A ##", "##", "### s", "- a", "* b", "1. c", "2) d", "  - n", "  more", "lazy", "> q",
     "```", "````", "~~~", "```py", "  ```", "<!-- c -->", "<!--", "-->", "---", "* * *", "===", "| a | b |", "\t- t",
     "\u2028", "\x0b", "\x1c x", "\u3000", "- ", "-", "- ```", "a\rb", "\ufeff", "    code"]
)  # fmt: skip
MARKDOWN = st.lists(st.tuples(LINES, st.sampled_from(["\n", "\r\n"])), max_size=25).map(
    lambda lines: "".join(line + newline for line, newline in lines)
)
TEXTS = st.one_of(MARKDOWN, MARKDOWN.map(lambda text: "\ufeff" + text), MARKDOWN.map(lambda text: text[:-1]), st.text())


def entries(text: str, *, structured: bool = False) -> list[tuple[str, str]]:
    return [(piece.section, piece.text) for piece in parse(text, structured).entries]


def kinds(parsed: Parsed) -> list[PieceKind]:
    return [piece.kind for piece in parsed.pieces]


@settings(max_examples=400)
@given(TEXTS, st.booleans())
def test_a_parsed_text_renders_to_the_same_bytes(text: str, structured: bool) -> None:
    assert render(parse(text, structured)) == text


@given(TEXTS, st.booleans())
def test_every_piece_knows_the_line_that_it_begins_in(text: str, structured: bool) -> None:
    line = 1
    for piece in parse(text, structured).pieces:
        assert piece.line == line
        line += piece.raw.count("\n")


@given(TEXTS, st.booleans())
def test_no_entry_is_blank(text: str, structured: bool) -> None:
    assert all(piece.text.strip() for piece in parse(text, structured).entries)


def test_items_and_paragraphs_are_entries_of_their_section() -> None:
    text = "intro\n\n## A\n- one\n* two\n1. three\n\nwords\nmore words\n\n## B\n- four\n"

    found = entries(text)

    expected = [
        ("", "intro"), ("A", "- one"), ("A", "* two"), ("A", "1. three"), ("A", "words\nmore words"), ("B", "- four"),
    ]  # fmt: skip
    assert found == expected


@pytest.mark.parametrize(
    "item",
    ["- a\n  - nested\n    - deeper", "- a\nlazy line", "- a\n\n  second paragraph", "1. a\n  - nested",
     "- a\n  ```\n  ## code\n  ```", "- ```\n  - code\n  ```", "- a\n  ```\n\n  code", "- a\n\tb"],
)  # fmt: skip
def test_what_continues_an_item_belongs_to_it(item: str) -> None:
    assert entries(f"{item}\n- next\n") == [("", item), ("", "- next")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [("```\n- a\n## b\n```\n", PieceKind.FENCE), ("~~~~\n~~~\n~~~~\n", PieceKind.FENCE),
     ("<!-- a\n## b\n-->\n", PieceKind.COMMENT), ("---\n", PieceKind.BREAK), ("* * *\n", PieceKind.BREAK),
     ("# T\n", PieceKind.HEADING), ("### s\n", PieceKind.HEADING), ("T\n===\n", PieceKind.HEADING),
     (" \n\n", PieceKind.BLANK)],
)  # fmt: skip
def test_other_blocks_are_no_entries(text: str, kind: PieceKind) -> None:
    assert kinds(parse(text)) == [kind]


def test_a_heading_inside_a_fence_is_text() -> None:
    assert parse("## A\n```\n## B\n```\n- a\n").sections == ("A",)


def test_a_fence_below_an_item_that_is_not_indented_stands_alone() -> None:
    assert kinds(parse("- run\n```\nls\n```\n")) == [PieceKind.ENTRY, PieceKind.FENCE]


@pytest.mark.parametrize("opened", ["```", "~~~~", "<!-- hidden"])
def test_what_is_never_closed_hides_nothing(opened: str) -> None:
    assert ("A", "- a") in entries(f"{opened}\n\n## A\n- a\n")


def test_headings_match_by_their_whole_text() -> None:
    assert parse("## lang\n## language\n## C# #\n##no\n## 项目 ##\n").sections == ("lang", "language", "C#", "项目")


def test_line_numbers_count_line_feeds_only() -> None:
    parsed = parse("a\u2028b\x0bc\x1cd\x85e\rf\n\n- g\r\n- h")

    assert [piece.line for piece in parsed.entries] == [1, 3, 4]


def test_a_byte_order_mark_does_not_hide_the_first_heading() -> None:
    parsed = parse("\ufeff## 项目\r\n- a\r\n")

    assert parsed.sections == ("项目",)
    assert parsed.entries[0].text == "- a"


def test_a_structured_entry_is_a_whole_section() -> None:
    text = "# User\n\nwords\n\n## lang\nChinese\n\n- short\n> Source: chat | Updated: 2026-04-09\n\n## tone\nplain\n"

    parsed = parse(text, structured=True)

    section = "## lang\nChinese\n\n- short\n> Source: chat | Updated: 2026-04-09"
    assert [(p.section, p.text) for p in parsed.entries] == [("lang", section), ("tone", "## tone\nplain")]
    assert {p.entry_kind for p in parsed.entries} == {EntryKind.STRUCTURED}


def test_a_structured_heading_in_a_fence_opens_no_entry() -> None:
    assert entries("## k\n```\n## x\n```\n", structured=True) == [("k", "## k\n```\n## x\n```")]


@pytest.mark.parametrize(
    "text",
    ["x 你" * 1_000_000, "- 内容\n" * 20_000, "```a\n" * 20_000, "````a\n" * 20_000 + "```\n" * 20_000,
     "<!--\n" * 20_000, "- a\n\n" * 20_000, "- a\n" + "\n" * 50_000 + "x", "- a\n" + "  x\n" * 50_000],
)  # fmt: skip
def test_a_huge_text_is_parsed_in_linear_time(text: str) -> None:
    started = time.perf_counter()

    parsed = parse(text)

    assert time.perf_counter() - started < 3
    assert render(parsed) == text
