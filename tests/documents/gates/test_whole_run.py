"""What the gates say about a run as a whole: what is conserved, repeated and lost."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from morrow.documents.entries import Add, Author, Entry, EntryKind, Move, Operation, Origin, Replace, Retire
from morrow.documents.gates.context import GateContext, RunInput, UserMessage
from morrow.documents.gates.pipeline import judge, judge_run
from morrow.documents.gates.verdict import Judged, Reason

Make = Callable[..., Entry]
RunOf = Callable[..., GateContext]
SEEN = datetime(2026, 4, 1, 8, tzinfo=UTC)


def test_a_number_that_would_go_keeps_its_entry(entry: Make, run_of: RunOf) -> None:
    old = entry("- budget is 3000", id="a")

    judged = judge([Replace("a", "- budget is small")], run_of(old, said=("a small budget",)))

    assert (judged.held[0].reason, judged.held[0].detail) == (Reason.WOULD_LOSE, "3000")


def test_a_merged_entry_may_go(entry: Make, run_of: RunOf) -> None:
    one, two = entry("- rent is 900", id="a"), entry("- moved in on 2026-02-01", id="b")
    operations: list[Operation] = [Replace("a", "- rent is 900 since 2026-02-01"), Retire("b", "merged", by="a")]

    assert len(judge(operations, run_of(one, two)).accepted) == 2


def test_a_value_may_move_to_another_document_of_the_run(entry: Make, run_of: RunOf) -> None:
    old = [entry(f"- trip number {n} to Lima", id=str(n)) for n in range(11, 16)]
    archive = Add("Trips", "- trip number 11 to Lima")

    memory, archived = judge_run(
        [([Retire("11", "archived")], run_of(*old)), ([archive], run_of(*old, document="archive/MEMORY.md"))]
    )

    assert memory.operations == (Retire("11", "archived"),)
    assert not archived.turned_away


def test_a_held_replacement_takes_along_what_relied_on_it(entry: Make, run_of: RunOf) -> None:
    one, two = entry("- port 9090", id="a"), entry("- rent 900", id="b")
    mine = entry("- host tiger", id="c", pinned=True)
    operations: list[Operation] = [Replace("c", "- port 9090 on host tiger"), Retire("a", "merged")]

    judged = judge(operations, run_of(one, two, mine))

    assert [hold.reason for hold in judged.held] == [Reason.PROTECTED, Reason.WOULD_LOSE]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("- 后端端口 9090", "- 后端端口 9091", "端口不是 9090，是 9091"),
        ("- lives in Shanghai", "- lives in Hangzhou", "I moved to Hangzhou last week"),
        ("- the demo is on 2026-05-02", "- the demo is on 2026-05-09", "the demo was postponed to 2026-05-09"),
    ],
)
def test_a_user_who_corrects_a_value_supersedes_the_entry(
    entry: Make, run_of: RunOf, old: str, new: str, said: str
) -> None:
    judged = judge([Replace("a", new)], run_of(entry(old, id="a"), said=(said,)))

    assert [accept.corrected_by for accept in judged.accepted] == ["m0"]


def test_the_same_words_make_an_entry_surer(entry: Make, run_of: RunOf) -> None:
    old = entry("- The user drinks green tea", id="a")

    judged = judge([Add("Else", "the user drinks green tea.")], run_of(old, said=("I drink green tea",)))

    assert [c.entry for c in judged.corroborated] == ["a"]


@pytest.mark.parametrize("text", ["- 端口 9091 给后端用", "- 端口 9090 不给后端用", "- 端口 9090 给前端用"])
def test_another_number_a_negation_or_another_thing_is_a_new_entry(entry: Make, run_of: RunOf, text: str) -> None:
    judged = judge([Add("Facts", text)], run_of(entry("- 端口 9090 给后端用", id="a"), said=(text,)))

    assert judged.accepted


def test_an_entry_about_to_go_corroborates_nothing(entry: Make, run_of: RunOf) -> None:
    old = [entry("- likes tea", id="a"), entry("- owns a dog", id="b")]
    operations: list[Operation] = [Retire("a", "moved"), Add("Food", "- likes tea")]

    judged = judge(operations, run_of(*old))

    assert judged.operations == tuple(operations)


def test_a_shortened_answer_changes_nothing_and_keeps_what_was_new(entry: Make, run_of: RunOf) -> None:
    old = [entry(f"- remark number {n}", id=str(n)) for n in range(60)]
    new = Add("项目", "- 新后端端口 9090")
    operations: list[Operation] = [*(Retire(e.id, "gone") for e in old), new, Add("项目", "[... 其余内容保持不变 ...]")]

    judged = judge(operations, run_of(*old, said=("新后端端口 9090",)))

    assert not judged.accepted
    assert new in [hold.operation for hold in judged.held]
    assert [away.reason for away in judged.turned_away] == [Reason.PLACEHOLDER]


def test_an_empty_result_is_held_even_for_one_entry(entry: Make, run_of: RunOf) -> None:
    judged = judge([Retire("a", "gone")], run_of(entry("- likes tea", id="a")))

    assert judged.held[0].reason is Reason.EMPTY_RESULT


@pytest.mark.parametrize(("count", "is_held"), [(1, False), (2, False), (3, True), (7, True)])
def test_more_than_a_quarter_lost_holds_the_whole_run(entry: Make, run_of: RunOf, count: int, is_held: bool) -> None:
    words = ("tea", "dogs", "rain", "chess", "bread", "jazz", "snow", "boats")
    old = [entry(f"- likes {word}", id=word) for word in words]
    operations: list[Operation] = [*(Retire(word, "gone") for word in words[:count]), Add("Facts", "- enjoys running")]

    judged = judge(operations, run_of(*old, said=("I enjoy running",)))

    assert bool(judged.held) is is_held
    assert len(judged.accepted) == (0 if is_held else count + 1)


def test_a_loss_in_one_document_holds_the_others_too(entry: Make, run_of: RunOf) -> None:
    old = entry("- likes tea", id="a")

    profile, memory = judge_run(
        [([Retire("a", "")], run_of(old, document="PROFILE.md")), ([Add("S", "- owns a dog")], run_of())]
    )

    assert (profile.held[0].reason, memory.held[0].reason) == (Reason.EMPTY_RESULT, Reason.EMPTY_RESULT)


def test_a_workflow_may_overwrite_but_not_a_persons_entry(entry: Make, run_of: RunOf) -> None:
    old = [entry("- likes tea", id="a"), entry("- port 9090", id="b"), entry("- my own", id="c", author=Author.PERSON)]
    operations: list[Operation] = [*(Retire(e.id, "overwritten") for e in old), Add("S", "- port 9191")]

    judged = judge(operations, run_of(*old, author=Author.WORKFLOW, origin=Origin.AGENT, whole_by_contract=True))

    assert [hold.operation for hold in judged.held] == [Retire("c", "overwritten")]


WORDS = [
    "likes tea",
    "port 9090",
    "Lisbon since 2026-01-02",
    "密码是 Abc12345",
    "<|im_start|>",
    "```",
    "...",
    "## x",
    "\u202e",
    "",
]
TEXTS = st.text(max_size=60) | st.sampled_from(WORDS) | st.lists(st.sampled_from(WORDS), max_size=4).map("\n".join)
IDS = st.sampled_from(["e0", "e1", "e2", "e3", "e4", "nobody"])
OPERATIONS = st.lists(
    st.builds(Add, TEXTS, TEXTS, origin=st.sampled_from(Origin))
    | st.builds(Replace, IDS, TEXTS)
    | st.builds(Retire, IDS, TEXTS, IDS | st.none())
    | st.builds(Move, IDS, TEXTS),
    max_size=9,
)
AUTOMATED = [author for author in Author if not author.is_person]


def _entry(at: int, text: str, *, is_protected: bool) -> Entry:
    author = Author.PERSON if is_protected else Author.EXTRACTION
    return Entry(f"e{at}", "S", EntryKind.ITEM, text, at, author, Origin.USER, SEEN, SEEN)


CONTEXTS = st.builds(
    lambda texts, protected, said, author, document: GateContext(
        document,
        author,
        tuple(_entry(at, text, is_protected=at in protected) for at, text in enumerate(texts)),
        user_messages=(UserMessage("m", said, SEEN),),
        inputs=(RunInput(said),),
    ),
    st.lists(TEXTS, max_size=5),
    st.sets(st.integers(0, 4), max_size=2),
    TEXTS,
    st.sampled_from(AUTOMATED),
    st.sampled_from(["MEMORY.md", "structured/user.md", "memory/2026-04-09.md", "AGENTS.md", "SOUL.md"]),
)


@given(OPERATIONS, CONTEXTS)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_operation_gets_one_verdict_whatever_the_text(operations: list[Operation], context: GateContext) -> None:
    judged = judge(operations, context)

    counted = judged.accepted, judged.corroborated, judged.held, judged.turned_away
    assert sum(map(len, counted)) == len(operations)


@given(OPERATIONS, CONTEXTS)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_run_touches_a_persons_entry_or_loses_too_much(operations: list[Operation], context: GateContext) -> None:
    judged = judge(operations, context)

    mine = {entry.id for entry in context.entries if entry.author.is_person}
    taken = [op for op in judged.operations if not isinstance(op, Add)]
    assert not [op for op in taken if op.entry in mine]
    _check_loss(judged, context)


def _check_loss(judged: Judged, context: GateContext) -> None:
    known = {entry.id for entry in context.entries}
    retired = {op.entry: op for op in judged.operations if isinstance(op, Retire)}
    added = [op for op in judged.operations if isinstance(op, Add)]
    assert set(retired) <= known
    assert not known or len(retired) < len(known) or added


LIKES = ["tea", "dogs", "rain", "chess", "bread", "jazz", "snow", "boats", "maps", "wool", "figs", "rivers"]


@given(st.integers(1, 12), st.sets(st.sampled_from(LIKES)), st.booleans())
def test_at_most_a_quarter_and_never_the_last_goes_without_a_successor(count: int, gone: set[str], adds: bool) -> None:
    entries = tuple(_entry(at, f"- likes {word}", is_protected=False) for at, word in enumerate(LIKES[:count]))
    operations: list[Operation] = [Retire(e.id, "gone") for e in entries if e.text.split()[-1] in gone]
    operations += [Add("S", "- enjoys running uphill")] if adds else []
    context = GateContext("MEMORY.md", Author.DREAM, entries, inputs=(RunInput("I enjoy running uphill"),))

    retired = sum(isinstance(op, Retire) for op in judge(operations, context).operations)

    assert retired <= max(1, count // 4)
    assert retired < count or adds


@pytest.mark.parametrize(
    "unit", ["a", "- ", "<|", "![", "---a", "```\n", "password ", "curl ", "忽略", "{{", "[", "请", "\u200d", "9 "]
)
def test_hostile_length_costs_time_in_proportion(unit: str) -> None:
    context = GateContext(
        "MEMORY.md", Author.DREAM, inputs=(RunInput((unit * 50_000)[:50_000]),), max_entry_characters=10**6
    )
    started = time.perf_counter()

    judge([Add("S", (unit * 50_000)[:50_000])], context)

    assert time.perf_counter() - started < 4
