"""Counts tokens: by a model's own tokenizer where one is at hand, else by an estimate. Knows no window."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from morrow.models.chat import Message, ToolSpec

TOKENS_PER_MESSAGE = 4
TOKENS_PER_TOOL = 12
Tokenizer = Callable[[str], int]

# Ideographs, kana, hangul, bopomofo, their punctuation and the full-width forms: about one token each.
_ONE_EACH = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U0001aff0-\U0001b16f\U00020000-\U0003ffff]+"
)


def estimate(text: str) -> int:
    """Return about how many tokens `text` has.

    Ideographs, kana, hangul and full-width forms count one each, ASCII a quarter, all else two thirds of its UTF-16
    units; each class is summed over the whole text, then rounded up.
    """
    if text.isascii():
        return -(-len(text) // 4)
    rest = _ONE_EACH.sub("", text)
    ascii_length = len(rest.encode("ascii", "ignore"))
    units = len(rest.encode("utf-16-le", "surrogatepass")) // 2 - ascii_length
    return len(text) - len(rest) - (-ascii_length // 4) - (-2 * units // 3)


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts as one model does; without its tokenizer, by the estimate."""

    tokenizer: Tokenizer = estimate

    def count(self, text: str) -> int:
        """Return the tokens of a text."""
        return self.tokenizer(text)

    def message(self, message: Message) -> int:
        """Return the tokens of a message: its text, the arguments of its tool calls, and 4 for its frame."""
        arguments = sum(self.count(call.arguments) for call in message.tool_calls)
        return TOKENS_PER_MESSAGE + self.count(message.text) + arguments

    def messages(self, messages: Iterable[Message]) -> int:
        """Return the tokens of messages together."""
        return sum(map(self.message, messages))

    def tool(self, tool: ToolSpec) -> int:
        """Return the tokens of a tool's definition, 12 of them for its frame; 0 for one that cannot be sent."""
        try:
            parameters = json.dumps(tool.parameters, ensure_ascii=False, separators=(",", ":"))
        except (TypeError, ValueError):
            return 0
        return TOKENS_PER_TOOL + self.count(f"{tool.name}\n{tool.description}\n{parameters}")

    def tools(self, tools: Iterable[ToolSpec]) -> int:
        """Return the tokens of tool definitions together."""
        return sum(map(self.tool, tools))
