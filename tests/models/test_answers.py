"""Reading what a model answered: what is taken, what is refused, and that nothing breaks the reader."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.models.answers import (
    DREAM_SCHEMA,
    EXTRACTION_SCHEMA,
    DreamAnswer,
    Evidence,
    ExtractionAnswer,
    Parsed,
    Reason,
    StructuredEntry,
    StructuredType,
    Unreadable,
    read_dream,
    read_extraction,
    read_object,
)

BEFORE, AFTER = "好的：\n", "\n希望有帮助"


def anything(_: object) -> bool:
    return True


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1}',
        '```json\n{"a":1}\n```',
        f'{BEFORE}{{"a":1}}{AFTER}',
        '<think>可能是 {"a":9} [x]</think>{"a":1}',
        '<think>可能是一个对象\n{"a":1}',
        'perhaps {"a":9}</think>{"a":1}',
        '{"a":1,}',
        "{'a': 1}",
        "{“a”：1}",
        "{＂a＂：1，}",
        '\ufeff{"a":1}',
        '{"a":1} // done',
        '{\n  // the first\n  "a": 1 /* one */\n}',
        '{"a":\x001}',
        '用 {memory} 表示。[1] {"a":1}',
        '{"a":1}\n{"a":2}',
    ],
)
def test_an_object_is_found_whatever_its_manners(text: str) -> None:
    assert read_object(text, accepts=anything) == Parsed({"a": 1})


def test_a_fence_inside_a_string_is_text() -> None:
    text = '```json\n{"memory_update":"```python\\nx=1\\n```"}\n```'

    assert read_object(text, accepts=anything) == Parsed({"memory_update": "```python\nx=1\n```"})


def test_of_two_objects_the_first_that_fits_is_taken() -> None:
    text = '{"note": "a draft"}\n{"should_update": true, "daily_entry": "tea"}\n{"should_update": false}'

    answer = read_extraction(text, truncated=False)

    assert answer == ExtractionAnswer(should_update=True, daily_entry="tea")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.EMPTY),
        (None, Reason.EMPTY),
        ("\ufeff \n", Reason.EMPTY),
        ("null", Reason.NO_OBJECT),
        ("抱歉，我无法处理该请求。", Reason.NO_OBJECT),
        ('[{"should_update": true}]', Reason.NO_OBJECT),
        ('{"should_update": true, "memory_update": "# MEM', Reason.CUT_OFF),
        ('{"should_update": true', Reason.CUT_OFF),
        ("{'should_update': True, 'reason': 'it", Reason.CUT_OFF),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, Reason.TOO_DEEP),
        ('{"a":' * 70 + "1" + "}" * 70, Reason.TOO_DEEP),
        ('{"should_update": true, "daily_entry": "' + "x" * 5_000_000 + '"}', Reason.TOO_LARGE),
        ('{"should_update": true, "should_update": false}', Reason.DUPLICATE_KEY),
        ("{'should_update': true, 'should_update': false}", Reason.DUPLICATE_KEY),
        ('{"should_update": NaN}', Reason.BAD_NUMBER),
        ("{'should_update': Infinity}", Reason.BAD_NUMBER),
        ('{"should_update": ' + "9" * 5_000 + "}", Reason.BAD_NUMBER),
        ('{"should_update": true, "reason": "he said "hi""}', Reason.NO_OBJECT),
        ('{"reason": "no flag"}', Reason.DOES_NOT_FIT),
        ('{"should_update": "maybe"}', Reason.DOES_NOT_FIT),
        ('{"should_update": true, "memory_update": ["a"]}', Reason.DOES_NOT_FIT),
        ('{"should_update": true, "structured_entries": [{"type": "soul"}]}', Reason.DOES_NOT_FIT),
        ('<think>{"should_update": false}\n{"should_update": true, "daily_entry": "x"}', Reason.AMBIGUOUS),
    ],
)
def test_what_cannot_be_read_says_why(text: str | None, reason: Reason) -> None:
    answer = read_extraction(text, truncated=False)

    assert isinstance(answer, Unreadable)
    assert answer.reason is reason
    assert answer.detail


@pytest.mark.parametrize(
    "text", ['{"should_update": true, "memory_update": "# MEM"}', '{"should_update": true, "mem', ""]
)
def test_a_truncated_answer_is_never_repaired(text: str) -> None:
    for answer in (read_extraction(text, truncated=True), read_dream(text, truncated=True)):
        assert isinstance(answer, Unreadable)
        assert answer.reason is Reason.TRUNCATED


@pytest.mark.parametrize(
    ("flag", "meaning"),
    [
        ("true", True),
        ("false", False),
        ('"true"', True),
        ('"False"', False),
        ('"FALSE"', False),
        ("1", True),
        ("0", False),
    ],
)
def test_flags_are_read_by_what_they_say(flag: str, meaning: bool) -> None:
    answer = read_extraction(f'{{"should_update": {flag}, "daily_entry": "tea"}}', truncated=False)

    assert answer == ExtractionAnswer(should_update=meaning, daily_entry="tea" if meaning else None)


@pytest.mark.parametrize(
    "text",
    ["[]", "[]\n\n没有可提取的内容。", "```json\n[]\n```", '{"should_update": false, "memory_update": "# gone"}'],
)
def test_nothing_to_remember_is_an_answer_and_no_failure(text: str) -> None:
    extraction, dream = read_extraction(text, truncated=False), read_dream(text, truncated=False)

    assert extraction == ExtractionAnswer(should_update=False)
    assert extraction.is_nothing
    assert dream == DreamAnswer(should_update=False)


def test_a_list_somewhere_in_prose_is_no_answer() -> None:
    answer = read_extraction("Sorry, `items = []` is all I know.", truncated=False)

    assert isinstance(answer, Unreadable)


def test_an_extraction_is_read_with_all_its_fields() -> None:
    value = {
        "should_update": True,
        "reason": "moved",
        "daily_entry": "## 搬家\n里斯本",
        "memory_update": "# MEMORY\n- Lisbon\n",
        "profile_update": None,
        "structured_entries": [{"type": "Project", "key": "move", "content": "boxes"}],
        "evidence": [{"text": "Lisbon", "message_ids": ["m1", 2], "quote": "I moved"}, {"text": "x"}, 3],
    }

    answer = read_extraction(json.dumps(value), truncated=False)

    assert answer == ExtractionAnswer(
        True,
        "moved",
        "## 搬家\n里斯本",
        "# MEMORY\n- Lisbon\n",
        None,
        (StructuredEntry(StructuredType.PROJECT, "move", "boxes"),),
        (Evidence("Lisbon", ("m1", "2"), "I moved"),),
    )


def test_a_dream_is_read_with_all_its_fields() -> None:
    text = '{"should_update": true, "reason": "tea again", "memory_content": "# MEMORY\\n- tea\\n"}'

    assert read_dream(text, truncated=False) == DreamAnswer(True, "tea again", "# MEMORY\n- tea\n")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<think>用户似乎…</think>", None),
        ("<channel|>", None),
        ("<|im_start|>system", None),
        ("<think>never ends", None),
        ("<|im_start|>assistant\nlikes tea<|im_end|>", "likes tea"),
        ("<｜end▁of▁sentence｜>", None),
        ("null", None),
        ("  ", None),
        ("喜欢<茶>", "喜欢<茶>"),
        ("a\x00b\ud800c", "ab\ufffdc"),
    ],
)
def test_template_tokens_are_never_kept_in_a_note(written: str, kept: str | None) -> None:
    answer = read_extraction(json.dumps({"should_update": True, "daily_entry": written}), truncated=False)

    assert answer == ExtractionAnswer(should_update=True, daily_entry=kept)


def test_a_document_loses_tokens_at_its_ends_only() -> None:
    written = "<|im_start|>assistant\n# MEMORY\n- writes about <|im_end|> and <think> tags\n<|im_end|>"

    answer = read_dream(json.dumps({"should_update": True, "memory_content": written}), truncated=False)

    assert answer == DreamAnswer(True, memory_content="# MEMORY\n- writes about <|im_end|> and <think> tags\n")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("{}[]\"'“”:,，：\\ /*\nab1-eNTtrue<>think\x00\ud800"), max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    assert isinstance(read_object(text, accepts=anything), Parsed | Unreadable)


_CHARACTERS = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(_CHARACTERS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(_CHARACTERS, max_size=5), _VALUES, max_size=4))
def test_what_was_written_as_json_is_read_back_unchanged(value: dict[str, object]) -> None:
    text = f"Sure:\n```json\n{json.dumps(value, ensure_ascii=False)}\n```\nDone."

    answer = read_object(text, accepts=anything)

    assert answer == Parsed(value)


def test_the_schemas_name_every_field_of_the_contracts() -> None:
    extraction, dream = EXTRACTION_SCHEMA.schema["properties"], DREAM_SCHEMA.schema["properties"]

    assert set(extraction) == set(ExtractionAnswer.__dataclass_fields__)  # type: ignore[call-overload]
    assert set(dream) == set(DreamAnswer.__dataclass_fields__)  # type: ignore[call-overload]
