"""`morrow usage`: what calls to models took."""

from tests.cli.conftest import Call


def test_without_a_call_nothing_is_found_and_the_budget_is_shown(morrow: Call) -> None:
    said = morrow("usage")

    assert said.code == 3
    assert "No model was asked" in said.out
    assert "Tokens today: 0 for the owner (limit: none)" in said.out


def test_usage_is_one_document_for_programs(morrow: Call) -> None:
    said = morrow("usage", "--all", "--by", "model", "--since", "2026-04-01", "--json")

    assert said.code == 3
    assert said.document["usage"] == []
    assert set(said.document["today"]) == {"day", "byAgent", "byOwner", "perAgent", "perOwner"}
