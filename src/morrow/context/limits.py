"""How large a prompt and its parts may be: the window and every share of it. Counts and cuts nothing."""

from dataclasses import dataclass
from decimal import Decimal

from morrow.settings import Settings

SMALL_WINDOW = 32_768
TINY_WINDOW = 8_192
MOST_SUMMARY_TOKENS = 3_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The window in tokens and what of it may be used for what. Source: docs/context.md."""

    window: int = 128_000
    trigger_ratio: float = 0.75
    recent_pairs: int = 2
    last_messages: int = 10
    summary_tokens: int = 300
    recall_tokens: int = 16_000

    @property
    def trigger(self) -> int:
        """Return the most tokens of a prompt that is left as it is."""
        return int(Decimal(str(self.trigger_ratio)) * self.window)

    @property
    def tail_tokens(self) -> int:
        """Return about how many tokens of the latest messages are kept when older ones are compressed."""
        return self.trigger // 5

    @property
    def tail_messages(self) -> int:
        """Return how many of the latest messages are never compressed."""
        return max(self.last_messages, 2 * self.recent_pairs)

    @property
    def block_tokens(self) -> int:
        """Return the most tokens of the recall block, in a window that is not small."""
        return min(self.recall_tokens, self.window // 8)

    @property
    def memory_tokens(self) -> int | None:
        """Return the most tokens of shared documents and recall block together; None: the window is not small."""
        if self.window >= SMALL_WINDOW:
            return None
        return self.window * 7 // 80 if self.window >= TINY_WINDOW else self.window * 3 // 80

    @property
    def shared_tokens(self) -> int | None:
        """Return the most tokens of shared documents; None: no limit.

        Half of memory's share, whatever the block takes: the system prompt stays the same from owner to owner.
        """
        return None if self.memory_tokens is None else self.memory_tokens // 2

    def block_tokens_beside(self, shared_tokens: int) -> int:
        """Return the most tokens of the recall block beside shared documents of that many."""
        if self.memory_tokens is None:
            return self.block_tokens
        return max(0, min(self.block_tokens, self.memory_tokens - shared_tokens))

    def summary_tokens_for(self, front_tokens: int) -> int:
        """Return the most tokens of a summary of messages that have `front_tokens`."""
        return max(self.summary_tokens, min(MOST_SUMMARY_TOKENS, front_tokens // 5))


def limits_of(settings: Settings, *, max_input_tokens: int | None) -> Limits:
    """Return the limits of a model; what it says of its own window wins over the setting."""
    window = settings.window
    return Limits(
        window=max_input_tokens or window.default_max_input_tokens,
        trigger_ratio=window.compact_trigger_ratio,
        recent_pairs=window.preserve_recent_pairs,
        last_messages=window.protect_last_min_messages,
        summary_tokens=window.summary_max_tokens,
        recall_tokens=settings.memory.recall.max_tokens,
    )
