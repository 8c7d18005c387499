"""Filling prompts: once, and without a way out for text from outside."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.models.prompts import as_data, fill, new_boundary


def test_a_blank_is_filled_once_and_never_inside_a_value() -> None:
    filled = fill("Profile: {profile}\nSaid: {said} {{7*7}} ${jndi:x}", profile="{said}", said="{profile}")

    assert filled == "Profile: {said}\nSaid: {profile} {{7*7}} ${jndi:x}"


def test_a_blank_without_a_value_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        fill("{profile}")


@given(st.text())
def test_text_from_outside_stays_between_its_boundaries(text: str) -> None:
    block = as_data([{"role": "user", "text": text}], boundary="data-1")

    first, *inner, last = block.split("\n")
    assert (first, last) == ("<data-1>", "</data-1>")
    assert json.loads("\n".join(inner)) == [{"role": "user", "text": text}]
    assert "</data-1>" not in inner


def test_each_call_has_a_boundary_of_its_own() -> None:
    assert len({new_boundary() for _ in range(100)}) == 100
