"""Scores ranked ids against labelled evidence. Pure."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_RESAMPLES = 1_000


@dataclass(frozen=True, slots=True)
class Asked:
    """One question's outcome: what came back, best first, and what was labelled as its evidence."""

    category: str
    ranked: tuple[str, ...]
    evidence: frozenset[str]

    def recall(self, k: int) -> float:
        """Return the share of the evidence among the first `k`."""
        return len(self.evidence.intersection(self.ranked[:k])) / len(self.evidence)

    def hit(self, k: int) -> float:
        """Return 1 if any evidence is among the first `k`, else 0."""
        return float(bool(self.evidence.intersection(self.ranked[:k])))

    def reciprocal_rank(self) -> float:
        """Return 1 over the rank of the first evidence, 0 if none came back."""
        return next((1 / rank for rank, id_ in enumerate(self.ranked, 1) if id_ in self.evidence), 0.0)


def summarise(asked: Sequence[Asked]) -> dict[str, float]:
    """Return the figures of a set in percent, with the bounds of the 95 % bootstrap intervals of R@5 and R@10."""
    return {
        "questions": len(asked),
        **_with_interval("R@5", asked, lambda one: one.recall(5)),
        **_with_interval("R@10", asked, lambda one: one.recall(10)),
        "MRR": percent(asked, Asked.reciprocal_rank),
        "hit@5": percent(asked, lambda one: one.hit(5)),
        "hit@10": percent(asked, lambda one: one.hit(10)),
    }


def by_category(asked: Iterable[Asked]) -> dict[str, float]:
    """Return R@10 in percent for each category, with the bounds of its interval."""
    groups: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        groups[one.category].append(one)
    figures: dict[str, float] = {}
    for name in sorted(groups):
        figures |= _with_interval(name, groups[name], lambda one: one.recall(10))
    return figures


def _with_interval(name: str, asked: Sequence[Asked], figure: Callable[[Asked], float]) -> dict[str, float]:
    low, high = interval([figure(one) for one in asked])
    return {name: percent(asked, figure), f"{name} low": low, f"{name} high": high}


def percent(asked: Sequence[Asked], figure: Callable[[Asked], float]) -> float:
    """Return the mean of a figure over all questions, in percent."""
    return round(100 * sum(map(figure, asked)) / max(len(asked), 1), 1)


def interval(values: Sequence[float], *, seed: int = 7) -> tuple[float, float]:
    """Return the bounds of the 95 % bootstrap interval of the mean, in percent; the same for the same values."""
    dice = random.Random(seed)  # noqa: S311 - resampling, no secret
    means = sorted(sum(dice.choices(values, k=len(values))) / len(values) for _ in range(_RESAMPLES))
    return round(100 * means[_RESAMPLES // 40], 1), round(100 * means[-_RESAMPLES // 40 - 1], 1)
