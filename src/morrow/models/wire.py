"""Reads fields of a vendor's JSON without trusting its form: what is missing or of another type is a plain default."""

import json
from typing import TypeGuard

from morrow.models.chat import JsonObject, Usage
from morrow.models.errors import AnswerBroken

MAX_TOKENS_BELIEVED = 100_000_000


def json_object(data: bytes | str, who: str) -> JsonObject:
    """Return the JSON object that a whole response body is. Raises AnswerBroken for anything else."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise AnswerBroken(f"{who} did not answer with JSON; check `base-url`") from error
    if not isinstance(value, dict):
        raise AnswerBroken(f"{who} did not answer with a JSON object; check `base-url`")
    return value


def object_in(value: JsonObject, name: str) -> JsonObject:
    """Return the object under `name`, or an empty one."""
    inner = value.get(name)
    return inner if isinstance(inner, dict) else {}


def objects_in(value: JsonObject, name: str) -> tuple[JsonObject, ...]:
    """Return the objects in the list under `name`; whatever else is in it is left out."""
    inner = value.get(name)
    return tuple(item for item in inner if isinstance(item, dict)) if isinstance(inner, list) else ()


def text_in(value: JsonObject, name: str) -> str:
    """Return the string under `name`, or an empty one; a list of text parts is joined."""
    inner = value.get(name)
    if isinstance(inner, str):
        return inner
    return "".join(text_in(part, "text") for part in objects_in(value, name))


def usage_in(prompt: object, completion: object, *, asked: str, answered: str) -> Usage:
    """Return the tokens a server counted, or an estimate from the texts where it counts nothing believable."""
    if _is_count(prompt) and _is_count(completion):
        return Usage(prompt, completion)
    return Usage(rough_tokens(asked), rough_tokens(answered), is_estimated=True)


def said_in(body: object) -> str:
    """Return the message in the body of an error, which vendors put at two depths, or an empty text."""
    if not isinstance(body, dict):
        return ""
    return text_in(object_in(body, "error") or body, "message")


def rough_tokens(text: str) -> int:
    """Return about how many tokens `text` has, rather more than less: a third of its UTF-8 bytes."""
    return (len(text.encode("utf-8", "replace")) + 2) // 3


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MAX_TOKENS_BELIEVED
