"""Decides whether an ask to remember is meant for the agent, or is one person's word to another. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from morrow.conversations.turns import Message
from morrow.extraction.rules import Statement, StatementKind


def takes_part(messages: Iterable[Message]) -> bool:
    """Whether the agent speaks in these messages; where only people talk, nobody asks it for anything."""
    return any(message.role == "assistant" for message in messages)


def addressed(statements: Iterable[Statement], *, to_agent: bool) -> list[Statement]:
    """Return the statements; among people an ask ("remember to rest!") is none, and what else they say stays."""
    if to_agent:
        return list(statements)
    said = (statement for statement in statements if statement.kind is not StatementKind.EXPLICIT)
    return [replace(statement, asked=False) for statement in said]
