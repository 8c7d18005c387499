"""Shares one budget of tokens among groups of things to tell, each group the most valuable first. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing to tell: what it costs, and what it is known by; two with one name say the same."""

    cost: int
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The places of a group's candidates that are told, the most valuable first, and how many there are no room for."""

    places: tuple[int, ...] = ()
    omitted: int = 0

    @property
    def without_last(self) -> "Chosen":
        """Return the choice without its least valuable candidate."""
        return Chosen(self.places[:-1], self.omitted + 1)


def choose(groups: Sequence[Sequence[Candidate]], shares: Sequence[float], budget: int) -> list[Chosen]:
    """Return for each group which of its candidates are told.

    Each group first gets its share of the budget, from its first candidate on; what is left over then goes to the
    groups in order. A candidate that says what is told already takes no room and is not told.
    """
    places: list[list[int]] = [[] for _ in groups]
    reached = [0] * len(groups)
    names: set[str] = set()
    left = budget
    for is_last_round in (False, True):
        for group, candidates in enumerate(groups):
            room = left if is_last_round else min(left, int(budget * shares[group]))
            for place in range(reached[group], len(candidates)):
                candidate = candidates[place]
                is_new = names.isdisjoint(candidate.names)
                if is_new and candidate.cost > room:
                    break
                if is_new:
                    room -= candidate.cost
                    left -= candidate.cost
                    places[group].append(place)
                    names |= candidate.names
                reached[group] = place + 1
    return [
        Chosen(tuple(told), len(candidates) - end)
        for told, candidates, end in zip(places, groups, reached, strict=True)
    ]
