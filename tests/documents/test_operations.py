"""What operations do to a document's text and entries."""

import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.documents.entries import Add, Author, Entry, Move, Operation, Origin, Replace, Retire, Source
from morrow.documents.operations import Applied, apply, diff, rewrite
from morrow.documents.parse import parse
from morrow.documents.wording import leaves_open_end
from morrow.errors import InvalidInput, NotFound

THEN = datetime(2026, 4, 8, 9, 0, tzinfo=UTC)
NOW = datetime(2026, 4, 9, 9, 0, tzinfo=UTC)
WORDS = ["port 8080", "likes tea", "喜欢徒步", "周五发布", "uses Rust", "a --> b", "x", "---", "## no", "```", "<!--"]
BODIES = st.one_of(st.sampled_from(WORDS), st.text("ab你 -#>`~*\\<!1.\n", min_size=1, max_size=12)).filter(
    lambda text: bool(text.strip())
)
LINES = st.sampled_from(
    ["", "# T", "## A", "## B", "### s", "- a", "- a", "* b", "1. c", "2. d", "  - n", "  more", "lazy", "> q",
     "```", "~~~", "<!-- c -->", "<!--", "-->", "---", "| a |", "- 周五发布", "words", "\u2028", "- x\u2028y"]
)  # fmt: skip
DOCUMENTS = st.builds(
    lambda bom, lines, newline, end: bom + newline.join(lines) + end,
    st.sampled_from(["", "", "\ufeff"]),
    st.lists(LINES, max_size=18),
    st.sampled_from(["\n", "\n", "\r\n"]),
    st.sampled_from(["", "\n"]),
)
SAID = Source("c1", "m1", "we use 9090", NOW)


def ids(prefix: str = "e") -> Callable[[], str]:
    """Return a source of ids: e1, e2, …"""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers)}"


def document(text: str, *, structured: bool = False) -> Applied:
    """Return a document that a person wrote yesterday; its entries are e1, e2, …"""
    return rewrite(
        "", (), text, author=Author.PERSON, origin=Origin.USER, now=THEN, new_id=ids(), structured=structured
    )  # fmt: skip


def change(text: str, *operations: Operation, structured: bool = False) -> Applied:
    old = document(text, structured=structured)
    return apply(
        old.text, old.entries, operations, author=Author.DREAM, now=NOW, new_id=ids("n"), structured=structured
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "operation", "expected"),
    [
        ("## A\n- a\n\n## B\n- b\n", Add("A", "- n"), "## A\n- a\n- n\n\n## B\n- b\n"),
        ("## A\n- a\n\n## B\n", Add("A", "n\nm"), "## A\n- a\n- n\n  m\n\n## B\n"),
        ("## A\n* a\n", Add("A", "n"), "## A\n* a\n* n\n"),
        ("## A\n1. a\n", Add("A", "n"), "## A\n1. a\n2. n\n"),
        ("## A\n- a", Add("A", "n"), "## A\n- a\n- n\n"),
        ("## A\r\n- a\r\n", Add("A", "n\nm"), "## A\r\n- a\r\n- n\r\n  m\r\n"),
        ("## A\nwords\n", Add("A", "more"), "## A\nwords\n\nmore\n"),
        ("## A\n- a\n\nwords\n", Add("A", "- n"), "## A\n- a\n\nwords\n- n\n"),
        ("## A\n- a\n", Add("B", "- n"), "## A\n- a\n\n## B\n- n\n"),
        ("## A\n- a", Add("B", "- n"), "## A\n- a\n\n## B\n- n\n"),
        ("\ufeff", Add("A", "- n"), "\ufeff## A\n- n\n"),
        ("", Add("A", "words"), "## A\nwords\n"),
        ("# T\n\n## A\n- a\n", Add("", "- n"), "# T\n\n- n\n\n## A\n- a\n"),
        ("## A\n- a\n", Add("", "- n"), "- n\n\n## A\n- a\n"),
        ("## A\n<!-- hint -->\n\n## B\n", Add("A", "- n"), "## A\n<!-- hint -->\n- n\n\n## B\n"),
        ("## A\n- a\n\n<!-- cut here -->\n", Add("A", "- n"), "## A\n- a\n- n\n\n<!-- cut here -->\n"),
        ("## A\n- run\n```\nls\n```\n", Add("A", "- n"), "## A\n- run\n```\nls\n```\n- n\n"),
        ("## language\n- a\n", Add("lang", "- n"), "## language\n- a\n\n## lang\n- n\n"),
        ("## A\n- a\n", Add("## A", "- n"), "## A\n- a\n- n\n"),
        ("## A\n- a\n- b\n", Replace("e1", "c"), "## A\n- c\n- b\n"),
        ("## A\n- a\n- b", Replace("e2", "- c"), "## A\n- a\n- c"),
        ("a\n\nb\n", Replace("e1", "c"), "c\n\nb\n"),
        ("a\n\nb\n", Replace("e1", "c\n\nd"), "- c\n\n  d\n\nb\n"),
        ("## A\n- a\n- b\n- c\n", Retire("e2", "old"), "## A\n- a\n- c\n"),
        ("a\n\nb\n\nc\n", Retire("e2", "old"), "a\n\nc\n"),
        ("a\n\nb\n", Retire("e2", "old"), "a\n"),
        ("## A\n\n- a\n\n## B\n", Retire("e1", "old"), "## A\n\n## B\n"),
        ("words\n1. x\n2. y\n", Retire("e2", "old"), "words\n\n2. y\n"),
        ("## A\n- a\n- b\n\n## B\n- c\n", Move("e1", "B"), "## A\n- b\n\n## B\n- c\n- a\n"),
        ("## A\n- a\n- b\n", Move("e1", "C"), "## A\n- b\n\n## C\n- a\n"),
        ("## A\n- a\n", Move("e1", "A"), "## A\n- a\n"),
    ],
)  # fmt: skip
def test_an_operation_changes_what_it_names_and_no_other_byte(text: str, operation: Operation, expected: str) -> None:
    assert change(text, operation).text == expected


