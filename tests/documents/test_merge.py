"""How two hands' changes of one document come together."""

import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.documents.merge import Conflict, merge

CUT = "- the second line\n"
BASE = "# M\n\n## A\n- apples and pears\n- the second line\n\n## B\n- bananas\n"
WORDS = ("apple", "birch", "cedar", "dates", "elder", "figs", "guava", "holly", "iris", "苹果", "桦树", "香蕉")
ITEMS = st.builds("- {} {}".format, st.sampled_from(WORDS), st.sampled_from(WORDS))
LINES = st.sampled_from(
    ["", "", "# T", "## A", "## B", "## C", "- a", "- apples and pears", "- apples and plums", "  more", "words here",
     "```", "<!-- c -->", "---", "- 周五发布", "> q"]
)  # fmt: skip
TEXTS = st.builds(lambda lines, end: "\n".join(lines) + end, st.lists(LINES, max_size=14), st.sampled_from(["", "\n"]))


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("theirs", "yours", "expected"),
    [
        (BASE + "- theirs\n", "- mine\n\n" + BASE, "- mine\n\n" + BASE + "- theirs\n"),
        (
            BASE.replace("- the second line", "- theirs\n- the second line"),
            BASE.replace("- the second line", "- the second line\n- mine"),
            BASE.replace("- the second line", "- theirs\n- the second line\n- mine"),
        ),
        (
            BASE.replace("- the second line\n", "- the second line\n- theirs\n"),
            BASE.replace("- apples", "- mine\n- apples"),
            BASE.replace("- apples", "- mine\n- apples").replace("second line\n", "second line\n- theirs\n"),
        ),
        (BASE.replace(CUT, ""), BASE + "- mine\n", BASE.replace(CUT, "") + "- mine\n"),
        (BASE.replace("pears", "plums"), BASE + "- mine\n", BASE.replace("pears", "plums") + "- mine\n"),
        (BASE + "\n## C\n- theirs\n", BASE + "- mine\n", BASE + "- mine\n\n## C\n- theirs\n"),
        (BASE.replace("## A", "## Z"), BASE + "- mine\n", BASE.replace("## A", "## Z") + "- mine\n"),
        (BASE.replace("# M", "# M\n\nHi"), BASE + "- mine\n", BASE.replace("# M", "# M\n\nHi") + "- mine\n"),
        (BASE + "- both\n", BASE + "- both\n- mine\n", BASE + "- both\n- mine\n"),
        (BASE + "- theirs\n", crlf(BASE + "- mine\n"), crlf(BASE + "- theirs\n- mine\n")),
        (BASE + "- theirs", BASE[:-1].replace("# M", "# Mine"), BASE.replace("# M", "# Mine") + "- theirs"),
    ],
)  # fmt: skip
def test_what_each_side_changed_is_in_the_merged_text(theirs: str, yours: str, expected: str) -> None:
    merged = merge(BASE, theirs, yours)

    assert merged.text == expected
    assert merged.conflicts == ()


def test_a_passage_that_both_changed_stays_yours_and_theirs_is_listed() -> None:
    merged = merge(BASE, BASE.replace("pears", "plums"), BASE.replace("pears", "figs"))

    assert merged.text == BASE.replace("pears", "figs")
    expected = Conflict("A", "- apples and pears", "- apples and plums", "- apples and figs")
    assert merged.conflicts == (expected,)


def test_what_you_took_out_stays_out_though_they_changed_it() -> None:
    merged = merge(BASE, BASE.replace("bananas", "bananas, 3"), BASE.replace("- bananas\n", ""))

    assert "bananas" not in merged.text
    assert merged.conflicts == (Conflict("B", "- bananas", "- bananas, 3", ""),)


def test_what_you_changed_stays_though_they_took_it_out() -> None:
    merged = merge(BASE, BASE.replace("- bananas\n", ""), BASE.replace("bananas", "bananas, 3"))

    assert "- bananas, 3" in merged.text
    assert merged.conflicts == (Conflict("B", "- bananas", "", "- bananas, 3"),)


