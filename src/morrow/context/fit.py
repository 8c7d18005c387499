"""Makes a turn's prompt fit its window: measures, lets the front be summarised, cuts, and keeps the record of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from morrow.context.goal import goal_of
from morrow.context.limits import Limits
from morrow.context.prompt import Placed, Prompt, first_said, tokens_of, without_halves
from morrow.context.record import BlockTokens, ContextRecord, LeftOut
from morrow.context.summary import Summary
from morrow.context.tokens import TokenCounter
from morrow.context.window import LAST_MESSAGES, compressed, emergency, hard_cut, is_over_trigger, slimmed, tail_start

# Is given the messages to be summarised and the most tokens of their summary.
Summarise = Callable[[Sequence[Placed], int], Awaitable[Summary]]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A prompt that fits, its record, and the summary that was made for it (to be stored), if one was."""

    prompt: Prompt
    record: ContextRecord
    summary: Summary | None = None


async def fit(
    prompt: Prompt,
    limits: Limits,
    *,
    summarise: Summarise,
    counter: TokenCounter,
    left_out: tuple[LeftOut, ...] = (),
    summary_by: str = "",
) -> Fitted:
    """Return `prompt` so that it fits the window of `limits`; one within the trigger comes back as it is.

    `left_out` is what its shared documents and recall block lack already, `summary_by` who wrote its summary.
    Raises ContextTooSmall if what cannot be left out is larger than the window.
    """
    draft = _Draft(_with_goal(without_halves(prompt), counter), left_out, summary_by)
    if is_over_trigger(draft.prompt, limits, counter):
        draft = await _compress(draft, limits, summarise, counter)
    if tokens_of(draft.prompt, counter) > limits.window:
        draft = _cut(draft, limits.window, counter)
    return Fitted(draft.prompt, _record(draft, limits, counter), draft.made)


def fit_again(fitted: Fitted, limits: Limits, *, counter: TokenCounter) -> Fitted | None:
    """Return a much shorter prompt for a provider that found this one too long, or None if none can be made."""
    shorter = emergency(fitted.prompt)
    if shorter is None:
        return None
    before = fitted.record
    draft = _Draft(shorter.prompt, (*before.left_out, *shorter.left_out), before.summary_by, "emergency")
    if tokens_of(draft.prompt, counter) > limits.window:
        draft = replace(_cut(draft, limits.window, counter), defence="emergency")
    return Fitted(draft.prompt, _record(draft, limits, counter))


@dataclass(frozen=True, slots=True)
class _Draft:
    prompt: Prompt
    left_out: tuple[LeftOut, ...] = ()
    summary_by: str = ""
    defence: str = "none"
    made: Summary | None = None


def _with_goal(prompt: Prompt, counter: TokenCounter) -> Prompt:
    # Behind a summary the history begins later than the conversation; only the caller knows the first message then.
    first = prompt.first or (None if prompt.summary else first_said(prompt.history))
    return replace(prompt, first=first, goal=goal_of(first, counter, language=prompt.language))


async def _compress(draft: _Draft, limits: Limits, summarise: Summarise, counter: TokenCounter) -> _Draft:
    spoken = [placed.message for placed in draft.prompt.history]
    start = tail_start(spoken, tail_tokens=limits.tail_tokens, tail_messages=limits.tail_messages, counter=counter)
    shorter = slimmed(draft.prompt, history_upto=start)
    if shorter.left_out:
        draft = replace(draft, prompt=shorter.prompt, left_out=draft.left_out + shorter.left_out, defence="slimmed")
    if start == 0 or not is_over_trigger(draft.prompt, limits, counter):
        return draft
    front = draft.prompt.history[:start]
    most = limits.summary_tokens_for(counter.messages(placed.message for placed in front))
    summary = await summarise(front, most)
    shorter = compressed(draft.prompt, start, summary.text)
    left_out = draft.left_out + shorter.left_out
    return _Draft(shorter.prompt, left_out, summary.by, "compressed", summary)


def _cut(draft: _Draft, window: int, counter: TokenCounter) -> _Draft:
    """Shorten every tool result but those of the last messages, then drop messages until the prompt fits."""
    spoken = len(draft.prompt.history) + len(draft.prompt.steps)
    slim = slimmed(draft.prompt, history_upto=max(0, spoken - LAST_MESSAGES))
    shorter = hard_cut(slim.prompt, window, counter)
    defence = "hard-cut" if shorter.left_out else "slimmed"
    return replace(
        draft, prompt=shorter.prompt, left_out=draft.left_out + slim.left_out + shorter.left_out, defence=defence
    )


def _record(draft: _Draft, limits: Limits, counter: TokenCounter) -> ContextRecord:
    prompt = draft.prompt
    system = counter.messages(prompt.messages[:1]) if prompt.system else 0
    instructions = min(system, counter.count(prompt.instructions.strip()))
    message = counter.message(prompt.current)
    blocks = (
        ("instructions", instructions),
        ("shared", system - instructions),
        ("tools", counter.tools(prompt.tools)),
        ("summary", counter.message(prompt.messages[bool(prompt.system)]) if prompt.preface else 0),
        ("conversation", counter.messages(placed.message for placed in prompt.history)),
        ("recall", counter.message(prompt.asked) - message),
        ("message", message),
        ("steps", counter.messages(prompt.steps)),
    )
    return ContextRecord(
        window=limits.window,
        trigger=limits.trigger,
        blocks=tuple(BlockTokens(name, tokens) for name, tokens in blocks),
        left_out=draft.left_out,
        defence=draft.defence,
        summary_by=draft.summary_by if prompt.summary else "",
        summary_problem=draft.made.problem if draft.made else "",
    )
