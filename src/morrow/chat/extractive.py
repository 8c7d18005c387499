"""What is told without a model: lines of memory that answer a message, and what the rules find in turns. Verbatim."""

from collections.abc import Sequence
from datetime import datetime

from morrow.context.prompt import Placed
from morrow.context.tokens import TokenCounter
from morrow.documents.entries import Origin, body_of
from morrow.extraction.rules import Heard, extract_message
from morrow.i18n import translate
from morrow.models.chat import Role
from morrow.recall.hits import Hit
from morrow.text.language import Language

MOST_LINES = 5
MOST_CHARACTERS = 300  # of one line
LEAST_SHARE = 0.5  # of the best hit's score


def answer_from(hits: Sequence[Hit], language: Language, *, failure: str = "") -> str:
    """Return an honest answer made of remembered lines alone; `failure` says why no model gave one, if it should have.

    Its first line says that no model wrote it.
    """
    if failure:
        head = translate("The model gave no answer ({failure}). From memory, word for word:", language, failure=failure)
    else:
        head = translate("No model is set up, so this is no reply, only what is remembered about it:", language)
    lines = [_line(hit) for hit in hits]
    if not lines:
        lines = [translate("Nothing is remembered about it. What you said is kept.", language)]
    return "\n".join((head, *lines))


def lines_from(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the few hits that are worth a line in such an answer: no earlier questions, nothing much weaker."""
    said = [hit for hit in hits if hit.kind != "message" or not hit.text.rstrip().endswith(("?", "？"))]
    least = max((hit.score for hit in said), default=0.0) * LEAST_SHARE
    return tuple(hit for hit in said if hit.score >= least)[:MOST_LINES]


def found_by_rules(front: Sequence[Placed], most: int, *, counter: TokenCounter, now: datetime) -> str:
    """Return what the rules find in the users' messages, a line each, in at most `most` tokens: the latest stay."""
    kept: list[str] = []
    room = most
    for placed in reversed(front):
        for line in reversed(_lines_of(placed, now)):
            room -= counter.count(f"{line}\n")
            if room < 0:
                return "\n".join(reversed(kept))
            kept.append(line)
    return "\n".join(reversed(kept))


def _line(hit: Hit) -> str:
    words = " ".join(body_of(hit.text).split())
    if len(words) > MOST_CHARACTERS:
        words = f"{words[: MOST_CHARACTERS - 1].rstrip()}…"
    day = hit.date.date().isoformat() if hit.date else ""
    told = ", ".join(part for part in (hit.document or hit.speaker, day) if part)
    return f"- {words} ({told})" if told else f"- {words}"


def _lines_of(placed: Placed, now: datetime) -> list[str]:
    if placed.message.role is not Role.USER:
        return []
    heard = Heard(placed.id, "", placed.message.text, "user", Origin.USER, "", now)
    return [f"- {' '.join(statement.text.split())}" for statement in extract_message(heard, zone="UTC")]
