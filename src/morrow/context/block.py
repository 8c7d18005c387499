"""The recall block: what is remembered about whoever writes, fenced, dated, under one budget. Values in, text out."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from morrow.context.clipping import clip
from morrow.context.fence import Fence, fenced
from morrow.context.items import Item, Recalled, sameness
from morrow.context.parts import Part, document_part, recalled_parts, standing_part
from morrow.context.record import LeftOut
from morrow.context.share import Candidate, Chosen, choose
from morrow.context.standing import Standing, StandingBudget
from morrow.context.tokens import TokenCounter
from morrow.context.wording import WORDINGS
from morrow.documents.entries import Document

# What of the budget each part is sure of: documents together, standing entries, matched entries, facts, earlier words.
SHARE_OF_DOCUMENTS = 0.45
SHARES_OF_OTHERS = (0.2, 0.1, 0.1, 0.15)
# The part of the budget that one item takes at most: a line of the owner's own memory, and something recalled.
_LARGEST_OWN, _LARGEST_RECALLED = 4, 12


@dataclass(frozen=True, slots=True)
class Material:
    """All that may be told: the owner's always-on documents, structured entries in file order, and what was recalled.

    `told_elsewhere` are the ids of entries and messages that stand in the prompt already.
    """

    documents: tuple[Document, ...] = ()
    standing: tuple[Standing, ...] = ()
    recalled: Recalled = field(default_factory=Recalled)
    told_elsewhere: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class BlockBudget:
    """Most tokens of the whole block, and the budget of standing entries within it."""

    tokens: int
    standing: StandingBudget = field(default_factory=StandingBudget)


@dataclass(frozen=True, slots=True)
class RecallBlock:
    """The block's text (empty if nothing is told), its tokens, the ids of what it tells, and what it leaves out.

    The ids stand part by part, in each the most valuable first.
    """

    text: str = ""
    tokens: int = 0
    told: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def recall_block(
    material: Material, budget: BlockBudget, fence: Fence, counter: TokenCounter, *, zone: str
) -> RecallBlock:
    """Return the recall block in at most `budget.tokens`; nothing stands in it twice.

    In order: documents, structured user and feedback entries, matched project and reference entries, facts, notes
    and earlier conversations. A line at the end says what was left out.
    """
    parts = [
        *(document_part(document, fence, zone=zone) for document in material.documents),
        standing_part(material.standing, budget.standing, fence),
        *recalled_parts(material.recalled, fence),
    ]
    parts = [_within(part, material.told_elsewhere, budget.tokens, counter) for part in parts]
    chosen = _chosen(parts, len(material.documents), budget.tokens, fence, counter)
    text = _text(parts, chosen, fence)
    while text and counter.count(text) > budget.tokens:
        last = max(place for place, one in enumerate(chosen) if one.places)
        chosen[last] = chosen[last].without_last
        text = _text(parts, chosen, fence)
    return RecallBlock(text, counter.count(text), _told(parts, chosen), _left_out(parts, chosen))


def _within(part: Part, told_elsewhere: frozenset[str], budget: int, counter: TokenCounter) -> Part:
    """Return the part without what stands in the prompt already, and with no item that takes much of the budget."""
    longest = budget // (_LARGEST_OWN if part.is_by_age else _LARGEST_RECALLED)
    items = tuple(
        replace(item, text=clip(item.text, longest, counter)) for item in part.items if item.id not in told_elsewhere
    )
    return replace(part, items=items, of=part.of - (len(part.items) - len(items)))


def _chosen(parts: Sequence[Part], documents: int, budget: int, fence: Fence, counter: TokenCounter) -> list[Chosen]:
    nothing = [Chosen((), len(part.items)) for part in parts]
    frame = counter.count(fenced(_footer(parts, nothing, fence), fence))
    heads = sum(counter.count(f"--- {part.name} ---\n\n") for part in parts if part.items)
    candidates = [[_candidate(part, item, counter) for item in part.items] for part in parts]
    shares = [SHARE_OF_DOCUMENTS / documents] * documents if documents else []
    return choose(candidates, [*shares, *SHARES_OF_OTHERS], max(0, budget - frame - heads))


def _candidate(part: Part, item: Item, counter: TokenCounter) -> Candidate:
    names = {sameness(item.text), f"id:{item.id}"} if item.id else {sameness(item.text)}
    return Candidate(counter.count(f"{part.line(item)}\n"), frozenset(names))


def _text(parts: Sequence[Part], chosen: Sequence[Chosen], fence: Fence) -> str:
    written = [
        part.whole({place: part.items[place] for place in one.places})
        for part, one in zip(parts, chosen, strict=True)
        if one.places
    ]
    if not written:
        return ""
    return fenced("\n\n".join(text for text in (*written, _footer(parts, chosen, fence)) if text), fence)


def _footer(parts: Sequence[Part], chosen: Sequence[Chosen], fence: Fence) -> str:
    wording = WORDINGS[fence.language]
    oldest, weakest = (
        wording.between_parts.join(
            wording.of_part.format(name=part.name, count=one.omitted, total=part.of)
            for part, one in zip(parts, chosen, strict=True)
            if one.omitted and part.is_by_age is is_by_age and not (part.says_omitted and one.places)
        )
        for is_by_age in (True, False)
    )
    notes = [wording.oldest_first.format(parts=oldest)] if oldest else []
    notes += [wording.weakest_first.format(parts=weakest)] if weakest else []
    return wording.omitted_parts.format(notes=wording.between_notes.join(notes)) if notes else ""


def _told(parts: Sequence[Part], chosen: Sequence[Chosen]) -> tuple[str, ...]:
    ids = (part.items[place].id for part, one in zip(parts, chosen, strict=True) for place in sorted(one.places))
    return tuple(dict.fromkeys(told for told in ids if told))


def _left_out(parts: Sequence[Part], chosen: Sequence[Chosen]) -> tuple[LeftOut, ...]:
    counts = ((part, one.omitted + max(0, part.of - len(part.items))) for part, one in zip(parts, chosen, strict=True))
    return tuple(
        LeftOut(part.name, count, part.of, "no room, oldest first" if part.is_by_age else "no room, weakest first")
        for part, count in counts
        if count
    )
