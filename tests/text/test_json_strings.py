import pytest

from morrow.text.json_strings import mapped_json


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ('{"query": "a \\u0062 c", "n": [1, "b", null]}', '{"query": "a x c", "n": [1, "x", null]}'),
        ('{"b":1}', '{"x": 1}'),
        ('{"unfinished": "b', '{"unfinished": "x'),
        ('{"kept":"as it came"}', '{"kept":"as it came"}'),
    ],
)
def test_every_string_of_a_json_text_is_changed_however_it_is_escaped(text: str, changed: str) -> None:
    assert mapped_json(text, lambda told: told.replace("b", "x")) == changed
