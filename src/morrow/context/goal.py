"""The goal anchor: what a conversation began with, kept when its first message is no longer shown. Pure."""

from morrow.context.clipping import clip_middle
from morrow.context.prompt import Placed
from morrow.context.tokens import TokenCounter
from morrow.context.wording import WORDINGS
from morrow.text.language import Language

MOST_TOKENS = 400


def goal_of(first: Placed | None, counter: TokenCounter, *, language: Language = "en", most: int = MOST_TOKENS) -> str:
    """Return the words of the first user message, a long one as its head and tail; empty if there are none."""
    if first is None:
        return ""
    return clip_middle(first.message.text.strip(), most, counter, mark=WORDINGS[language].cut)
