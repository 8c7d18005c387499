"""Orders what the index found: BM25 with the statistics of the asker's own buckets, and what else speaks for an item.

Pure: it is given candidates and counts, and never sees a table. Numbers were tuned on LoCoMo, BEAM and MADial together.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from morrow.clock import start_of
from morrow.search.tokens import Query, index_tokens

K1 = 1.4
B = 0.5
FILLER_WEIGHT = 0.15
SINGLE_WEIGHT = 0.4
SPEAKER_WEIGHT = 0.5  # a name that speaks in half of all turns says little about a turn
COVERAGE_BONUS = 0.5  # for an item that holds every term of the question
PHRASE_BONUS = 0.3  # for an item that holds the question's words side by side
RARE_BONUS = 0.1  # for an item that holds the question's rarest term
WINDOW = ((-1, 0.3), (1, 0.3), (-2, 0.15), (2, 0.15))  # how much of a neighbour's score a turn gains, by distance
SESSION_SHARE = 0.2
SESSION_BEST = 2  # a conversation is as good as its best messages together
ASSISTANT_PRIOR = 0.4
SHARED_PRIOR = 0.9  # personal memory is preferred over shared
PERIOD_BONUS = 0.2
OUTSIDE_PERIOD = 0.8
RECENCY_SHARE = 0.05
RECENCY_HALF_LIFE = timedelta(days=90)
REPEAT_PENALTY = 0.5
REPEAT_LIKENESS = 0.8
REPEATS_SOUGHT = 20  # among the best so many

_DOCUMENT_WEIGHTS = {"MEMORY.md": 1.0, "PROFILE.md": 0.9, "AGENTS.md": 0.8, "SOUL.md": 0.8, "KNOWLEDGE.md": 0.7}
_FOLDER_WEIGHTS = {"structured": 0.7, "memory": 0.5}
MESSAGE_WEIGHT = 0.6
FACT_WEIGHT = 0.9


class Period(NamedTuple):
    """The time a question speaks of: from `start` up to, not including, `end`."""

    start: datetime
    end: datetime

    @classmethod
    def of_days(cls, first: date, last: date, zone: str) -> "Period":
        """Return the time of the local days from `first` to `last`, both included."""
        return cls(start_of(first, zone), start_of(last + timedelta(days=1), zone))


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item that may answer, with what its rank depends on. `passages` are token lists; one must match, not all."""

    number: int
    passages: tuple[tuple[str, ...], ...]
    weight: float = 1.0
    at: datetime | None = None
    conversation: str | None = None
    position: int | None = None
    speaker: str = ""
    is_assistant: bool = False
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the asker's buckets hold together: passages, tokens, and in how many items each token of the question is."""

    items: int
    passages: int
    tokens: int
    frequency: Mapping[str, int]

    def rarity(self, token: str) -> float:
        """Return the inverse document frequency of `token`, above 0."""
        found = self.frequency.get(token, 0)
        return math.log(1 + (max(self.items, found) - found + 0.5) / (found + 0.5))


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate's number with its score; 1 is about an item that says all the question asks and nothing else."""

    number: int
    score: float


def document_weight(name: str) -> float:
    """Return how much a document's lines count, by its name. Source: docs/memory.md, core files above daily notes."""
    folder, slash, _ = name.partition("/")
    if slash:
        return _FOLDER_WEIGHTS.get(folder, 0.7)
    return _DOCUMENT_WEIGHTS.get(name, 0.7)


def rank(
    query: Query,
    candidates: Sequence[Candidate],
    statistics: Statistics,
    *,
    now: datetime,
    limit: int,
    period: Period | None = None,
) -> list[Scored]:
    """Return the best `limit` candidates, best first, ties by number. One that matches nothing is no answer."""
    weighing = _weigh(query, candidates, statistics)
    scored = _scores(candidates, {c.number: _best_passage(c.passages, weighing) for c in candidates}, now=now)
    terms = _with_sessions(candidates, {n: score.terms for n, score in scored.items()})
    fillers = {n: score.fillers for n, score in scored.items()}
    scores = _with_period(candidates, _filled(terms, fillers), period)
    return _without_repeats(scores, {c.number: c for c in candidates}, limit)


class _Match(NamedTuple):
    """How well one item alone meets the question: by its terms, and by words that only fill places left empty."""

    terms: float
    fillers: float


_NO_MATCH = _Match(0.0, 0.0)


class _Weighing(NamedTuple):
    """What each token of a question is worth as a term or as a filler; all terms together are worth 1."""

    gains: dict[str, _Match]
    rarest: str
    phrase: str
    average_length: float


def _weigh(query: Query, candidates: Iterable[Candidate], statistics: Statistics) -> _Weighing:
    speakers = {token for name in {c.speaker for c in candidates} for token in index_tokens(name)}
    terms = {t: statistics.rarity(t) * (SPEAKER_WEIGHT if t in speakers else 1.0) for t in query.terms}
    terms |= {t: statistics.rarity(t) * SINGLE_WEIGHT for t in query.singles}
    whole = sum(terms.values()) or sum(map(statistics.rarity, query.fillers)) or 1.0
    present = [t for t in query.terms if statistics.frequency.get(t)]
    return _Weighing(
        gains={t: _Match(weight / whole, 0.0) for t, weight in terms.items()}
        | {t: _Match(0.0, FILLER_WEIGHT * statistics.rarity(t) / whole) for t in query.fillers},
        rarest=max(present, key=lambda t: terms[t], default=""),
        phrase=f" {' '.join(query.phrase)} " if len(query.phrase) > 1 else "",
        average_length=statistics.tokens / max(statistics.passages, 1) or 1.0,
    )


