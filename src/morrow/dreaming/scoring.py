"""How much a line deserves to become memory: counts its evidence and scores it. Source: docs/dreaming.md, "Score"."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from math import log

from morrow.dreaming.notes import NoteLine, Recalled

MAX_RECALLS_A_DAY = 3
_HALF_LIFE_DAYS = 7
_FULL_FREQUENCY = 9
_FULL_CONTEXTS = 4
_FULL_DAYS = 4
_FRESH_DAYS = 30


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a candidate, counted from what the user said and used.

    `stated` days, `recalled` (question, day) pairs, `contexts` conversations a day plus questions, distinct `days`,
    `idle_days` since the last of either, `age_days` since the first statement.
    """

    stated: int
    recalled: int
    contexts: int
    days: int
    idle_days: int
    age_days: int


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """A score and the five parts it is made of, each in 0..1 and not yet weighted."""

    frequency: float
    recency: float
    diversity: float
    freshness: float
    spread: float
    total: float


NO_EVIDENCE = Evidence(stated=0, recalled=0, contexts=0, days=0, idle_days=0, age_days=0)


def count_evidence(
    lines: Iterable[NoteLine], recalls: Iterable[Recalled], *, today: date, max_age_days: int = 30
) -> Evidence:
    """Return the evidence of the last `max_age_days` days; NO_EVIDENCE if there is none.

    Repeats within a day count once, a question once a day and at most three questions a day, unused returns nothing.
    """
    oldest = today - timedelta(days=max_age_days)
    said = {(line.day, line.conversation) for line in lines if oldest <= line.day <= today}
    asked = _counted({(r.day, r.question_hash) for r in recalls if r.used and oldest <= r.day <= today})
    stated_days = {day for day, _ in said}
    days = stated_days | {day for day, _ in asked}
    if not days:
        return NO_EVIDENCE
    return Evidence(
        stated=len(stated_days),
        recalled=len(asked),
        contexts=len(said) + len({question for _, question in asked}),
        days=len(days),
        idle_days=(today - max(days)).days,
        age_days=(today - min(stated_days or days)).days,
    )


def score(evidence: Evidence) -> ScoreParts:
    """Return how much the evidence is worth: 0 for none, else a total in 0..1."""
    if not evidence.days:
        return ScoreParts(frequency=0.0, recency=0.0, diversity=0.0, freshness=0.0, spread=0.0, total=0.0)
    frequency = min(1.0, log(1 + evidence.stated + evidence.recalled) / log(_FULL_FREQUENCY))
    recency = 2.0 ** (-evidence.idle_days / _HALF_LIFE_DAYS)
    diversity = min(1.0, evidence.contexts / _FULL_CONTEXTS)
    freshness = max(0.0, 1.0 - evidence.age_days / _FRESH_DAYS)
    spread = min(1.0, evidence.days / _FULL_DAYS)
    total = 0.30 * frequency + 0.25 * recency + 0.20 * diversity + 0.10 * freshness + 0.15 * spread
    return ScoreParts(frequency, recency, diversity, freshness, spread, min(1.0, total))


def _counted(pairs: set[tuple[date, str]]) -> set[tuple[date, str]]:
    """Return at most three questions of each day; which three does not matter to any count but is always the same."""
    by_day: defaultdict[date, list[str]] = defaultdict(list)
    for day, question in sorted(pairs):
        if len(by_day[day]) < MAX_RECALLS_A_DAY:
            by_day[day].append(question)
    return {(day, question) for day, questions in by_day.items() for question in questions}
