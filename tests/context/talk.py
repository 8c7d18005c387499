"""Conversations for these tests, written short: `u` and `a` speak, `a:1,2` calls tools 1 and 2, `r1` answers call 1."""

from morrow.context.prompt import Placed
from morrow.context.tokens import TokenCounter
from morrow.models.chat import Message, Role, ToolCall

COUNTER = TokenCounter()


def spoken(words: str, *, text: str = "hm") -> list[Message]:
    """Return the messages that `words` stand for, each saying `text`."""
    return [_message(word, text) for word in words.split()]


def placed(messages: list[Message]) -> tuple[Placed, ...]:
    """Return messages as they stand in a conversation, under ids m1, m2 and so on."""
    return tuple(Placed(message, f"m{number}", number) for number, message in enumerate(messages, start=1))


def long_text(tokens: int) -> str:
    """Return a text that makes a message of exactly `tokens`."""
    return "word" * (tokens - 4)


def _message(word: str, text: str) -> Message:
    if word.startswith("r"):
        return Message(Role.TOOL, text, tool_call_id=word[1:], name="tool")
    if word.startswith("a"):
        calls = [ToolCall(call, "tool", "{}") for call in word.partition(":")[2].split(",") if call]
        return Message.assistant(text, *calls)
    return Message.user(text)
