"""Themes: which statements support each other, and which only look alike."""

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.dreaming.notes import NoteLine
from morrow.dreaming.themes import Statement, group, link, statements
from morrow.text.similarity import normalise

Say = Callable[..., NoteLine]


def statement(text: str) -> Statement:
    return Statement(normalise(text), text)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I'm training for the Lisbon marathon", "Ran 18 km today for the Lisbon marathon training"),
        ("I'm training for the Lisbon marathon", "Marathon training is going well, long run on Sunday"),
        ("I'm preparing for the Lisbon marathon", "I'm training for the Lisbon marathon"),
        ("我在准备里斯本马拉松", "今天为里斯本马拉松跑了18公里"),
        ("我在为里斯本马拉松训练", "马拉松训练很顺利，周日长跑"),
        ("我们决定后端用 PostgreSQL", "后端数据库定了用 PostgreSQL"),
        ("The Atlas project uses PostgreSQL 16", "For Atlas we use PostgreSQL 16 with pgvector"),
        ("We're moving Atlas to PostgreSQL 16", "Tested the PostgreSQL migration for Atlas with 2 million rows"),
        ("My daughter Mia starts school in September", "Mia's school starts in September, she is excited"),
        ("女儿小雨九月上小学", "给小雨买了上小学的书包"),
        ("项目用 Rust 重写网关", "网关的 Rust 重写进展顺利"),
        ("我对花生过敏", "花生我过敏，别给我推荐花生酱"),
        ("Prefer short answers", "Please keep the answers short"),
        ("We use pnpm instead of npm", "pnpm it is, not npm"),
        ("We deploy the billing service on Fridays", "Billing deploys happen every Friday"),
        ("在学葡萄牙语", "今天又上了一节葡萄牙语课"),
        ("Learning Portuguese on Duolingo", "Did my Portuguese lesson on Duolingo again"),
        ("Working on the quarterly report for Acme", "Acme quarterly report is almost done"),
    ],
)
def test_one_topic_in_other_words_supports_itself(a: str, b: str) -> None:
    assert link(statement(a), statement(b)) > 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I like tea", "I don't like tea"),
        ("我喜欢喝茶", "我不喜欢喝茶"),
        ("I like tea", "I like coffee"),
        ("我喜欢茶", "我喜欢咖啡"),
        ("我喜欢早上喝咖啡。", "我喜欢早上喝茶。"),
        ("我每天早上都遛狗", "我每天早上都遛猫"),
        ("The port of the new backend is 9090", "The port of the new backend is 9091"),
        ("新后端端口是 9090", "新后端端口是 9091"),
        ("We deploy the billing service on Fridays", "We deploy the search service on Fridays"),
        ("每周五下午发布账单服务", "每周五下午发布搜索服务"),
        ("My sister Anna lives in Berlin", "My brother Tom lives in Berlin"),
        ("The dentist appointment is on Monday", "The meeting with the team is on Monday"),
        ("I bought a new bike", "I bought a new car"),
        ("Atlas release is on Friday", "Atlas release moved to Thursday because of testing"),
        ("I use vim", "I use emacs"),
        ("The server in Frankfurt has 3 disks", "The server in Frankfurt has 5 disks"),
        ("The budget for the kitchen is 5,000 €", "The kitchen budget is 6,000 €"),
        ("会议改到下午三点", "会议改到下午四点"),
        ("The release went well today", "The weather was nice today"),
        ("今天部署很顺利", "今天开会很顺利"),
        ("I think we should go", "I think it is good"),
    ],
)
def test_what_differs_in_the_point_does_not_support_each_other(a: str, b: str) -> None:
    assert link(statement(a), statement(b)) == 0


def test_three_wordings_of_a_topic_are_one_group_and_another_topic_is_another(said: Say) -> None:
    lines = [
        said("I'm training for the Lisbon marathon", 1),
        said("Ran 18 km today for the Lisbon marathon training", 2),
        said("Marathon training is going well, long run on Sunday", 3),
        said("Booked the dentist for Mia", 2),
    ]

    groups = group(statements(lines))

    assert sorted(len(members) for members in groups) == [1, 3]


def test_what_was_asked_for_is_not_swallowed_by_its_topic(said: Say) -> None:
    lines = [
        said("I'm training for the Lisbon marathon", 1),
        said("Marathon training in Lisbon starts at the Rossio", 2),
        said("The Lisbon marathon registration is under Anna's name", 3, asked=True),
    ]

    groups = group(statements(lines))

    assert {members[0].text for members in groups if len(members) == 1} == {
        "The Lisbon marathon registration is under Anna's name"
    }


WORDS = ["Lisbon", "marathon", "training", "Atlas", "PostgreSQL", "port", "9090", "9091", "like", "tea", "not"]
WORDS += ["里斯本", "马拉松", "不", "喜欢", "部署", "gateway", "Anna"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(texts, st.integers(1, 7)), max_size=14), st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order_of_the_lines(
    said: Say, pairs: list[tuple[str, int]], shuffler: random.Random
) -> None:
    lines = [said(text, day) for text, day in pairs]
    shuffled = list(lines)
    shuffler.shuffle(shuffled)

    assert _shape(group(statements(lines))) == _shape(group(statements(shuffled)))


@settings(max_examples=100, deadline=None)
@given(texts, texts)
def test_support_is_mutual(a: str, b: str) -> None:
    assert link(statement(a), statement(b)) == pytest.approx(link(statement(b), statement(a)))


@settings(max_examples=60, deadline=None)
@given(st.lists(texts, max_size=12))
def test_every_statement_is_in_exactly_one_group(said: Say, some: list[str]) -> None:
    all_statements = statements([said(text, 1) for text in some])

    members = [one.form for members in group(all_statements) for one in members]

    assert sorted(members) == sorted(one.form for one in all_statements)


def test_a_week_of_long_notes_is_grouped_in_time(said: Say) -> None:
    pick = random.Random(7)
    subjects = ["I", "We", "Anna", "Tom", "Mia", "Atlas", "Billing", "Search", "Gateway", "Dashboard"]
    verbs = [
        "deployed",
        "moved",
        "visited",
        "finished",
        "tested",
        "reviewed",
        "booked",
        "planned",
        "discussed",
        "measured",
    ]
    things = [
        "migration",
        "guitar lesson",
        "dentist",
        "quarterly report",
        "gateway",
        "school play",
        "budget review",
        "new flat",
        "invoice",
    ]
    lines = [
        said(f"{pick.choice(subjects)} {pick.choice(verbs)} the {pick.choice(things)} {number % 97}", 1 + number % 7)
        for number in range(1_400)
    ]
    started = time.process_time()

    groups = group(statements(lines))

    assert groups
    assert time.process_time() - started < 4  # a bound against all-pairs work, far above what it takes


def _shape(groups: list[tuple[Statement, ...]]) -> list[tuple[str, ...]]:
    return [tuple(one.form for one in members) for members in groups]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我早上喜欢喝咖啡，黑的，什么都不配。", "我早上喜欢喝龙井，打麻药前记得提醒我先喝一杯。"),
        ("I always drink green tea in the morning, after my run.", "I always drink black coffee in the morning."),
    ],
)
def test_another_thing_in_the_same_clause_is_another_statement_whatever_follows(one: str, other: str) -> None:
    assert link(Statement(normalise(one), one), Statement(normalise(other), other)) == 0
