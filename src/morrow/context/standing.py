"""The structured entries that are always told, under their budget of characters and entries. Cuts nothing on disk."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from morrow.context.always import is_unconfirmed
from morrow.context.fence import Fence
from morrow.context.items import Item, line_of
from morrow.context.wording import WORDINGS
from morrow.documents.entries import Document, Entry, EntryKind
from morrow.documents.structured import normal_key, read_section, structured_name
from morrow.errors import InvalidInput

KINDS = ("user", "feedback")


@dataclass(frozen=True, slots=True)
class Standing:
    """One structured entry that is always told; `kind` is user or feedback, `key` the `## key` it stands under."""

    kind: str
    key: str
    item: Item
    pinned: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class StandingBudget:
    """Most characters of the rendered entries, and most entries of each kind; 0 is no limit.

    Source: docs/context.md, "system-block-max-chars".
    """

    characters: int = 4_000
    entries: int = 40


@dataclass(frozen=True, slots=True)
class Told:
    """The entries that are told, in the order of the files, out of `of`; `by_worth` are their places, best first."""

    entries: tuple[Standing, ...]
    of: int
    by_worth: tuple[int, ...]


def standing_in(document: Document) -> list[Standing]:
    """Return the entries of a structured document of user or feedback, in the order in which they stand there."""
    kind = next(kind for kind in KINDS if structured_name(kind) == document.name)
    return [_standing(kind, entry, document) for entry in document.entries if entry.kind is EntryKind.STRUCTURED]


def within_budget(entries: Sequence[Standing], budget: StandingBudget, fence: Fence) -> Told:
    """Return the entries that are told: whole ones, the pinned, the confirmed and then the newest before others.

    `entries` come in the order of their files. Of two with one key the owner's own is told. A single one that is
    longer than the whole budget is cut to it.
    """
    own = _own_first(entries)
    ranked = _most_of_each_kind(own, _by_worth(own), budget.entries)
    if not ranked or not budget.characters or _length(_told(own, ranked), fence) <= budget.characters:
        return _told(own, ranked)
    low, high = 0, len(ranked) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _length(_told(own, ranked[:middle]), fence) <= budget.characters:
            low = middle
        else:
            high = middle - 1
    return _told(own, ranked[:low]) if low else _first_cut(own, ranked[0], budget.characters, fence)


def render_standing(told: Told, fence: Fence) -> str:
    """Return the text of the entries, those about the user before feedback, and a line about the ones left out."""
    parts: list[str] = []
    for kind in KINDS:
        lines = [line_of(standing.item, fence) for standing in told.entries if standing.kind == kind]
        parts += [f"--- {structured_name(kind)} ---", *lines] if lines else []
    if len(told.entries) < told.of:
        note = WORDINGS[fence.language].omitted_entries
        parts.append(note.format(count=told.of - len(told.entries), total=told.of))
    return "\n".join(parts)


def _standing(kind: str, entry: Entry, document: Document) -> Standing:
    section = read_section(entry.text)
    item = Item(
        entry.id,
        f"{section.key}: {section.content}",
        day=section.updated,
        updated=True,
        unconfirmed=is_unconfirmed(entry),
        shared=document.bucket.is_shared,
    )
    is_sure = entry.confirmed_at is not None or entry.author.is_person
    return Standing(kind, section.key, item, entry.pinned, is_sure)


def _own_first(entries: Sequence[Standing]) -> list[Standing]:
    """Return the entries in the order in which they are told, without shared ones whose key the owner has too."""
    owned = {_name(e) for e in entries if not e.item.shared}
    kept = [e for e in entries if not e.item.shared or _name(e) not in owned]
    return sorted(kept, key=lambda e: KINDS.index(e.kind))


def _name(entry: Standing) -> tuple[str, str]:
    try:
        return entry.kind, normal_key(entry.key)
    except InvalidInput:  # somebody wrote a heading of marks only
        return entry.kind, entry.key


def _by_worth(entries: Sequence[Standing]) -> list[int]:
    def worth(place: int) -> tuple[bool, bool, date, int]:
        entry = entries[place]
        return entry.pinned, entry.confirmed, entry.item.day or date.min, place

    return sorted(range(len(entries)), key=worth, reverse=True)


def _most_of_each_kind(entries: Sequence[Standing], ranked: Sequence[int], most: int) -> list[int]:
    seen: Counter[str] = Counter()
    kept: list[int] = []
    for place in ranked:
        seen[entries[place].kind] += 1
        if not most or seen[entries[place].kind] <= most:
            kept.append(place)
    return kept


def _told(entries: Sequence[Standing], ranked: Sequence[int]) -> Told:
    places = sorted(ranked)
    return Told(tuple(entries[p] for p in places), len(entries), tuple(places.index(p) for p in ranked))


def _length(told: Told, fence: Fence) -> int:
    return len(render_standing(told, fence))


def _first_cut(entries: Sequence[Standing], place: int, most: int, fence: Fence) -> Told:
    """Return the best entry alone, cut to `most` characters with an ellipsis; nothing if that leaves no word of it."""
    entry = entries[place]
    spare = _length(Told((entry,), len(entries), (0,)), fence) - most
    words = entry.item.text[: max(0, len(entry.item.text) - spare - 1)].rstrip()
    if not words:
        return Told((), len(entries), ())
    cut = replace(entry, item=replace(entry.item, text=f"{words}…"))
    return Told((cut,), len(entries), (0,))