@pytest.mark.parametrize(
    ("text", "operation", "expected"),
    [
        ("## k\nv\n", Add("l", "w\n> Source: x"), "## k\nv\n\n## l\nw\n> Source: x\n"),
        ("## k\nv", Add("l", "## l\nw"), "## k\nv\n\n## l\nw\n"),
        ("", Add("k", "v\n## x\n```"), "## k\nv\n\\## x\n\\```\n"),
        ("## k\nv\n\n## l\nw\n", Replace("e1", "v2"), "## k\nv2\n\n## l\nw\n"),
        ("## k\nv\n\n## l\nw\n", Retire("e1", "old"), "## l\nw\n"),
        ("## k\nv\n", Move("e1", "m"), "## m\nv\n"),
    ],
)  # fmt: skip
def test_a_structured_entry_is_changed_as_a_whole(text: str, operation: Operation, expected: str) -> None:
    assert change(text, operation, structured=True).text == expected


def test_a_new_entry_carries_who_made_it_when_and_from_what() -> None:
    added = change("## A\n- a\n", Add("A", "- n", (SAID,), Origin.EXTERNAL)).entries[1]

    assert (added.id, added.section, added.text, added.line) == ("n1", "A", "- n", 3)
    assert (added.author, added.origin, added.sources) == (Author.DREAM, Origin.EXTERNAL, (SAID,))
    assert (added.first_seen, added.last_seen) == (NOW, NOW)


def test_a_replaced_entry_keeps_its_id_first_day_and_sources() -> None:
    old = document("- uses 8080\n")
    known = replace(old.entries[0], sources=(replace(SAID, message="m0"),), pinned=True)

    operation = Replace("e1", "uses 9090", (SAID,))
    new = apply(old.text, [known], [operation], author=Author.AGENT, now=NOW, new_id=ids("n")).entries[0]

    assert (new.id, new.text, new.first_seen, new.last_seen) == ("e1", "- uses 9090", THEN, NOW)
    assert [source.message for source in new.sources] == ["m0", "m1"]
    assert (new.author, new.origin, new.pinned) == (Author.AGENT, Origin.USER, True)


def test_a_replacement_by_the_same_words_changes_no_author() -> None:
    entry = change("- a\n", Replace("e1", "a", (SAID,))).entries[0]

    assert (entry.author, entry.last_seen, entry.sources) == (Author.PERSON, NOW, (SAID,))


def test_a_moved_entry_is_unchanged_but_for_its_place() -> None:
    moved = change("## A\n- a\n\n## B\n- b\n", Move("e1", "B")).entries[1]

    assert moved == replace(document("- a\n").entries[0], section="B", line=5)


@pytest.mark.parametrize("operation", [Replace("no", "x"), Retire("no", "x"), Move("no", "A")])
def test_an_operation_on_an_unknown_entry_is_refused(operation: Operation) -> None:
    with pytest.raises(NotFound):
        change("- a\n", operation)


def test_an_entry_is_retired_once() -> None:
    with pytest.raises(NotFound):
        change("- a\n", Retire("e1", "x"), Retire("e1", "x"))


@pytest.mark.parametrize("operation", [Add("A", " \n"), Replace("e1", "\u3000")])
def test_a_blank_entry_is_refused(operation: Operation) -> None:
    with pytest.raises(InvalidInput):
        change("- a\n", operation)


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, list[Operation]]:
    text = draw(DOCUMENTS)
    operations: list[Operation] = []
    for entry in document(text).entries:
        kind = draw(st.sampled_from(["keep", "keep", "replace", "retire", "move"]))
        if kind == "replace":
            operations.append(Replace(entry.id, draw(BODIES)))
        elif kind == "retire":
            operations.append(Retire(entry.id, "old"))
        elif kind == "move":
            operations.append(Move(entry.id, draw(st.sampled_from(["A", "C", ""]))))
    operations += [
        Add(draw(st.sampled_from(["A", "B", "C d", ""])), draw(BODIES)) for _ in range(draw(st.integers(0, 3)))
    ]
    return text, draw(st.permutations(operations))


