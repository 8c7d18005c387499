"""Dreams by topic, and answers of a model: which candidates a topic or an added line is about. Judges nothing."""

from collections.abc import Iterable
from dataclasses import replace

from morrow.documents.day_mark import without_mark
from morrow.dreaming.candidates import Candidate
from morrow.dreaming.gates import Thresholds
from morrow.dreaming.themes import Statement, link
from morrow.text.similarity import is_duplicate, normalise
from morrow.text.specifics import read
from morrow.text.words import content_tokens, fold


def waive_counts(thresholds: Thresholds) -> Thresholds:
    """Return thresholds that any candidate meets; only the limit of candidates stays."""
    return replace(thresholds, min_mentions=0, min_contexts=0, min_days=0, min_score=0.0)


def about_topic(candidates: Iterable[Candidate], topic: str) -> tuple[Candidate, ...]:
    """Return the candidates of which some line holds all the content of a topic, in order."""
    wanted, folded = frozenset(content_tokens(topic)), fold(topic).strip()

    def is_about(candidate: Candidate) -> bool:
        if wanted:
            return any(wanted <= frozenset(content_tokens(line.text)) for line in candidate.lines)
        return bool(folded) and any(folded in fold(line.text) for line in candidate.lines)

    return tuple(candidate for candidate in candidates if is_about(candidate))


def accepted_for(addition: str, accepted: Iterable[Candidate]) -> Candidate | None:
    """Return the accepted candidate that a line added by a model puts into other words, or None.

    The line must repeat or strongly resemble a line of the candidate and say no specific that none of its lines says.
    """
    statement = _statement(without_mark(addition))
    resembling = [(strength, candidate) for candidate in accepted if (strength := _resembles(statement, candidate)) > 0]
    return max(resembling, key=lambda found: (found[0], found[1].key))[1] if resembling else None


def _resembles(statement: Statement, candidate: Candidate) -> float:
    readings = [read(text) for line in candidate.lines for text in (line.text, line.quote)]
    if not all(any(reading.has(one) for reading in readings) for one in statement.reading.specifics):
        return 0.0
    if any(is_duplicate(statement.text, line.text) for line in candidate.lines):
        return float("inf")
    return max(link(statement, _statement(line.text)) for line in candidate.lines)


def _statement(text: str) -> Statement:
    return Statement(normalise(text), text)
