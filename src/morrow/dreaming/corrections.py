"""Finds what the user said later against a line: a value taken back, a newer value of a slot, a denial."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime

from morrow.dreaming.notes import NoteLine
from morrow.dreaming.themes import said_first, units
from morrow.text.polarity import denied_tokens, polarity
from morrow.text.similarity import normalise
from morrow.text.specifics import read, stands_in
from morrow.text.words import content_runs, content_tokens, fold, is_weak, topic_tokens

_COVERED = 0.75
_ZH_NEGATION = re.compile("[不没别]")


class Corrections:
    """All lines of a window, asked one by one what speaks against them. Later lines only: the last word counts."""

    def __init__(self, lines: Iterable[NoteLine]) -> None:
        self._replacing: list[tuple[str, NoteLine]] = []
        self._newest_of_slot: dict[str, NoteLine] = {}
        self._denying: defaultdict[str, list[NoteLine]] = defaultdict(list)
        self._affirming: defaultdict[str, list[NoteLine]] = defaultdict(list)
        for line in sorted(lines, key=said_first):
            if line.replaces:
                self._replacing.append((fold(line.replaces), line))
            if line.slot and line.value:
                self._newest_of_slot[line.slot] = line
            by_token = self._denying if polarity(line.text) % 2 else self._affirming
            for token in topic_tokens(line.text):
                by_token[token].append(line)

    def of(self, line: NoteLine) -> NoteLine | None:
        """Return the last line that takes back what `line` says or gives its slot another value, or None."""
        newest = self._newest_of_slot.get(line.slot) if line.slot and line.value else None
        if newest and newest.said_at > line.said_at and normalise(newest.value) != normalise(line.value):
            return newest
        own, text = fold(line.replaces), fold(line.text)  # a line that takes back the same value does not say it
        later = (
            one
            for replaced, one in reversed(self._replacing)
            if replaced in text and replaced != own and one.said_at > line.said_at
        )
        return next((other for other in later if takes_back(other, line.text, slot=line.slot)), None)

    def denying(self, line: NoteLine, last_said: datetime) -> NoteLine | None:
        """Return the last line that denies what `line` affirms, or the other way round, said after `last_said`."""
        opposite = self._affirming if polarity(line.text) % 2 else self._denying
        tokens, denied = topic_tokens(line.text), denied_tokens(line.text)
        shared: Counter[NoteLine] = Counter()
        for token in tokens:
            shared.update(other for other in opposite.get(token, ()) if other.said_at > last_said)
        later = sorted((other for other, count in shared.items() if 2 * count >= len(tokens)), key=said_first)
        return next((other for other in reversed(later) if _turns_round(other.text, tokens, denied)), None)


def takes_back(correction: NoteLine, text: str, *, slot: str = "") -> bool:
    """Return whether a correcting line names a value that stands in `text` and speaks of the same thing."""
    replaced = fold(correction.replaces)
    if not replaced or not stands_in(replaced, fold(text)) or normalise(correction.text) == normalise(text):
        return False
    if _says_new_value_too(correction, text):
        return False
    if slot and slot == correction.slot:
        return True
    old = frozenset(content_tokens(correction.replaces))
    if (topic_tokens(correction.text) - old) & topic_tokens(text):
        return True
    # "I prefer tea in the morning" has no topic but tea: the words around it, common as they are, must come again.
    around = frozenset(units(content_runs(text))) - frozenset(units(content_runs(correction.replaces)))
    shared = around & frozenset(units(content_runs(correction.text)))
    return not all(map(is_weak, old)) and bool(shared) and 2 * len(shared) >= len(around)


def _says_new_value_too(correction: NoteLine, text: str) -> bool:
    """Return whether a text holds the new value beside the old one, as a history does ("moved from 9090 to 9091")."""
    if correction.value:
        return stands_in(fold(correction.value), fold(text))
    old = read(correction.replaces)
    new = [specific for specific in read(correction.text).specifics if not old.has(specific)]
    return bool(new) and all(read(text).has(specific) for specific in new)


def denies(later: str, text: str) -> bool:
    """Return whether a later statement turns round what `text` says, about nothing but what `text` is about.

    "I like tea" is not denied by "I don't like green tea".
    """
    return polarity(later) % 2 != polarity(text) % 2 and _turns_round(later, topic_tokens(text), denied_tokens(text))


def _turns_round(later: str, tokens: frozenset[str], denied: frozenset[str]) -> bool:
    theirs = frozenset(token for token in topic_tokens(later) if not _ZH_NEGATION.search(token))
    their_denied = denied_tokens(later)
    shared = theirs & tokens
    is_covered = len(shared) >= _COVERED * len(theirs) and 2 * len(shared) >= len(tokens)
    return bool(shared) and is_covered and all((token in denied) != (token in their_denied) for token in shared)
