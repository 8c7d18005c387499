"""A rule: one pattern, the words that wake it, and what it says of a sentence. The tables are beside it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from morrow.extraction.rules.statement import StatementKind


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a table.

    Named groups: `value` fills the slot `attribute`, `subject` says whose it is, `old` is what a correction replaces.
    `asked` marks a wish of the user to keep it; such rules hold in conditional sentences too ("if tests fail, always").
    `needs_day` rows count only in a sentence whose words name a day, `needs_specific` rows only in one that says
    something exact: a number, a date, an amount, a name.
    """

    kind: StatementKind
    pattern: re.Pattern[str]
    triggers: frozenset[str]
    attribute: str = ""
    asked: bool = False
    needs_day: bool = False
    needs_specific: bool = False


def rule(
    kind: StatementKind,
    triggers: str,
    pattern: str,
    attribute: str = "",
    *,
    asked: bool = False,
    needs_day: bool = False,
    needs_specific: bool = False,
) -> Rule:
    """Return a row; `triggers` are split at spaces, the pattern ignores case."""
    woken_by = frozenset(triggers.split())
    return Rule(kind, re.compile(pattern, re.IGNORECASE), woken_by, attribute, asked, needs_day, needs_specific)


class Table:
    """The rules of one language, woken by words: a sentence is tried only against those it could match."""

    __slots__ = ("_by_trigger", "rules")

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self._by_trigger: dict[str, list[int]] = {}
        for index, rule in enumerate(self.rules):
            for trigger in rule.triggers:
                self._by_trigger.setdefault(trigger, []).append(index)

    def woken_by(self, words: Iterable[str]) -> Iterator[Rule]:
        """Yield the rules that any of `words` wakes, in the order of the table."""
        by_trigger = self._by_trigger
        woken = {index for word in words if word in by_trigger for index in by_trigger[word]}
        for index in sorted(woken):
            yield self.rules[index]

    @property
    def triggers(self) -> Iterable[str]:
        """All words that wake a rule."""
        return self._by_trigger.keys()
