"""Tool calls of a message as they lie in its row: a JSON list, or an empty text for none."""

import json
from collections.abc import Sequence

from morrow.models.chat import ToolCall


def write_calls(calls: Sequence[ToolCall]) -> str:
    """Return tool calls as a row has them."""
    told = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in calls]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) if told else ""


def read_calls(text: str) -> tuple[ToolCall, ...]:
    """Return the tool calls of a row."""
    return tuple(ToolCall(**told) for told in json.loads(text)) if text else ()
