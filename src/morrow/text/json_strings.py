"""Changes the strings inside a JSON text. What is no JSON is one string."""

import json
from collections.abc import Callable
from typing import Any


def mapped_json(text: str, change: Callable[[str], str]) -> str:
    """Return a JSON text with `change` applied to all its strings, names included; as it came where none changes."""
    try:
        told = json.loads(text)
    except ValueError:  # a model may write anything as the arguments of a tool
        return change(text)
    clean = _mapped(told, change)
    return text if clean == told else json.dumps(clean, ensure_ascii=False)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in value]
    if isinstance(value, dict):
        return {change(name): _mapped(one, change) for name, one in value.items()}
    return value
