"""Long-term memory for AI agents that a person can read, question and correct."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from morrow.memory import Memory
    from morrow.owners import Owner, Scope

__all__ = ["Memory", "Owner", "Scope"]
_HOMES = {"Memory": "morrow.memory", "Owner": "morrow.owners", "Scope": "morrow.owners"}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is: `morrow --help` needs none of it."""
    from importlib import import_module  # noqa: PLC0415

    if name not in _HOMES:
        raise AttributeError(f"module 'morrow' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
