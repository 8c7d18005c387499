"""One remembered thing as it stands in the recall block: its words, its date, its source. Chooses nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from morrow.clock import local_day
from morrow.context.fence import Fence, harmless
from morrow.context.wording import WORDINGS
from morrow.documents.entries import body_of
from morrow.documents.names import is_structured
from morrow.documents.structured import read_section
from morrow.owners import Scope
from morrow.recall.hits import Hit

MOST_CHARACTERS = 600  # of one item; a longer one is told around its match
_MARKS = re.compile(r"\[\[|\]\]|\A\.\.\.|\.\.\.\Z")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing remembered.

    `id` is its entry's, fact's or message's; `day` when it was said or, for a structured entry, `updated`.
    """

    id: str
    text: str
    source: str = ""
    day: date | None = None
    updated: bool = False
    unconfirmed: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Recalled:
    """What answers the question, by kind, each the best first."""

    matched: tuple[Item, ...] = ()
    facts: tuple[Item, ...] = ()
    earlier: tuple[Item, ...] = ()


def items_of(hits: Sequence[Hit], *, zone: str, unconfirmed: frozenset[str] = frozenset()) -> Recalled:
    """Return hits as items, with days as they are called in `zone`; `unconfirmed` are the ids of doubtful ones."""
    matched: list[Item] = []
    facts: list[Item] = []
    earlier: list[Item] = []
    for hit in hits:
        if hit.document is not None and is_structured(hit.document):
            matched.append(_structured(hit, unconfirmed))
        else:
            (facts if hit.kind == "fact" else earlier).append(_plain(hit, zone, unconfirmed))
    return Recalled(tuple(matched), tuple(facts), tuple(earlier))


def line_of(item: Item, fence: Fence) -> str:
    """Return the item as a list item: its words, then in brackets what is known about them."""
    wording = WORDINGS[fence.language]
    day = item.day.isoformat() if item.day else ""
    notes = (
        item.source,
        wording.updated.format(day=day) if day and item.updated else day,
        wording.unconfirmed if item.unconfirmed else "",
        wording.shared if item.shared else "",
    )
    words = harmless(item.text, fence.nonce).strip().replace("\n", "\n  ")
    told = ", ".join(note for note in notes if note)
    return f"- {words} ({harmless(told, fence.nonce)})" if told else f"- {words}"


def sameness(text: str) -> str:
    """Return what two spellings of one statement share: its words without list marker, case, width and end mark."""
    return _SPACE.sub(" ", body_of(text)).casefold().strip(" .。!！;；")


def _structured(hit: Hit, unconfirmed: frozenset[str]) -> Item:
    section = read_section(hit.text)
    return Item(
        hit.id,
        f"{section.key}: {section.content}" if section.key else section.content,
        hit.document or "",
        section.updated,
        updated=True,
        unconfirmed=hit.id in unconfirmed,
        shared=hit.scope is not Scope.PERSONAL,
    )


def _plain(hit: Hit, zone: str, unconfirmed: frozenset[str]) -> Item:
    return Item(
        hit.id,
        _around_match(body_of(hit.text), hit.snippet),
        hit.document or hit.speaker,
        local_day(hit.date, zone) if hit.date else None,
        unconfirmed=hit.id in unconfirmed,
        shared=hit.scope is not Scope.PERSONAL,
    )


def _around_match(text: str, snippet: str) -> str:
    """Return the text, or of a long one what stands around the place that the snippet shows."""
    if len(text) <= MOST_CHARACTERS:
        return text
    at = max(0, text.find(_MARKS.sub("", snippet)))
    start = max(0, min(at - MOST_CHARACTERS // 3, len(text) - MOST_CHARACTERS))
    end = start + MOST_CHARACTERS
    return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"
