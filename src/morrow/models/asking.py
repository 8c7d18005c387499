"""How a model is asked for JSON: by default in words, since forced tool calls fail on models that think first."""

import json
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from morrow.models.chat import AnswerSchema, Message, Role


class AnswerFormat(StrEnum):
    """How a schema is asked for: in words (any model), as any JSON object, or as the schema itself."""

    PROMPT = "prompt"
    JSON_OBJECT = "json_object"
    JSON_SCHEMA = "json_schema"


def with_schema(messages: Sequence[Message], schema: AnswerSchema) -> tuple[Message, ...]:
    """Return the messages with a request for one JSON object in the first system message, or in a new one."""
    asked = (
        "Answer with exactly one JSON object and nothing else: no prose, no code fence. "
        "It has to fit this JSON schema:\n" + json.dumps(schema.schema, ensure_ascii=False, separators=(",", ":"))
    )
    if messages and messages[0].role is Role.SYSTEM:
        first = messages[0]
        return (replace(first, text=f"{first.text}\n\n{asked}"), *messages[1:])
    return (Message.system(asked), *messages)
