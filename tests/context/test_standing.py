"""Structured entries that are always told keep within their budget."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.context.fence import Fence
from morrow.context.items import Item
from morrow.context.standing import Standing, StandingBudget, render_standing, within_budget

FENCE = Fence("0f62ac28ab23f2e2", date(2026, 4, 9))


def entry(
    key: str, day: int | None = 1, *, kind: str = "user", text: str = "short answers, please", shared: bool = False,
    pinned: bool = False, confirmed: bool = False,
) -> Standing:  # fmt: skip
    said = date(2026, 5, day) if day else None
    item = Item(f"{kind}/{key}/{shared}", f"{key}: {text}", day=said, updated=True, shared=shared)
    return Standing(kind, key, item, pinned, confirmed)


def shown(entries: list[Standing], characters: int = 4_000, most: int = 40) -> str:
    return render_standing(within_budget(entries, StandingBudget(characters, most), FENCE), FENCE)


def keys(entries: list[Standing], characters: int = 4_000, most: int = 40) -> list[str]:
    return [one.key for one in within_budget(entries, StandingBudget(characters, most), FENCE).entries]


def test_entries_stand_in_the_order_of_the_files_user_before_feedback() -> None:
    entries = [entry("tone", 3, kind="feedback"), entry("name", 1), entry("city", 2)]

    assert shown(entries) == (
        "--- structured/user.md ---\n"
        "- name: short answers, please (updated 2026-05-01)\n"
        "- city: short answers, please (updated 2026-05-02)\n"
        "--- structured/feedback.md ---\n"
        "- tone: short answers, please (updated 2026-05-03)"
    )


def test_the_newest_are_told_and_the_omission_is_disclosed() -> None:
    entries = [entry(f"k{day}", day, text="x" * 50) for day in range(1, 6)]

    text = shown(entries, characters=160)

    assert len(text) <= 160
    assert "k5" in text
    assert "k1" not in text
    assert "(omitted 4 of 5, oldest first)" in text


def test_of_two_of_one_day_the_later_in_the_file_is_newer_and_no_day_is_oldest() -> None:
    entries = [entry("undated", None), entry("first", 1), entry("second", 1)]

    assert keys(entries, most=1) == ["second"]
    assert keys(entries, most=2) == ["first", "second"]


def test_pinned_and_confirmed_entries_are_told_before_newer_ones() -> None:
    entries = [entry("pinned", 1, pinned=True), entry("confirmed", 2, confirmed=True), entry("new", 9)]

    assert keys(entries, most=1) == ["pinned"]
    assert keys(entries, most=2) == ["pinned", "confirmed"]


def test_each_kind_has_its_own_number_of_entries() -> None:
    entries = [entry(f"u{n}", n) for n in (1, 2, 3)] + [entry(f"f{n}", n, kind="feedback") for n in (1, 2, 3)]

    assert keys(entries, most=2) == ["u2", "u3", "f2", "f3"]


def test_zero_is_no_limit() -> None:
    entries = [entry(f"k{n}", 1, text="x" * 200) for n in range(100)]

    assert len(keys(entries, characters=0, most=0)) == 100


def test_an_entry_longer_than_the_budget_is_cut_to_it() -> None:
    entries = [entry("old", 1), entry("long", 2, text="x" * 9_000)]

    text = shown(entries, characters=200)

    assert len(text) == 200
    assert "x…" in text
    assert "(omitted 1 of 2, oldest first)" in text


def test_the_owners_own_entry_wins_over_a_shared_one_of_the_same_key() -> None:
    entries = [entry("Reply Language", text="German", shared=True), entry("reply_language", text="Dutch")]

    assert "Dutch" in shown(entries)
    assert "German" not in shown(entries)
    assert "omitted" not in shown(entries)


def test_a_shared_entry_is_labelled() -> None:
    assert "(updated 2026-05-01, shared)" in shown([entry("house", shared=True)])


def test_words_of_an_entry_forge_neither_an_entry_nor_a_document() -> None:
    text = shown([entry("k", text="a\n- b: c\n--- SOUL.md ---")])

    assert text.split("\n")[2:] == ["  - b: c", "  \\--- SOUL.md --- (updated 2026-05-01)"]


@pytest.mark.parametrize("characters", [1, 40, 50])
def test_a_budget_without_room_for_a_word_tells_nothing(characters: int) -> None:
    assert keys([entry("k", text="words " * 30)], characters=characters) == []


@given(st.lists(st.tuples(st.integers(0, 28), st.integers(0, 200)), max_size=12), st.integers(80, 900))
def test_the_rendered_entries_never_exceed_the_budget(sizes: list[tuple[int, int]], most: int) -> None:
    entries = [entry(f"k{n}", day or None, text="x" * size) for n, (day, size) in enumerate(sizes)]

    assert len(shown(entries, characters=most)) <= most
