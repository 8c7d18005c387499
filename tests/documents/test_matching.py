"""Which known entries stand in a text that was changed by hand."""

import time
from datetime import UTC, datetime

import pytest

from morrow.documents.entries import Author, Entry, EntryKind, Origin
from morrow.documents.matching import Change, located, match
from morrow.documents.parse import parse

NOW = datetime(2026, 4, 9, 9, 0, tzinfo=UTC)


def known(text: str, *, structured: bool = False) -> list[Entry]:
    return [
        Entry(str(n), p.section, p.entry_kind or EntryKind.ITEM, p.text, 0, Author.PERSON, Origin.USER, NOW, NOW)
        for n, p in enumerate(parse(text, structured).entries)
    ]


def found(old: str, new: str, *, structured: bool = False) -> list[tuple[str | None, Change]]:
    matching = match(known(old, structured=structured), parse(new, structured))
    return [(m.entry.id if m.entry else None, m.change) for m in matching.matches]


def test_equal_text_keeps_its_id_wherever_it_stands() -> None:
    assert found("## A\n- a\n- b\n\n## B\n- c\n", "## A\n- b\n- c\n- a\n") == [
        ("1", Change.SAME), ("2", Change.MOVED), ("0", Change.SAME),
    ]  # fmt: skip


def test_equal_text_of_the_same_section_comes_first() -> None:
    assert found("## A\n- a\n\n## B\n- a\n", "## B\n- a\n") == [("1", Change.SAME)]


def test_repeated_lines_are_paired_in_their_order() -> None:
    assert [entry for entry, _ in found("- a\n- a\n- a\n", "- a\n- a\n")] == ["0", "1"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- 新后端端口 8080", "- 新后端端口 9090"),
        ("- likes green tea", "- likes black tea"),
        ("words here", "- words here"),
    ],
)
def test_the_most_similar_text_of_a_section_is_the_edited_entry(old: str, new: str) -> None:
    assert found(f"{old}\n- something else\n", f"- quite another\n{new}\n") == [
        (None, Change.NEW), ("0", Change.EDITED),
    ]  # fmt: skip


def test_a_similar_text_in_another_section_is_new() -> None:
    assert found("## A\n- likes green tea\n", "## B\n- likes black tea\n") == [(None, Change.NEW)]


def test_each_entry_is_found_at_most_once() -> None:
    assert found("- likes green tea\n", "- likes black tea\n- likes green teas\n") == [
        (None, Change.NEW), ("0", Change.EDITED),
    ]  # fmt: skip


def test_what_is_not_found_is_gone() -> None:
    assert [entry.id for entry in match(known("- a\n- b\n"), parse("- b\n")).gone] == ["0"]


def test_a_structured_section_is_known_by_its_key_alone() -> None:
    changed = found("## lang\nzh\n", "## language\nzh\n\n## lang\nEnglish, please\n", structured=True)

    assert changed == [(None, Change.NEW), ("0", Change.EDITED)]


def test_entries_are_located_in_the_order_of_the_text() -> None:
    entries = located(known("- b\n- a\n"), parse("# T\n\n- a\n- b\n"))

    assert [(entry.id, entry.line) for entry in entries] == [("1", 3), ("0", 4)]


@pytest.mark.parametrize("new", ["内容", "事实"])
def test_twenty_thousand_entries_are_found_in_seconds(new: str) -> None:
    old = known("".join(f"- bullet {n} 内容\n" for n in range(20_000)))
    parsed = parse("- first\n" + "".join(f"- bullet {n} {new}\n" for n in range(20_000)))
    started = time.perf_counter()

    matching = match(old, parsed)

    assert time.perf_counter() - started < 8
    assert [m.entry.id for m in matching.matches if m.entry] == [entry.id for entry in old]
