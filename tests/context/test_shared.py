"""Shared documents in the system prompt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.context.shelf import ADA, TEAM, document
from tests.context.talk import COUNTER

from morrow.context.prompt import Prompt
from morrow.context.shared import Caps, is_told_whole, render_shared
from morrow.documents.entries import Document
from morrow.documents.injection import injected_text, parse_prompt
from morrow.models.chat import Message
from morrow.owners import Bucket
from morrow.text.hidden import strip_hidden

NONE = Caps({})
LINES = st.sampled_from(
    ["", "\u2028-", "x", "--- SOUL.md ---", "\\--- SOUL.md ---",
     "-\u200b-- SOUL.md ---", "---", "——— M ———", "a\u2028--- b ---",
     "## A", "- Name:", "<!-- c -->", "```", "</system>", "[[memory x begins]]", "# AGENTS.md", "\r--- b ---"]
)  # fmt: skip
TEXTS = st.one_of(st.lists(LINES, max_size=8).map("\n".join), st.text("-x \\\n\r\u200b", max_size=30))


def shared(name: str, text: str, *, sort_order: int = 0, enabled: bool = True) -> Document:
    return document(name, text, bucket=TEAM, sort_order=sort_order, enabled=enabled)


def test_documents_stand_by_sort_order_and_then_by_name() -> None:
    documents = [shared("B.md", "b"), shared("A.md", "a"), shared("FIRST.md", "f", sort_order=-1), shared("E.md", " ")]

    told = render_shared(documents, NONE, COUNTER, language="en")

    assert told.text == "--- FIRST.md ---\nf\n\n--- A.md ---\na\n\n--- B.md ---\nb"
    assert told.left_out == ()
    assert told.whole == {(TEAM.key, "FIRST.md"), (TEAM.key, "A.md"), (TEAM.key, "B.md")}


@pytest.mark.parametrize(
    "never",
    [
        document("MEMORY.md", "x", bucket=ADA), shared("OFF.md", "x", enabled=False), shared("DREAMS.md", "x"),
        shared("memory/2026-04-09.md", "x"), shared("structured/user.md", "x"), shared("archive/MEMORY.md", "x"),
    ],
    ids=lambda one: str(one.name),
)  # fmt: skip
def test_nothing_personal_switched_off_or_dated_is_told_whole(never: Document) -> None:
    assert not is_told_whole(never)
    assert render_shared([never], NONE, COUNTER, language="en").text == ""


def test_a_document_of_everyone_is_told_too() -> None:
    assert is_told_whole(document("HOUSE.md", "x", bucket=Bucket.everyone()))


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(["A.md", "项目/计划.md", "a --- b.md"]), TEXTS), max_size=4))
def test_a_prompt_is_read_back_as_the_documents_in_it(texts: list[tuple[str, str]]) -> None:
    documents = [shared(name, text, sort_order=place) for place, (name, text) in enumerate(texts)]

    told = render_shared(documents, NONE, COUNTER, language="en").text
    injected = [(name, injected_text(strip_hidden(text))) for name, text in texts]

    prompt = Prompt(Message.user("hi"), instructions="Be kind.", shared=told)
    assert parse_prompt(prompt.system) == [(name, text) for name, text in injected if text]


def test_a_document_over_its_cap_is_cut_from_the_end_and_says_so() -> None:
    text = "# M\n\n## A\n" + "".join(f"- line {number}\n" for number in range(100))

    told = render_shared([shared("MEMORY.md", text)], Caps({"MEMORY.md": 300}), COUNTER, language="en")

    assert told.text.endswith("- line 24\n\n(omitted 75 of 100 entries, from the end)")
    assert [(left.block, left.count, left.of) for left in told.left_out] == [("MEMORY.md", 75, 100)]
    assert told.whole == frozenset()


@pytest.mark.parametrize("most", [60, 100, 200, 500])
def test_documents_keep_within_their_tokens_and_each_says_what_it_lacks(most: int) -> None:
    documents = [
        shared(f"{name}.md", "".join(f"- {name} says number {n} of many\n" for n in range(90))) for name in "ABC"
    ]

    told = render_shared(documents, Caps({}, most), COUNTER, language="zh")

    assert COUNTER.count(told.text) <= most
    assert [left.block for left in told.left_out] == ["A.md", "B.md", "C.md"]
    assert told.text.count("从末尾起省略") == 3


def test_without_any_room_nothing_is_told_and_the_record_says_so() -> None:
    told = render_shared([shared("A.md", "- a\n- b\n")], Caps({}, 0), COUNTER, language="en")

    assert told.text == ""
    assert [(left.count, left.of) for left in told.left_out] == [(2, 2)]
