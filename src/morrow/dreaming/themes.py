"""Which statements speak of the same thing: groups said-again and on-topic lines around one statement each.

A group is a star, not a chain: every member is linked to the statement in the middle, so topics never grow together.
Reads no documents and scores nothing.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from math import sqrt

from morrow.dreaming.notes import NoteLine
from morrow.text.polarity import denied_tokens
from morrow.text.similarity import normalise, overlap
from morrow.text.specifics import Kind, Reading, read
from morrow.text.words import content_runs, content_tokens, is_cjk, is_weak, windows

_EXACT_KINDS = (Kind.NUMBER, Kind.AMOUNT, Kind.DATE, Kind.TIME, Kind.ID, Kind.URL, Kind.EMAIL, Kind.PATH, Kind.QUOTED)
_SAME_STATEMENT = 0.57
_SAME_FRAME = 0.45
_ANCHORS_OF_A_TOPIC = 2.0
_ANCHORS_ABOVE_NAMES = 3.0
_SHARE_OF_A_TOPIC = 1 / 3
_MOST_STATEMENTS_OF_A_TOPIC = 12
_MOST_OF_ALL_STATEMENTS = 0.05
# A token that a great many statements share tells none of them apart, and would make the search for links slow.
_MOST_MIDDLES_OF_A_TOKEN = 150
_CLAUSE = re.compile(r"[,;:，；：。.!！]+\s*")
_SHARED_IN_A_CLAUSE = 3  # words or characters: below that, two clauses are no one sentence with something replaced


@dataclass(frozen=True)  # no slots: what comparing needs is worked out once, when it is first asked for
class Statement:
    """All lines that have one normal form, with what comparing them with others needs.

    `common` are the tokens that so many statements hold that they tell no topic.
    """

    form: str
    text: str = field(compare=False)
    lines: tuple[NoteLine, ...] = field(default=(), compare=False)
    common: frozenset[str] = field(default=frozenset(), compare=False)

    @cached_property
    def runs(self) -> list[str]:
        """Its meaningful words and CJK runs, in order."""
        return content_runs(self.text)

    @cached_property
    def clauses(self) -> list[list[str]]:
        """The runs of each of its clauses."""
        return [runs for clause in _CLAUSE.split(self.text) if (runs := content_runs(clause))]

    @cached_property
    def tokens(self) -> frozenset[str]:
        """What it is made of, comparable."""
        return frozenset(token for run in self.runs for token in windows(run))

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The tokens that are rare enough to tell its topic."""
        return frozenset(token for token in self.tokens - self.common if not is_weak(token))

    @cached_property
    def denied(self) -> frozenset[str]:
        """The tokens that stand in denied clauses only."""
        return denied_tokens(self.text)

    @cached_property
    def reading(self) -> Reading:
        """Its numbers, dates, names and other specifics."""
        return read(self.text)

    @cached_property
    def stands_alone(self) -> bool:
        """Whether only its own repetition supports it: what was asked for, confirmed, or corrects a value."""
        return any(line.asked or line.confirmed or line.replaces for line in self.lines)


def statements(lines: Iterable[NoteLine]) -> list[Statement]:
    """Return one statement for each normal form, its lines in the order they were said; any input order is the same."""
    by_form: defaultdict[str, list[NoteLine]] = defaultdict(list)
    for line in lines:
        by_form[normalise(line.text)].append(line)
    for same in by_form.values():
        same.sort(key=said_first)
    tokens = Counter(token for same in by_form.values() for token in set(content_tokens(same[0].text)))
    limit = max(_MOST_STATEMENTS_OF_A_TOPIC, _MOST_OF_ALL_STATEMENTS * len(by_form))
    common = frozenset(token for token, count in tokens.items() if count > limit)
    return [Statement(form, by_form[form][0].text, tuple(by_form[form]), common) for form in sorted(by_form)]


