"""One budget is shared among groups."""

from hypothesis import given
from hypothesis import strategies as st

from morrow.context.share import Candidate, Chosen, choose


def of_cost(*costs: int, say: str = "") -> list[Candidate]:
    return [Candidate(cost, frozenset({f"{say}{place}"})) for place, cost in enumerate(costs)]


def test_all_is_told_where_there_is_room() -> None:
    assert choose([of_cost(5, 5, say="a"), of_cost(5, say="b")], [0.5, 0.5], 15) == [Chosen((0, 1)), Chosen((0,))]


def test_a_large_group_leaves_the_others_their_share() -> None:
    groups = [of_cost(*[10] * 50, say="a"), of_cost(10, 10, 10, say="b")]

    assert choose(groups, [0.5, 0.5], 40) == [Chosen((0, 1), 48), Chosen((0, 1), 1)]


def test_what_a_small_group_leaves_goes_to_the_first() -> None:
    groups = [of_cost(*[10] * 50, say="a"), of_cost(10, say="b")]

    assert choose(groups, [0.5, 0.5], 60) == [Chosen((0, 1, 2, 3, 4), 45), Chosen((0,))]


def test_what_was_said_already_takes_no_room_and_is_not_missing() -> None:
    same = frozenset({"tea"})
    groups = [[Candidate(5, same)], [Candidate(5, same), Candidate(5, frozenset({"jam"}))]]

    assert choose(groups, [0.5, 0.5], 10) == [Chosen((0,)), Chosen((1,))]


def test_what_found_no_room_in_one_group_may_be_told_in_another_and_is_then_not_missing() -> None:
    same = frozenset({"tea"})

    assert choose([[Candidate(50, same)], [Candidate(5, same)]], [0.5, 0.5], 10) == [Chosen(), Chosen((0,))]


@given(st.lists(st.lists(st.integers(0, 30), max_size=6), min_size=1, max_size=4), st.integers(0, 90))
def test_the_budget_is_kept_and_the_most_valuable_come_first(costs: list[list[int]], budget: int) -> None:
    groups = [of_cost(*group, say=str(name)) for name, group in enumerate(costs)]

    chosen = choose(groups, [1 / len(groups)] * len(groups), budget)

    assert sum(groups[g][place].cost for g, one in enumerate(chosen) for place in one.places) <= budget
    assert [one.places for one in chosen] == [tuple(range(len(one.places))) for one in chosen]
    assert [len(one.places) + one.omitted for one in chosen] == [len(group) for group in groups]