def test_a_section_that_one_took_out_comes_back_for_what_the_other_wrote_in_it() -> None:
    without_b = BASE.replace("\n## B\n- bananas\n", "")

    assert merge(BASE, BASE + "- theirs\n", without_b).text == without_b + "\n## B\n- theirs\n"
    assert merge(BASE, without_b, BASE + "- mine\n").text == without_b + "\n## B\n- mine\n"


def test_an_entry_that_they_moved_stands_in_its_new_section_once() -> None:
    theirs = BASE.replace("- the second line\n", "") + "- the second line\n"

    merged = merge(BASE, theirs, BASE.replace("# M", "# Mine"))

    assert merged.text == theirs.replace("# M", "# Mine")


def test_structured_entries_are_merged_as_wholes() -> None:
    base = "## k\nv\n> Source: x | Updated: 2026-04-01\n"
    theirs = base.replace("v\n", "v2\n").replace("04-01", "04-02") + "\n## l\nw\n"

    merged = merge(base, theirs, base.replace("v\n", "v3\n"), structured=True)

    assert merged.text == base.replace("v\n", "v3\n") + "\n## l\nw\n"
    assert [conflict.theirs for conflict in merged.conflicts] == ["## k\nv2\n> Source: x | Updated: 2026-04-02"]


@given(TEXTS, TEXTS)
def test_a_side_that_changed_nothing_takes_the_other_as_it_is(base: str, other: str) -> None:
    assert merge(base, base, other).text == other
    assert merge(base, other, base).text == other
    assert merge(base, other, other).text == other


@st.composite
def three_lists(draw: st.DrawFn) -> tuple[list[str], list[str], list[str]]:
    """Draw items of a base, and two sides that each took out some and put in others anywhere."""
    every = draw(st.lists(ITEMS, unique=True, max_size=16))
    cut, end = sorted((draw(st.integers(0, len(every))), draw(st.integers(0, len(every)))))
    base, new_of_theirs, new_of_yours = every[:cut], every[cut:end], every[end:]
    sides = []
    for added in (new_of_theirs, new_of_yours):
        side = [item for item in base if draw(st.booleans())]
        for item in added:
            side.insert(draw(st.integers(0, len(side))), item)
        sides.append(side)
    return base, sides[0], sides[1]


def as_text(items: list[str]) -> str:
    return "## A\n" + "".join(f"{item}\n" for item in items)


@settings(max_examples=300)
@given(three_lists())
def test_additions_of_both_survive_and_removals_of_one_are_kept(lists: tuple[list[str], list[str], list[str]]) -> None:
    base, theirs, yours = (set(items) for items in lists)

    merged = merge(as_text(lists[0]), as_text(lists[1]), as_text(lists[2]))

    lines = [line for line in merged.text.split("\n") if line.startswith("-")]
    given_way = {text for conflict in merged.conflicts for text in (conflict.base, conflict.theirs)}
    assert max(Counter(lines).values(), default=0) <= 1
    assert yours - base <= set(lines)
    assert theirs - base <= set(lines) | given_way
    assert set(lines) <= yours | theirs
    assert not (base - yours) & set(lines)
    assert not (base - theirs) & (set(lines) - given_way)


@settings(max_examples=300)
@given(TEXTS, TEXTS, TEXTS)
def test_no_line_is_lost_or_written_twice(base: str, theirs: str, yours: str) -> None:
    merged = merge(base, theirs, yours)

    texts = Counter(words_of(merged.text))
    in_conflicts = Counter(line for c in merged.conflicts for line in words_of(c.theirs))
    most = Counter(words_of(theirs)) + Counter(words_of(yours))
    assert not texts - most
    assert not Counter(words_of(yours)) - Counter(words_of(base)) - texts
    assert not Counter(words_of(theirs)) - Counter(words_of(base)) - texts - in_conflicts


def words_of(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip() and line.strip() != "<!-- -->"]


def test_a_large_document_is_merged_in_seconds() -> None:
    base = "".join(f"## S{n}\n" + "".join(f"- bullet {n} {m}\n" for m in range(200)) + "\n" for n in range(50))
    started = time.perf_counter()

    merged = merge(base, base + "- theirs\n", base.replace("- bullet 5 5\n", "- bullet 5 5\n- mine\n"))

    assert len(merged.text) == len(base) + len("- theirs\n- mine\n")
    assert time.perf_counter() - started < 4
