"""The parts of the recall block, each with its items, the most valuable first, and how it is written. Chooses none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from morrow.context.always import dated, read_document, render_always
from morrow.context.fence import Fence
from morrow.context.items import Item, Recalled, line_of
from morrow.context.standing import Standing, StandingBudget, Told, render_standing, within_budget
from morrow.context.wording import WORDINGS
from morrow.documents.entries import Document


@dataclass(frozen=True, slots=True)
class Part:
    """One part: `line` writes an item, `whole` the items that are told by their places, or an empty text for none.

    `of` counts what there is to tell; `says_omitted` if the part itself says how much of it is left out.
    """

    name: str
    items: tuple[Item, ...]
    line: Callable[[Item], str]
    whole: Callable[[Mapping[int, Item]], str]
    of: int
    is_by_age: bool = True
    says_omitted: bool = False


def document_part(document: Document, fence: Fence, *, zone: str) -> Part:
    """Return a document of the owner's as a part: its pinned, its sure and then its newest entries first."""
    told = read_document(document, zone=zone)
    lines = told.by_worth

    def whole(kept: Mapping[int, Item]) -> str:
        return render_always(told, {lines[rank].place: item for rank, item in kept.items()}, fence)

    return Part(document.name, tuple(line.item for line in lines), lambda i: dated(i, fence), whole, len(lines))


def standing_part(entries: Sequence[Standing], budget: StandingBudget, fence: Fence) -> Part:
    """Return the structured user and feedback entries as a part, under their own budget."""
    told = within_budget(entries, budget, fence)

    def whole(kept: Mapping[int, Item]) -> str:
        entry_items = {told.by_worth[rank]: item for rank, item in kept.items()}
        shown = tuple(replace(told.entries[place], item=entry_items[place]) for place in sorted(entry_items))
        return render_standing(Told(shown, told.of, ()), fence)

    items = tuple(told.entries[place].item for place in told.by_worth)
    return Part("structured", items, lambda item: line_of(item, fence), whole, told.of, says_omitted=True)


def recalled_parts(recalled: Recalled, fence: Fence) -> list[Part]:
    """Return what was recalled as three parts: matched entries, facts, notes and earlier conversations."""
    wording = WORDINGS[fence.language]
    return [
        _list_part(wording.matched, recalled.matched, fence),
        _list_part(wording.facts, recalled.facts, fence),
        _list_part(wording.earlier, recalled.earlier, fence),
    ]


def _list_part(name: str, items: tuple[Item, ...], fence: Fence) -> Part:
    def whole(kept: Mapping[int, Item]) -> str:
        lines = [line_of(kept[rank], fence) for rank in sorted(kept)]
        return "\n".join([f"--- {name} ---", *lines]) if lines else ""

    return Part(name, items, lambda item: line_of(item, fence), whole, len(items), is_by_age=False)