def group(all_statements: Sequence[Statement]) -> list[tuple[Statement, ...]]:
    """Return the groups, each with its middle first, then the members in order of their normal form.

    Statements made of words that recur over the days come first and become middles; each later one joins the middle
    it is linked to most, or becomes one.
    """
    middles: list[Statement] = []
    members: list[list[Statement]] = []
    by_token: defaultdict[str, list[int]] = defaultdict(list)
    for statement in _most_central_first(all_statements):
        likely = _likely_middles(statement, by_token)
        strengths = [(link(middles[at], statement), -at) for at in likely]
        best, minus_at = max(strengths, default=(0.0, 0))
        if best > 0:
            members[-minus_at].append(statement)
            continue
        for token in _keys(statement):
            by_token[token].append(len(middles))
        middles.append(statement)
        members.append([])
    return [
        (middle, *sorted(joined, key=lambda one: one.form)) for middle, joined in zip(middles, members, strict=True)
    ]


def link(a: Statement, b: Statement) -> float:
    """Return how strongly two statements support each other; 0 if they do not. Symmetric.

    They do if they say the same in other words, or share two words that are rare enough to be a topic (a proper name, a
    compound, a noun), and contradict each other neither in a number or name nor in affirming it.
    """
    shared = a.tokens & b.tokens
    if not shared or any((token in a.denied) != (token in b.denied) for token in shared):
        return 0.0
    alike = overlap(a.tokens, b.tokens)
    if alike < _SAME_STATEMENT and not _may_be_topic(a.anchors & b.anchors):
        return 0.0  # as almost all pairs: their anchors need no weighing
    anchors = min(_weight(a, b.anchors), _weight(b, a.anchors))
    is_same = alike >= _SAME_STATEMENT and (anchors >= 1 or (a.tokens == b.tokens and len(a.tokens) > 1))
    least = max(_ANCHORS_OF_A_TOPIC, _SHARE_OF_A_TOPIC * min(_weight(a, a.anchors), _weight(b, b.anchors)))
    is_topic = anchors >= least and not (a.stands_alone or b.stands_alone)
    if not (is_same or is_topic):
        return 0.0
    if (
        is_substitution(a.runs, b.runs)
        or _substitutes_in_a_clause(a, b)
        or _differ_exactly(a, b, alike)
        or (_differ_by_name(a, b) and anchors < _ANCHORS_ABOVE_NAMES)
    ):
        return 0.0
    return alike + anchors


def _may_be_topic(shared: frozenset[str]) -> bool:
    """Return whether shared anchors can weigh enough: a Latin one weighs 1, a CJK one counts wherever it recurs."""
    return len(shared) >= _ANCHORS_OF_A_TOPIC or any(is_cjk(token[0]) for token in shared)


def is_substitution(a: Sequence[str], b: Sequence[str]) -> bool:
    """Return whether two statements are one sentence with one thing put for another (tea for coffee).

    A common word put for another (`preparing` for `training`) is the same sentence said differently.
    """
    left, right = units(a), units(b)
    start = _common_start(left, right)
    end = _common_start(left[start:][::-1], right[start:][::-1])
    middle, other = left[start : len(left) - end], right[start : len(right) - end]
    if not middle or not other or start + end == 0 or set(middle) & set(other):
        return False
    if is_cjk(middle[0][0]) and is_cjk(other[0][0]):
        return (
            max(len(middle), len(other)) <= 4
            and abs(len(middle) - len(other)) <= 1
            and not _any_common("".join(middle), "".join(other))
        )
    return len(middle) == len(other) <= 2 and not _any_weak(middle[-1], other[-1])


def _substitutes_in_a_clause(a: Statement, b: Statement) -> bool:
    """Return whether a clause of one puts another thing into a clause of the other, whatever else they say."""
    for left in a.clauses:
        for right in b.clauses:
            shared = len(set(units(left)) & set(units(right)))
            if shared >= _SHARED_IN_A_CLAUSE and is_substitution(left, right):
                return True
    return False


def _any_weak(a: str, b: str) -> bool:
    return is_weak(a) or is_weak(b)