def _best_passage(passages: Sequence[Sequence[str]], weighing: _Weighing) -> _Match:
    if len(passages) == 1:  # as almost all items are
        return _match(passages[0], weighing)
    return max((_match(tokens, weighing) for tokens in passages), default=_NO_MATCH)


def _match(tokens: Sequence[str], weighing: _Weighing) -> _Match:
    gains = weighing.gains
    found = [token for token in tokens if token in gains]
    if not found:
        return _NO_MATCH
    counts = {token: found.count(token) for token in found}
    damping = K1 * (1 - B + B * len(tokens) / weighing.average_length)
    terms = fillers = bonus = 0.0
    for token, count in counts.items():
        term, filler = gains[token]
        saturated = count * (K1 + 1) / (count + damping)
        terms += term * saturated
        fillers += filler * saturated
        bonus += COVERAGE_BONUS * term
    if weighing.rarest in counts:
        bonus += RARE_BONUS
    if weighing.phrase and terms and weighing.phrase in f" {' '.join(tokens)} ":
        bonus += PHRASE_BONUS
    return _Match(terms * (1 + bonus), fillers)


def _scores(candidates: Sequence[Candidate], own: Mapping[int, _Match], *, now: datetime) -> dict[int, _Match]:
    """Return own matches with a share of the neighbouring turns' and with all that speaks for an item beforehand."""
    near = {(c.conversation, c.position): own[c.number] for c in candidates if c.position is not None}
    scores = {}
    for c in candidates:
        terms, fillers = own[c.number]
        if c.position is not None:
            for step, share in WINDOW:
                neighbour = near.get((c.conversation, c.position + step), _NO_MATCH)
                terms += share * neighbour.terms
                fillers += share * neighbour.fillers
        prior = _prior(c, now)
        scores[c.number] = _Match(terms * prior, fillers * prior)
    return scores


def _prior(candidate: Candidate, now: datetime) -> float:
    prior = candidate.weight
    if candidate.is_assistant:
        prior *= ASSISTANT_PRIOR
    if candidate.is_shared:
        prior *= SHARED_PRIOR
    if candidate.at is not None:
        age = max(now - candidate.at, timedelta())
        prior *= 1 - RECENCY_SHARE * (1 - 0.5 ** (age / RECENCY_HALF_LIFE))
    return prior


def _with_sessions(candidates: Sequence[Candidate], scores: Mapping[int, float]) -> dict[int, float]:
    """Return the scores raised by how well the whole conversation answers."""
    conversations: dict[str, list[float]] = defaultdict(list)
    for c in candidates:
        if c.conversation is not None:
            conversations[c.conversation].append(scores[c.number])
    together = {key: sum(sorted(found)[-SESSION_BEST:]) for key, found in conversations.items()}
    best = max(together.values(), default=0.0)
    if best <= 0:
        return dict(scores)
    share = SESSION_SHARE * max(scores.values()) / best
    raised = dict(scores)
    for c in candidates:
        if c.conversation is not None and scores[c.number] > 0:
            raised[c.number] += share * together[c.conversation] * (ASSISTANT_PRIOR if c.is_assistant else 1.0)
    return raised


def _filled(terms: Mapping[int, float], fillers: Mapping[int, float]) -> dict[int, float]:
    """Return the scores, with all that only fillers speak for below all that terms speak for."""
    lowest = min((score for score in terms.values() if score > 0), default=1.0)
    highest = max(fillers.values(), default=0.0) or 1.0
    return {
        n: score + fillers[n] if score > 0 else 0.5 * min(lowest, highest) * fillers[n] / highest
        for n, score in terms.items()
    }


def _with_period(
    candidates: Sequence[Candidate], scores: Mapping[int, float], period: Period | None
) -> Mapping[int, float]:
    if period is None:
        return scores
    dated = {c.number: period.start <= c.at < period.end for c in candidates if c.at is not None}
    return {
        n: score if n not in dated else score + PERIOD_BONUS if dated[n] else score * OUTSIDE_PERIOD
        for n, score in scores.items()
    }


def _without_repeats(scores: Mapping[int, float], candidates: Mapping[int, Candidate], limit: int) -> list[Scored]:
    """Return the best, where one that says what a better one said is put back (maximal marginal relevance)."""
    order = sorted((n for n, score in scores.items() if score > 0), key=lambda n: (-scores[n], n))
    kept = [Scored(n, scores[n]) for n in order[: limit + REPEATS_SOUGHT]]
    taken: list[frozenset[str]] = []
    for place, scored in enumerate(kept[:REPEATS_SOUGHT]):
        words = frozenset(token for tokens in candidates[scored.number].passages for token in tokens)
        if any(_are_alike(words, other) for other in taken):
            kept[place] = Scored(scored.number, scored.score * REPEAT_PENALTY)
        else:
            taken.append(words)
    return sorted(kept, key=lambda s: (-s.score, s.number))[:limit]


def _are_alike(some: frozenset[str], others: frozenset[str]) -> bool:
    if not REPEAT_LIKENESS * len(others) <= len(some) <= len(others) / REPEAT_LIKENESS:
        return False
    return len(some & others) >= REPEAT_LIKENESS * len(some | others)
