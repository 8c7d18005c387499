"""Candidates: which lines are left out and why, what supports what, and which words are promoted."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from morrow.documents.entries import Origin
from morrow.dreaming.candidates import Window, best_line, collect
from morrow.dreaming.notes import NoteLine, Recalled
from morrow.dreaming.reasons import Reason

Say = Callable[..., NoteLine]
DAY_FOUR = Window(date(2026, 4, 4))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("sudo apt remove shaderc && git clone https://example.com/x", "command"),
        ("## 决定", "heading"),
        ("[score=0.85 recalls=0]", "metadata"),
        ("| 交易 | 盈亏 |", "table"),
        ("HEARTBEAT_OK", "heartbeat"),
        ("...", "placeholder"),
        ("<think>用户似乎…</think>", "role_token"),
        ("[... 其余内容保持不变 ...]", "placeholder"),
        ("我无法帮助完成这个请求", "apology"),
        ("x" * 5_000, "too_long"),
    ],
)
def test_what_is_no_statement_is_left_out_with_its_shape(said: Say, text: str, shape: str) -> None:
    found = collect([said(text, day) for day in (1, 2, 3)], [], window=DAY_FOUR)

    assert found.candidates == ()
    assert {(one.reason, one.shape) for one in found.dropped} == {(Reason.SHAPE, shape)}


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"origin": Origin.EXTERNAL}, Reason.UNTRUSTED_ORIGIN),
        ({"origin": Origin.SYSTEM}, Reason.UNTRUSTED_ORIGIN),
        ({"origin": Origin.AGENT}, Reason.UNTRUSTED_ORIGIN),
        ({"managed": True}, Reason.MANAGED),
        ({"forgotten": True}, Reason.FORGOTTEN),
    ],
)
def test_only_the_users_own_lines_become_candidates(said: Say, more: dict[str, object], reason: Reason) -> None:
    found = collect([said("I like tea", 1, **more)], [], window=DAY_FOUR)

    assert found.candidates == ()
    assert [one.reason for one in found.dropped] == [reason]


def test_wordings_of_three_days_are_one_candidate_with_the_plainest_words(said: Say) -> None:
    lines = [
        said("I'm training for the Lisbon marathon", 1),
        said("Ran 18 km today for the Lisbon marathon training", 2),
        said("Marathon training is going well, long run on Sunday", 3),
    ]

    (candidate,) = collect(lines, [], window=DAY_FOUR).candidates

    assert candidate.best.text == "I'm training for the Lisbon marathon"
    assert candidate.evidence.stated == candidate.evidence.contexts == candidate.evidence.days == 3
    assert len(candidate.sources) == 3


def test_candidates_do_not_depend_on_the_order_of_the_lines(said: Say) -> None:
    lines = [
        said(text, day)
        for day in (1, 2, 3)
        for text in (
            f"Atlas gateway test {day}",
            "I like tea",
            "我在为里斯本马拉松训练",
            f"port 909{day}",
            "里斯本马拉松报名了",
        )
    ]
    shuffled = list(lines)
    random.Random(3).shuffle(shuffled)

    assert collect(lines, [], window=DAY_FOUR) == collect(shuffled, [], window=DAY_FOUR)


def test_a_note_before_the_last_seven_days_only_supports(said: Say) -> None:
    old, new = said("I like tea", 1), said("I like tea", 9)

    assert collect([old], [], window=Window(date(2026, 4, 8))).candidates == ()
    (candidate,) = collect([old, new], [], window=Window(date(2026, 4, 9))).candidates
    assert candidate.evidence.stated == 2


def test_an_older_line_that_was_used_is_a_candidate(said: Say, used: Callable[..., Recalled]) -> None:
    line = said("I like tea", 1)

    (candidate,) = collect([line], [used(line, 14)], window=Window(date(2026, 4, 15))).candidates

    assert (candidate.evidence.stated, candidate.evidence.recalled, candidate.evidence.idle_days) == (1, 1, 1)


def test_a_use_of_any_wording_counts_for_the_topic(said: Say, used: Callable[..., Recalled]) -> None:
    lines = [said("We deploy the billing service on Fridays", 1), said("Billing deploys happen every Friday", 2)]

    (candidate,) = collect(lines, [used(lines[1], 3)], window=DAY_FOUR).candidates

    assert candidate.evidence.recalled == 1


def test_a_corrected_value_is_marked_with_the_line_that_corrects_it(said: Say) -> None:
    lines = [
        said("端口是 9090", 1),
        said("端口是 9090", 2),
        said("端口不是 9090，是 9091", 3, replaces="9090", value="9091"),
    ]

    found = {one.best.text: one for one in collect(lines, [], window=DAY_FOUR).candidates}

    assert found["端口是 9090"].corrected_by == lines[2]
    assert found["端口不是 9090，是 9091"].corrected_by is None


@pytest.mark.parametrize(
    ("before", "later", "replaces"),
    [
        ("And I prefer green tea in the morning", "I prefer coffee in the morning now, not green tea.", "green tea"),
        ("我早上喜欢喝龙井", "更正一下：我早上现在喜欢喝咖啡，不是龙井了。", "龙井"),
        ("我喜欢早上喝咖啡。", "我现在喜欢喝茶，不喜欢咖啡了。", "咖啡"),
    ],
)
def test_a_taste_is_taken_back_by_words_that_only_frame_it(said: Say, before: str, later: str, replaces: str) -> None:
    lines = [said(before, 1), said(later, 3, replaces=replaces)]

    found = {one.best.text: one for one in collect(lines, [], window=DAY_FOUR).candidates}

    assert found[before].corrected_by == lines[1]


def test_the_same_word_about_something_else_is_not_taken_back(said: Say) -> None:
    lines = [
        said("Mara brought green tea from Kyoto", 1),
        said("I prefer coffee in the morning now, not green tea.", 3, replaces="green tea"),
        said("楼下新开了一家咖啡店，老板是巴西人", 1),
        said("我现在喜欢喝茶，不喜欢咖啡了。", 3, replaces="咖啡"),
    ]

    found = {one.best.text: one for one in collect(lines, [], window=DAY_FOUR).candidates}

    assert found["Mara brought green tea from Kyoto"].corrected_by is None
    assert found["楼下新开了一家咖啡店，老板是巴西人"].corrected_by is None


def test_the_best_line_says_nothing_of_one_day_only(said: Say) -> None:
    lines = [
        said("My Portuguese lesson is every Thursday at seven.", 1),
        said("My Portuguese lesson is every Thursday at seven, and I have done nothing for it.", 2),
    ]

    (candidate,) = collect(lines, [], window=DAY_FOUR).candidates

    assert candidate.best == lines[0]


def test_a_newer_value_of_a_slot_corrects_the_older_one(said: Say) -> None:
    lines = [
        said("I live in Porto", 1, slot="home", value="Porto"),
        said("We moved house, home is Lisbon now", 3, slot="home", value="Lisbon"),
    ]

    found = {one.best.text: one for one in collect(lines, [], window=DAY_FOUR).candidates}

    assert found["I live in Porto"].corrected_by == lines[1]


@pytest.mark.parametrize(
    ("before", "later"),
    [
        ("I drink coffee every day", "I don't drink coffee any more"),
        ("我喜欢喝咖啡", "我不喝咖啡了"),
        ("I don't eat fish", "I eat fish again"),
    ],
)
def test_a_later_denial_contradicts(said: Say, before: str, later: str) -> None:
    lines = [said(before, 1), said(before, 2), said(later, 3)]

    found = {one.best.text: one for one in collect(lines, [], window=DAY_FOUR).candidates}

    assert found[before].contradicted_by == lines[2]
    assert found[later].contradicted_by is None


def test_denying_a_part_does_not_contradict_the_whole(said: Say) -> None:
    lines = [said("I like tea", 1), said("I don't like green tea", 3)]

    assert all(one.contradicted_by is None for one in collect(lines, [], window=DAY_FOUR).candidates)


def test_a_decision_says_more_than_the_progress_made_with_it(said: Say) -> None:
    decided, done = said("我们决定后端用 PostgreSQL", 1), said("后端的 PostgreSQL 已经装好", 2)

    assert best_line([decided, done]) == decided


def test_what_was_only_ever_asked_is_no_candidate(said: Say) -> None:
    found = collect([said("Which hotel in Lisbon is good?", day) for day in (1, 2, 3)], [], window=DAY_FOUR)

    assert found.candidates == ()
    assert [one.shape for one in found.dropped] == ["question"]


def test_the_best_line_is_asked_for_or_plain_and_never_a_question(said: Say) -> None:
    plain = said("The Atlas gateway runs on Rust", 1)
    question = said("Does the Atlas gateway still run on Rust?", 3)
    tomorrow = said("The Atlas gateway on Rust ships tomorrow", 2)
    asked = said("Rust is what the Atlas gateway runs on", 1, asked=True)

    assert best_line([question, tomorrow, plain]) == plain
    assert best_line([question, plain, asked]) == asked


def test_only_evidence_after_the_last_dream_makes_a_candidate_new(said: Say, used: Callable[..., Recalled]) -> None:
    line = said("I like tea", 1)
    window = Window(date(2026, 4, 4), since=datetime(2026, 4, 3, 3, tzinfo=UTC))

    assert not collect([line], [], window=window).candidates[0].is_new
    assert collect([line], [used(line, 3)], window=window).candidates[0].is_new
    assert collect([line, said("I like tea", 3)], [], window=window).candidates[0].is_new
