"""Finds the JSON object in what a model wrote: forgives prose, fences and thinking, never repairs what was cut.

Knows no contract: `answers.py` turns an object into an extraction's or a dream's answer. Fences need no rule of their
own: an object is found by its first brace, and what stands inside its strings is never looked at.
"""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn, TypeVar

from morrow.models.chat import JsonObject
from morrow.models.loose_json import MAX_DEPTH, MAX_NUMBER_LENGTH, MalformedError, RefusedError, strict_text
from morrow.text.clean import clean

MAX_ANSWER_BYTES = 4 * 1024 * 1024
MAX_STARTS = 200  # a bound on the work that a text full of stray brackets can make
Answer = TypeVar("Answer")
_LANDMARK = re.compile(r"[{\[]|<(?P<end>/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_THINKING_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)


class Reason(StrEnum):
    """Why no answer could be taken from a text."""

    EMPTY = "empty"
    TRUNCATED = "truncated"
    TOO_LARGE = "too_large"
    NO_OBJECT = "no_object"
    EMPTY_LIST = "empty_list"
    CUT_OFF = "cut_off"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    BAD_NUMBER = "bad_number"
    AMBIGUOUS = "ambiguous"
    DOES_NOT_FIT = "does_not_fit"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The first object of an answer that fits."""

    value: JsonObject


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No answer could be taken; `detail` says in English what a corrective question should name."""

    reason: Reason
    detail: str


class MisfitError(Exception):
    """An object is not what was asked for; the message says in what."""


@dataclass(slots=True)
class _Found:
    objects: list[JsonObject]
    is_open_thinking: bool = False
    problem: Reason = Reason.NO_OBJECT


def read_object(
    text: str | None, *, accepts: Callable[[JsonObject], bool], truncated: bool = False
) -> Parsed | Unreadable:
    """Return the first object in `text` that `accepts` takes, or why there is none. Never raises for any text."""

    def checked(value: JsonObject) -> Parsed:
        if not accepts(value):
            raise MisfitError("the object is not of the form that was asked for")
        return Parsed(value)

    return read_as(text, checked, truncated=truncated)


def read_as(text: str | None, build: Callable[[JsonObject], Answer], *, truncated: bool) -> Answer | Unreadable:
    """Return what `build` makes of the first object it takes; it raises MisfitError for one that does not fit."""
    if truncated:
        return Unreadable(Reason.TRUNCATED, "the answer was cut off before its end")
    if text is None or not text.strip("\ufeff\x00 \t\r\n"):
        return Unreadable(Reason.EMPTY, "the answer is empty")
    if len(text) > MAX_ANSWER_BYTES or len(text.encode("utf-8", "replace")) > MAX_ANSWER_BYTES:
        return Unreadable(Reason.TOO_LARGE, f"the answer is larger than {MAX_ANSWER_BYTES} bytes")
    try:
        found = _objects_in(clean(text))
    except RefusedError as refused:
        reason = Reason(refused.args[0])
        return Unreadable(reason, _DETAILS[reason])
    return _first_fitting(found, build)


def _first_fitting(found: _Found, build: Callable[[JsonObject], Answer]) -> Answer | Unreadable:
    misfit = ""
    fitting: list[Answer] = []
    for value in found.objects:
        try:
            fitting.append(build(value))
        except MisfitError as error:
            misfit = misfit or str(error)
    if found.is_open_thinking and any(answer != fitting[0] for answer in fitting):
        # Thinking that never ends may hold drafts: which of two answers is meant cannot be known.
        return Unreadable(
            Reason.AMBIGUOUS, "several different answers stand in the reply; give exactly one JSON object"
        )
    if fitting:
        return fitting[0]
    if found.objects:
        return Unreadable(Reason.DOES_NOT_FIT, misfit)
    return Unreadable(found.problem, _DETAILS[found.problem])


def _objects_in(text: str) -> _Found:
    found = _Found([])
    position = segment = 0
    for _ in range(MAX_STARTS):
        mark = _LANDMARK.search(text, position)
        if mark is None:
            break
        if mark.group() not in "{[":
            position = segment = _after_thinking(text, mark, found)
            continue
        try:
            value, position = _value_at(text, mark.start())
        except MalformedError as malformed:
            if malformed.cut_off:
                return _Found([], problem=Reason.CUT_OFF)
            position = max(malformed.position, mark.end())
            continue
        if isinstance(value, dict):
            found.objects.append(value)
        elif value == [] and _is_opening(text[segment : mark.start()]):
            found.problem = Reason.EMPTY_LIST
    return found


def _after_thinking(text: str, mark: re.Match[str], found: _Found) -> int:
    if mark.group("end"):
        # The beginning was in the prompt's template: what came so far was thinking.
        found.objects.clear()
        found.is_open_thinking = False
        return mark.end()
    if found.is_open_thinking:
        return mark.end()
    end = _THINKING_END.search(text, mark.end())
    if end is not None:
        return end.end()
    found.is_open_thinking = True
    return mark.end()


def _is_opening(before: str) -> bool:
    return before.strip("\ufeff \t\r\n").lower() in {"", "```", "```json"}


def _value_at(text: str, start: int) -> tuple[object, int]:
    try:
        value, end = _DECODER.raw_decode(text, start)
    except RecursionError as error:
        raise RefusedError(Reason.TOO_DEEP) from error
    except ValueError:
        loose = strict_text(text, start)
        end = loose.end
        try:
            value = _DECODER.decode(loose.json)
        except ValueError as error:
            # Skipped as a whole: what stands inside a broken object is no answer.
            raise MalformedError(end) from error
    return _cleaned(value, depth=0), end


def _cleaned(value: object, *, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise RefusedError(Reason.TOO_DEEP)
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(item, depth=depth + 1) for item in value]
    if isinstance(value, dict):
        return {key: _cleaned(item, depth=depth + 1) for key, item in value.items()}
    return value


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise RefusedError(Reason.DUPLICATE_KEY)
    return value


def _refuse_constant(_: str) -> NoReturn:
    raise RefusedError(Reason.BAD_NUMBER)


def _integer(digits: str) -> int:
    if len(digits) > MAX_NUMBER_LENGTH:
        raise RefusedError(Reason.BAD_NUMBER)
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise RefusedError(Reason.BAD_NUMBER)
    return number


# strict=False takes raw line breaks inside strings, which models often write.
_DECODER = json.JSONDecoder(
    strict=False,
    object_pairs_hook=_without_duplicates,
    parse_constant=_refuse_constant,
    parse_int=_integer,
    parse_float=_decimal,
)
_DETAILS = {
    Reason.NO_OBJECT: "the answer holds no JSON object",
    Reason.EMPTY_LIST: "the answer is an empty list, not a JSON object",
    Reason.CUT_OFF: "the JSON object is not closed",
    Reason.TOO_DEEP: f"the JSON is nested deeper than {MAX_DEPTH} levels",
    Reason.DUPLICATE_KEY: "a key stands twice in one JSON object",
    Reason.BAD_NUMBER: "a number is not finite, or absurdly long",
}
