from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from morrow.documents.caps import Capped, cap
from morrow.documents.entries import Author, Entry, EntryKind, Origin
from morrow.documents.parse import parse

DAY = datetime(2026, 4, 9, tzinfo=UTC)
ARCHIVE = "archive/MEMORY.md"


def _entries(text: str, *, pinned: str = "", newest: str = "") -> tuple[Entry, ...]:
    return tuple(
        Entry(
            id=str(number),
            section=piece.section,
            kind=EntryKind.ITEM,
            text=piece.text,
            line=piece.line,
            author=Author.DREAM,
            origin=Origin.USER,
            first_seen=DAY,
            pinned=bool(pinned) and pinned in piece.text,
            last_seen=DAY + timedelta(days=1) if newest and newest in piece.text else DAY,
        )
        for number, piece in enumerate(parse(text).entries)
    )


def _cap(text: str, limit: int, **kind: str) -> Capped:
    return cap(text, _entries(text, **kind), limit, archive=ARCHIVE)


def _sections(count: int) -> str:
    return "# MEMORY\n\n" + "\n".join(
        f"## Section {n}\n- what was said about number {n} in full\n" for n in range(count)
    )


def test_a_text_within_its_cap_comes_back_as_it_is() -> None:
    text = _sections(3)

    assert _cap(text, 10_000) == Capped(text, ())
    assert _cap(text, 0) == Capped(text, ())


def test_whole_sections_stay_from_the_head_and_a_marker_says_what_fell_off() -> None:
    capped = _cap(_sections(40), 800)

    assert len(capped.text) <= 800
    assert "## Section 0\n- what was said about number 0 in full" in capped.text
    assert "Section 39" not in capped.text
    assert capped.text.endswith(f"<!-- morrow: {len(capped.fallen)} more in {ARCHIVE} -->\n")
    assert not capped.text.split("<!--")[0].rstrip().split("\n")[-1].startswith("## ")


def test_what_is_pinned_or_newest_goes_up_and_stays() -> None:
    pinned = _cap(_sections(40), 800, pinned="number 39")
    newest = _cap(_sections(40), 800, newest="number 38")

    assert pinned.text.index("number 39") < pinned.text.index("number 0 ")
    assert newest.text.index("number 38") < newest.text.index("number 0 ")


def test_one_long_section_is_cut_between_entries() -> None:
    text = "# MEMORY\n\n## Facts\n" + "".join(f"- fact number {n} of many\n" for n in range(60))

    capped = _cap(text, 400, newest="number 59")

    assert len(capped.text) <= 400
    assert "## Facts\n- fact number 59 of many\n- fact number 0 of many\n" in capped.text
    assert all(line.startswith(("- fact", "#", "<!--")) or not line for line in capped.text.split("\n"))


def test_a_long_section_behind_a_short_one_is_not_given_up_whole() -> None:
    text = "# MEMORY\n\n## Plans\n- a plan\n\n## Lessons\n" + "".join(
        f"- lesson number {n} of many\n" for n in range(60)
    )

    capped = _cap(text, 600, newest="a plan")

    assert 300 < len(capped.text) <= 600
    assert "- a plan\n\n## Lessons\n- lesson number 0 of many\n" in capped.text


def test_the_marker_of_an_earlier_cut_is_replaced() -> None:
    once = _cap(_sections(40), 800).text

    again = _cap(once + "\n" + _sections(20).removeprefix("# MEMORY\n\n"), 800)

    assert again.text.count("<!-- morrow:") == 1


@given(st.lists(st.integers(1, 80), max_size=30), st.integers(120, 900))
def test_every_entry_stays_or_falls_and_none_is_cut(lengths: list[int], limit: int) -> None:
    text = "# M\n" + "".join(f"\n## S{n % 7}\n- {n} {'x' * length}\n" for n, length in enumerate(lengths))

    capped = cap(text, _entries(text), limit, archive=ARCHIVE)

    left = [piece.text for piece in parse(capped.text).entries]
    assert sorted(left + [entry.text for entry in capped.fallen]) == sorted(p.text for p in parse(text).entries)
    assert len(capped.text) <= limit or not left
