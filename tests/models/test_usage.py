"""Budgets: reserved before a call, settled after it, and over one the call is not made."""

from datetime import UTC, date, datetime

import pytest

from morrow.models.chat import Message, Request, ToolSpec, Usage
from morrow.models.errors import BudgetExceeded
from morrow.models.usage import Budget, Payer, Prices, Spent, likely_tokens, reserve, settle
from morrow.testing import reply

ADA = Payer(agent="ada", owner="user:1", job="extraction")
DAY = date(2026, 4, 9)
REQUEST = Request((Message.user("x" * 300),), max_tokens=896)


def test_a_call_reserves_what_it_sends_and_the_longest_answer() -> None:
    tool = ToolSpec("search", "looks", {})

    assert likely_tokens(REQUEST) == 100 + 4 + 896
    assert likely_tokens(Request((), (tool,), max_tokens=10)) > 12 + 10


def test_a_budget_with_room_reserves_and_one_without_refuses() -> None:
    reservation = reserve(REQUEST, payer=ADA, day=DAY, budget=Budget(per_agent=5000), spent=Spent(by_agent=4000))
    assert reservation.tokens == 1000

    with pytest.raises(BudgetExceeded, match="agent ada has used 4001 of 5000"):
        reserve(REQUEST, payer=ADA, day=DAY, budget=Budget(per_agent=5000), spent=Spent(by_agent=4001))
    with pytest.raises(BudgetExceeded, match="owner user:1"):
        reserve(REQUEST, payer=ADA, day=DAY, budget=Budget(per_owner=999), spent=Spent())


def test_without_a_limit_there_is_always_room() -> None:
    assert reserve(REQUEST, payer=ADA, day=DAY, budget=Budget(), spent=Spent(10**12, 10**12)).tokens == 1000


def test_a_settled_call_has_a_row_with_what_it_took_and_cost() -> None:
    at = datetime(2026, 4, 9, 12, tzinfo=UTC)
    reservation = reserve(REQUEST, payer=ADA, day=DAY, budget=Budget(), spent=Spent())

    row = settle(reservation, reply("secret", usage=Usage(200_000, 50_000)), at=at, prices=Prices(2.0, 8.0))

    assert (row.payer, row.day, row.prompt_tokens, row.completion_tokens) == (ADA, DAY, 200_000, 50_000)
    assert row.cost == pytest.approx(0.8)
    assert "secret" not in repr(row)