def _any_common(a: str, b: str) -> bool:
    """Return whether one of two CJK words tells no topic; one character alone (茶) is none of the little words."""
    return any(len(word) > 1 and is_weak(word) for word in (a, b))


def units(runs: Sequence[str]) -> list[str]:
    """Return what runs are made of: Latin words, and single CJK characters."""
    return [unit for run in runs for unit in (run if is_cjk(run[0]) else [run])]


def _common_start(a: Sequence[str], b: Sequence[str]) -> int:
    for at, (left, right) in enumerate(zip(a, b, strict=False)):
        if left != right:
            return at
    return min(len(a), len(b))


def _weight(statement: Statement, anchors: frozenset[str]) -> float:
    """Return how many words of a statement are among the anchors; of CJK, half the characters of each shared run."""
    shared = statement.anchors & anchors
    total = float(sum(not is_cjk(token[0]) for token in shared))
    if total == len(shared):
        return total
    for run in statement.runs:
        if is_cjk(run[0]):
            total += _run_weight(windows(run), shared)
    return total


def _run_weight(tokens: Sequence[str], shared: frozenset[str]) -> float:
    total, follows = 0.0, False
    for token in tokens:
        if token in shared:
            total += 0.5 if follows or len(token) == 1 else 1.0
        follows = token in shared
    return total


def _differ_exactly(a: Statement, b: Statement, alike: float) -> bool:
    """Return whether both give an exact value of one kind that the other lacks, for what looks like the same thing."""
    for kind in _EXACT_KINDS:
        only_a, only_b = _unshared(a, b, kind), _unshared(b, a, kind)
        if not (only_a and only_b):
            continue
        if alike >= _SAME_FRAME or (kind is Kind.NUMBER and _beside_numbers(a) & _beside_numbers(b)):
            return True
    return False


def _differ_by_name(a: Statement, b: Statement) -> bool:
    return bool(_unshared(a, b, Kind.NAME) and _unshared(b, a, Kind.NAME))


def _unshared(a: Statement, b: Statement, kind: Kind) -> bool:
    return any(specific.kind is kind and not b.reading.has(specific) for specific in a.reading.specifics)


def _beside_numbers(statement: Statement) -> frozenset[str]:
    runs = statement.runs
    at_numbers = [at for at, run in enumerate(runs) if run[0].isdigit()]
    beside = {runs[near] for at in at_numbers for near in (at - 1, at + 1) if 0 <= near < len(runs)}
    return frozenset(window for run in beside for window in windows(run) if not window[0].isdigit())


def _likely_middles(statement: Statement, by_token: dict[str, list[int]]) -> list[int]:
    """Return the middles that share a rare token with a statement, in order."""
    found: set[int] = set()
    for token in _keys(statement):
        known = by_token.get(token, ())
        if len(known) <= _MOST_MIDDLES_OF_A_TOKEN:
            found.update(known)
    return sorted(found)


def _keys(statement: Statement) -> frozenset[str]:
    """Return what a statement is looked up by: its anchors; all of it at once if it has none."""
    return statement.anchors or frozenset({" ".join(sorted(statement.tokens))})


def _most_central_first(all_statements: Sequence[Statement]) -> list[Statement]:
    days: defaultdict[str, set[date]] = defaultdict(set)
    for statement in all_statements:
        for token in statement.anchors:
            days[token].update(line.day for line in statement.lines)

    def order(statement: Statement) -> tuple[bool, float, int, str]:
        recurring = sum(min(len(days[token]), 4) - 1 for token in statement.anchors)
        central = round(recurring / sqrt(len(statement.tokens) or 1), 6)
        own_days = len({line.day for line in statement.lines})
        return not statement.stands_alone, -central, -own_days, statement.form

    return sorted(all_statements, key=order)


def said_first(line: NoteLine) -> tuple[str, str, str]:
    """Return what sorts lines by the time they were said; ties are broken the same way every time."""
    return line.said_at.isoformat(), line.ref, line.text
