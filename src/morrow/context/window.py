"""The three defences of a window: where to compress, how to shorten by rule, what to drop at last. Asks no model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from morrow.context.errors import ContextTooSmall
from morrow.context.limits import Limits
from morrow.context.pairs import pair_safe_cut, safe_cuts
from morrow.context.prompt import Prompt, tokens_of
from morrow.context.record import LeftOut
from morrow.context.results import slim
from morrow.context.tokens import TokenCounter
from morrow.models.chat import Message, Role

LAST_MESSAGES = 2  # never dropped, with what a tool result among them answers
RECENT_TURNS = 2  # what an emergency keeps
_FULL = "the window is full"
_LAST_TO_GO: tuple[tuple[str, Callable[[Prompt], Prompt]], ...] = (
    ("goal", lambda prompt: replace(prompt, first=None)),
    ("summary", lambda prompt: replace(prompt, summary="")),
    ("recall", lambda prompt: replace(prompt, block="")),
)


@dataclass(frozen=True, slots=True)
class Shorter:
    """A prompt of which something was left out, and what."""

    prompt: Prompt
    left_out: tuple[LeftOut, ...] = ()


def is_over_trigger(prompt: Prompt, limits: Limits, counter: TokenCounter) -> bool:
    """Whether older turns are to be compressed: the prompt has more tokens than the trigger, not just as many."""
    return tokens_of(prompt, counter) > limits.trigger


def tail_start(messages: Sequence[Message], *, tail_tokens: int, tail_messages: int, counter: TokenCounter) -> int:
    """Return where the latest messages begin that are kept as they are; 0: all are.

    The tail has about `tail_tokens` (half as many more at most), but at least `tail_messages`; a conversation of no
    more messages than that loses its first one only. A tool's result is never parted from its call.
    """
    room = tail_tokens * 3 // 2
    start = len(messages)
    while start and (room := room - counter.message(messages[start - 1])) >= 0:
        start -= 1
    if start == 0:
        return 0
    kept = max(len(messages) - start, tail_messages)
    return pair_safe_cut(messages, max(0, min(max(1, len(messages) - kept), len(messages) - LAST_MESSAGES)))


def slimmed(prompt: Prompt, *, history_upto: int) -> Shorter:
    """Return the prompt with the tool results before that place of its history made shorter, and older steps' too."""
    spoken = [*(placed.message for placed in prompt.history), *prompt.steps]
    split = len(prompt.history)
    shown = slim(spoken, upto=history_upto)
    steps = slim(spoken, upto=max(split, len(spoken) - LAST_MESSAGES))[split:]
    history = tuple(replace(placed, message=m) for placed, m in zip(prompt.history, shown[:split], strict=True))
    changed = sum(old is not new and old != new for old, new in zip(spoken, [*shown[:split], *steps], strict=True))
    results = sum(message.role is Role.TOOL for message in spoken)
    left_out = (LeftOut("conversation", changed, results, "older tool results are shortened"),) if changed else ()
    return Shorter(replace(prompt, history=history, steps=tuple(steps)), left_out)


def compressed(prompt: Prompt, cut: int, summary: str) -> Shorter:
    """Return the prompt with `summary` in place of the first `cut` messages of its history."""
    left_out = LeftOut("conversation", cut, len(prompt.history), "older turns are summarised")
    return Shorter(replace(prompt, history=prompt.history[cut:], summary=summary), (left_out,))


def hard_cut(prompt: Prompt, window: int, counter: TokenCounter) -> Shorter:
    """Return the prompt cut to the window: the oldest messages go first, then goal, summary and recall block.

    The current message and the last two stay. Raises ContextTooSmall if these and the instructions are too large.
    """
    if tokens_of(prompt, counter) <= window:
        return Shorter(prompt)
    cut = _without_oldest(prompt, window, counter)
    for part, without in _LAST_TO_GO:
        if tokens_of(cut.prompt, counter) <= window:
            return cut
        smaller = without(cut.prompt)
        if tokens_of(smaller, counter) < tokens_of(cut.prompt, counter):
            cut = Shorter(smaller, (*cut.left_out, LeftOut(part, 1, 1, _FULL)))
    needed = tokens_of(cut.prompt, counter)
    if needed > window:
        raise ContextTooSmall(
            f"the turn needs {needed} tokens and the window has {window}: {_largest(cut.prompt, counter)}; shorten "
            "them, or use a model with a larger window",
            tokens=needed,
            window=window,
        )
    return cut


def emergency(prompt: Prompt) -> Shorter | None:
    """Return the prompt with the last two turns and the current message only, or None if that is no shorter.

    For a provider that finds a prompt too long although it counted as short enough. Asks no model.
    """
    history = prompt.history
    starts = [place for place, placed in enumerate(history) if placed.message.role is Role.USER]
    start = starts[-RECENT_TURNS] if len(starts) >= RECENT_TURNS else 0
    start = pair_safe_cut([placed.message for placed in history], start)
    kept = replace(prompt, history=history[start:], left_out=prompt.left_out + start)
    shorter = slimmed(kept, history_upto=max(0, len(kept.history) + len(kept.steps) - LAST_MESSAGES))
    if len(history) + len(prompt.steps) <= LAST_MESSAGES or shorter.prompt == prompt:
        return None
    dropped = (LeftOut("conversation", start, len(history), "the provider found the prompt too long"),) if start else ()
    return Shorter(shorter.prompt, (*dropped, *shorter.left_out))


def _without_oldest(prompt: Prompt, window: int, counter: TokenCounter) -> Shorter:
    """Return the prompt without as many of its oldest messages as it takes to fit, the last two excepted."""
    spoken = [*(placed.message for placed in prompt.history), *prompt.steps]
    last = pair_safe_cut(spoken, max(0, len(spoken) - LAST_MESSAGES))
    cuts = [cut for cut in safe_cuts(spoken) if 0 < cut <= last]
    if not cuts:
        return Shorter(prompt)
    too_many = tokens_of(_dropped(prompt, cuts[0]), counter) + counter.messages(spoken[: cuts[0]]) - window
    dropped = 0
    chosen = cuts[-1]
    for before, cut in zip([0, *cuts], cuts, strict=False):
        dropped += counter.messages(spoken[before:cut])
        if dropped >= too_many and tokens_of(_dropped(prompt, cut), counter) <= window:
            chosen = cut
            break
    left_out = LeftOut("conversation", chosen, len(spoken), _FULL)
    return Shorter(_dropped(prompt, chosen), (left_out,))


def _dropped(prompt: Prompt, cut: int) -> Prompt:
    split = len(prompt.history)
    steps = prompt.steps[max(0, cut - split) :]
    return replace(prompt, history=prompt.history[cut:], steps=steps, left_out=prompt.left_out + cut)


def _largest(prompt: Prompt, counter: TokenCounter) -> str:
    parts = {
        "the system prompt": counter.count(prompt.system),
        "the current message": counter.message(prompt.current),
        "the last messages": counter.messages([*(placed.message for placed in prompt.history), *prompt.steps]),
        "the tools": counter.tools(prompt.tools),
    }
    return ", ".join(f"{name} {tokens}" for name, tokens in parts.items() if tokens)
