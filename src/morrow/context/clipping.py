"""Cuts a text to a number of tokens: its head, or its head and its tail with a mark between. Pure."""

from collections.abc import Callable

from morrow.context.tokens import TokenCounter


def clip(text: str, most: int, counter: TokenCounter, *, mark: str = "…") -> str:
    """Return the text if it has at most `most` tokens, else the longest head of it that has, with `mark` behind.

    Nothing is left of it where not even the mark fits.
    """
    return _longest(text, most, counter, lambda length: text[:length].rstrip() + mark)


def clip_middle(text: str, most: int, counter: TokenCounter, *, mark: str) -> str:
    """Return the text if it has at most `most` tokens, else its head and its tail, half as long, around `mark`."""
    return _longest(
        text,
        most,
        counter,
        lambda length: text[: length - length // 3].rstrip() + mark + text[len(text) - length // 3 :].lstrip(),
    )


def _longest(text: str, most: int, counter: TokenCounter, shown: Callable[[int], str]) -> str:
    if counter.count(text) <= most:
        return text
    low, high = -1, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count(shown(middle)) <= most:
            low = middle
        else:
            high = middle - 1
    return shown(low) if low >= 0 else ""
