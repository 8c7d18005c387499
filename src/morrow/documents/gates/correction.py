"""Finds the user's message that corrects what an entry says: "not 9090 but 9091", 搬到杭州了. Changes nothing."""

import re

from morrow.documents.day_mark import without_mark
from morrow.documents.entries import Entry
from morrow.documents.gates.context import Run, UserMessage, specifics_of
from morrow.text.specifics import read
from morrow.text.words import content_tokens

_CUE = re.compile(
    r"(?i)不是|而是|改[成为到用叫]|换[成到用了]|搬[到去家]|更正|纠正|[说记写弄]错|应该是|其实是?|现在[是用改住在叫]|不再|已经不|不用了|取消"
    r"|推迟|提前|涨到|降到|变成|更新[成为]|调[整到]"
    r"|(?<![a-z])(?:not|no longer|actually|instead|correct(?:ion|ed)?|chang(?:ed?|es|ing)|moved?|moving"
    r"|switch(?:ed|ing)?|now"
    r"|wrong|updat(?:ed?|ing)|rather|used to|replac(?:ed?|ing)|meant|postponed|cancell?ed|renamed|isn't|aren't"
    r"|anymore)(?![a-z])"
)


def correction_of(run: Run, entry: Entry, new: str | None, *, is_strict: bool) -> UserMessage | None:
    """Return the latest message, said after the entry was last seen, that corrects it (to `new`, if given), or None.

    A message corrects if it says so and names an old value, or states the new one. Strict, for a person's entry:
    the message must also speak of the same thing or name the old value.
    """
    known_until = max(entry.last_seen, entry.confirmed_at or entry.last_seen)
    for message in sorted(run.context.user_messages, key=lambda m: m.said_at, reverse=True):
        is_later = message.said_at > known_until
        if is_later and _CUE.search(message.text) and _corrects(run, message, entry, new, is_strict=is_strict):
            return message
    return None


def _corrects(run: Run, message: UserMessage, entry: Entry, new: str | None, *, is_strict: bool) -> bool:
    said = read(message.text)
    old = without_mark(run.statement(entry.text))
    old_specifics = specifics_of(old)
    if new is None:
        return any(said.has(specific) for specific in old_specifics)
    target = without_mark(run.statement(new))
    now = read(target)
    names_old = any(said.has(specific) for specific in old_specifics if not now.has(specific))
    fresh = [specific for specific in now.specifics if specific not in old_specifics]
    said_tokens, old_tokens = set(content_tokens(message.text)), set(content_tokens(old))
    new_tokens = set(content_tokens(target)) - old_tokens
    states_new = all(said.has(s) for s in fresh) if fresh else len(new_tokens & said_tokens) * 2 > len(new_tokens)
    is_same_subject = names_old or bool(said_tokens & old_tokens)
    return states_new and (is_same_subject or not is_strict)