def kept_texts(text: str, operations: list[Operation]) -> Counter[str]:
    touched = {o.entry for o in operations if isinstance(o, Replace | Retire)}
    return Counter(entry.text for entry in document(text).entries if entry.id not in touched)


@settings(max_examples=300)
@given(edits())
def test_any_operations_leave_all_other_entries_as_they_were(edit: tuple[str, list[Operation]]) -> None:
    text, operations = edit

    after = change(text, *operations)

    assert not kept_texts(text, operations) - Counter(entry.text for entry in after.entries) or has_open_end(text)


@settings(max_examples=300)
@given(edits())
def test_any_operations_give_each_entry_one_id_in_the_order_of_the_text(edit: tuple[str, list[Operation]]) -> None:
    text, operations = edit

    after = change(text, *operations)

    assert [(p.text, p.section, p.line) for p in parse(after.text).entries] == [
        (entry.text, entry.section, entry.line) for entry in after.entries
    ]
    assert len({entry.id for entry in after.entries}) == len(after.entries)
    if not has_open_end(text):
        retired = {o.entry for o in operations if isinstance(o, Retire)}
        expected = {entry.id for entry in document(text).entries} - retired
        assert {entry.id for entry in after.entries if entry.id.startswith("e")} == expected
        assert len(after.entries) == len(expected) + sum(isinstance(o, Add) for o in operations)


def has_open_end(text: str) -> bool:
    return leaves_open_end(parse(text))


@given(DOCUMENTS)
def test_no_operations_leave_the_text_byte_for_byte(text: str) -> None:
    old = document(text)

    assert apply(old.text, old.entries, (), author=Author.AGENT, now=NOW, new_id=ids("n")) == old


@given(DOCUMENTS, DOCUMENTS)
def test_a_rewrite_stores_exactly_the_new_text(old_text: str, new_text: str) -> None:
    old = document(old_text)

    new = rewrite(
        old.text, old.entries, new_text, author=Author.DISK, origin=Origin.USER, now=NOW, new_id=ids("n")
    )  # fmt: skip

    assert new.text == new_text
    assert [entry.text for entry in new.entries] == [piece.text for piece in parse(new_text).entries]


def rewritten(old: Applied, text: str, *, author: Author, origin: Origin) -> tuple[Entry, ...]:
    return rewrite(old.text, old.entries, text, author=author, origin=origin, now=NOW, new_id=ids("n")).entries


def test_an_edit_by_hand_keeps_the_ids_of_what_is_like_it() -> None:
    old = document("## A\n- the port is 8080\n- likes tea\n")

    new = rewritten(old, "## A\n- new\n- the port is 9090\n- likes tea\n", author=Author.DISK, origin=Origin.USER)

    assert [(entry.id, entry.author) for entry in new] == [
        ("n1", Author.DISK), ("e1", Author.DISK), ("e2", Author.PERSON),
    ]  # fmt: skip


def test_words_that_a_machine_edits_never_become_more_trusted() -> None:
    old = document("- the port is 8080\n")
    outside = Applied(old.text, (replace(old.entries[0], origin=Origin.EXTERNAL),))

    assert rewritten(outside, "- the port is 9090\n", author=Author.DREAM, origin=Origin.USER)[0].origin == "external"
    assert rewritten(outside, "- the port is 9090\n", author=Author.PERSON, origin=Origin.USER)[0].origin == "user"


def test_a_whole_text_is_read_as_operations() -> None:
    old = document("## A\n- keep\n- the port is 8080\n- drop it\n- goes elsewhere\n")

    operations = diff(old.entries, "## A\n- keep\n- the port is 9090\n\n## B\n- goes elsewhere\n- quite new\n")

    assert operations == (
        Replace("e2", "- the port is 9090"),
        Move("e4", "B"),
        Add("B", "- quite new"),
        Retire("e3", "left out of the new text"),
    )


def test_another_kind_of_newline_is_no_change() -> None:
    assert diff(document("## A\n- a\n  b\n").entries, "## A\r\n- a\r\n  b\r\n") == ()


def test_a_carriage_return_inside_a_line_is_a_change() -> None:
    assert diff(document("- long enough text\n").entries, "- long\r enough text\n") != ()


@given(DOCUMENTS, DOCUMENTS)
def test_carrying_out_a_diff_gives_the_entries_of_the_new_text(old_text: str, new_text: str) -> None:
    old = document(old_text)

    operations = diff(old.entries, new_text)

    after = apply(old.text, old.entries, operations, author=Author.AGENT, now=NOW, new_id=ids("n"))
    if not has_open_end(old_text) and not has_open_end(new_text):
        assert len(after.entries) == len(parse(new_text).entries)


def test_twenty_thousand_entries_are_changed_in_seconds() -> None:
    old = document("## A\n" + "".join(f"- bullet {n} 内容\n" for n in range(20_000)))
    started = time.perf_counter()

    retired = [Retire(entry.id, "old") for entry in old.entries[::2]]
    after = apply(old.text, old.entries, [*retired, Add("A", "n")], author=Author.DREAM, now=NOW, new_id=ids("n"))

    assert len(after.entries) == 10_001
    assert time.perf_counter() - started < 6
