"""Which tool result answers which call, and where a list of messages may be cut without parting them. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from morrow.models.chat import Message, Role


def callers(messages: Sequence[Message]) -> list[int | None]:
    """Return for each message the index of the one whose tool call it answers; None for what answers none.

    As vendors have it, results follow right behind the message that calls; each call is answered once.
    """
    found: list[int | None] = []
    open_calls: dict[str, int] = {}
    for index, message in enumerate(messages):
        if message.role is Role.TOOL:
            found.append(open_calls.pop(message.tool_call_id or "", None))
            continue
        open_calls = {call.id: index for call in message.tool_calls if call.id}
        found.append(None)
    return found


def pair_safe_cut(messages: Sequence[Message], cut: int, *, least_front: int = 1) -> int:
    """Return `cut`, moved back so far that no result behind it answers a call before it.

    0 means: do not cut, for less than `least_front` messages would stand before it.
    """
    if cut >= len(messages):
        return len(messages)
    torn = [caller for caller in callers(messages)[cut:] if caller is not None and caller < cut]
    cut = min(torn, default=cut)
    return cut if cut >= least_front else 0


def safe_cuts(messages: Sequence[Message]) -> list[int]:
    """Return every place, 0 and the end included, at which the messages may be cut, in order."""
    cuts = [len(messages)]
    earliest = len(messages)  # the first message that is called behind the place looked at
    for index, caller in reversed(list(enumerate(callers(messages)))):
        earliest = min(earliest, index if caller is None else caller)
        if earliest == index:
            cuts.append(index)
    return cuts[::-1]


def is_paired(messages: Sequence[Message]) -> bool:
    """Whether every tool call has its result and every result its call."""
    return _mended_once(messages) == list(messages)


def mended(messages: Sequence[Message]) -> list[Message | None]:
    """Return the messages in their places without calls that have no result, and results that have no call.

    None stands for a message of which nothing is left. Vendors refuse a prompt that holds such halves.
    """
    whole: list[Message | None] = list(messages)
    while True:
        present = [message for message in whole if message is not None]
        once = _mended_once(present)
        if once == present:
            return whole
        places = [index for index, message in enumerate(whole) if message is not None]
        for index, message in zip(places, once, strict=True):
            whole[index] = message


def _mended_once(messages: Sequence[Message]) -> list[Message | None]:
    answers = callers(messages)
    answered: dict[int, set[str]] = {}
    for message, caller in zip(messages, answers, strict=True):
        if caller is not None:
            answered.setdefault(caller, set()).add(message.tool_call_id or "")
    kept: list[Message | None] = []
    for index, message in enumerate(messages):
        if message.role is Role.TOOL:
            kept.append(message if answers[index] is not None else None)
        else:
            kept.append(_with_calls(message, answered.get(index, set())))
    return kept


def _with_calls(message: Message, answered: set[str]) -> Message | None:
    calls = tuple(call for call in message.tool_calls if call.id in answered)
    if len(calls) == len(message.tool_calls):
        return message
    return replace(message, tool_calls=calls) if calls or message.text.strip() else None
