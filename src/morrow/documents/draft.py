"""A document on the workbench: pieces that can be changed, taken out and added, and put together again.

Changes nothing that nobody touched. What an operation means, and who made it, is decided elsewhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from morrow.documents.entries import Entry
from morrow.documents.lines import newline_of, with_newlines
from morrow.documents.matching import match
from morrow.documents.parse import Parsed, PieceKind, parse
from morrow.documents.wording import leaves_open_end, section_name

_SEPARATOR = "<!-- -->"  # the usual way in Markdown to keep two blocks apart that a blank line would not


@dataclass(slots=True, eq=False)
class Slot:
    """One piece of a draft. `is_touched` asks for a look at how it stands beside its neighbours."""

    kind: PieceKind
    raw: str
    section: str = ""
    level: int = 0
    entry: Entry | None = None
    is_touched: bool = False
    is_gone: bool = False


@dataclass(slots=True, eq=False)
class Section:
    """The slots of one section, its heading first; the nameless one holds what stands before any heading."""

    name: str
    slots: list[Slot] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Draft:
    """A document being changed. Slots are found by the id of their entry."""

    bom: str
    newline: str
    structured: bool
    has_open_end: bool
    sections: list[Section]
    by_entry: dict[str, Slot]

    def find_section(self, name: str) -> Section | None:
        """Return the first section that a writer who says `name` means, or None."""
        names = {section.name: section for section in reversed(self.sections)}
        return names.get(name) or names.get(section_name(name))


def open_draft(text: str, entries: Sequence[Entry], *, structured: bool) -> Draft:
    """Return `text` as a draft in which `entries`, known from before, are found again."""
    parsed = parse(text, structured)
    known = {id(m.piece): m.entry for m in match(entries, parsed).matches}
    sections = [Section("")]
    for piece in parsed.pieces:
        is_entry = piece.kind is PieceKind.ENTRY
        if piece.opens_section or (structured and is_entry):
            sections.append(Section(piece.section))
        slot = Slot(piece.kind, piece.raw, piece.section, piece.level, known.get(id(piece)))
        sections[-1].slots.append(slot)
    by_entry = {slot.entry.id: slot for section in sections for slot in section.slots if slot.entry is not None}
    has_open_end = leaves_open_end(parsed)
    return Draft(parsed.bom, newline_of(text), structured, has_open_end, sections, by_entry)


def insert(draft: Draft, section: str, slot: Slot) -> None:
    """Put `slot` at the end of a section, which is made if it is missing."""
    found = None if draft.structured else draft.find_section(section)
    if found is None:
        found = _new_section(draft, section_name(section))
    slot.section, slot.is_touched = found.name, True
    at = end_of(found)
    before = found.slots[at - 1] if at else None
    new = [slot]
    if before is not None and before.kind is PieceKind.HEADING and before.level == 1:
        new = [_blank(draft), slot]
    if not found.name and at == len(found.slots) and found is not draft.sections[-1]:
        new = [*new, _blank(draft)]
    found.slots[at:at] = new
    if slot.entry is not None:
        draft.by_entry[slot.entry.id] = slot


def end_of(section: Section) -> int:
    """Return the index at which a new entry goes: behind the last entry, in front of what closes the section."""
    end = len(section.slots)
    while end and _is_one_of(section.slots[end - 1], {PieceKind.BLANK}):
        end -= 1
    behind = end
    while behind and _is_one_of(section.slots[behind - 1], {PieceKind.BLANK, PieceKind.COMMENT, PieceKind.BREAK}):
        behind -= 1
    follows_words = behind and section.slots[behind - 1].kind in {PieceKind.ENTRY, PieceKind.FENCE}
    return behind if follows_words else end


def close_draft(draft: Draft) -> tuple[str, list[Slot], Parsed]:
    """Return the text that the draft has become, its slots that are entries, and the text's parse."""
    slots = _tidied(chain.from_iterable(section.slots for section in draft.sections))
    text = draft.bom + join(slots, newline=draft.newline, structured=draft.structured)
    return text, [slot for slot in slots if slot.kind is PieceKind.ENTRY], parse(text, draft.structured)


def join(slots: Sequence[Slot], *, newline: str, structured: bool) -> str:
    """Return the text of `slots`, each of which stays what it is beside its neighbours.

    Where touched ones need it, a newline, a blank line or an empty comment is put between.
    """
    parts: list[str] = []
    before: Slot | None = None
    between = ""
    for slot in slots:
        is_entry = slot.kind is PieceKind.ENTRY
        if parts:
            parts[-1] = ended(parts[-1], newline)
        if is_entry and before is not None and (before.is_touched or slot.is_touched):
            above = ended(before.raw, newline)
            parts.append(_gap(above, between, slot.raw, newline=newline, structured=structured))
        parts.append(slot.raw)
        between = between + slot.raw if slot.kind is PieceKind.BLANK else ""
        before = slot if is_entry else before if slot.kind is PieceKind.BLANK else None
    return "".join(parts)


def ended(raw: str, newline: str) -> str:
    """Return `raw` with a newline at its end."""
    return raw if raw.endswith("\n") else raw.removesuffix("\r") + newline


def _gap(before: str, between: str, after: str, *, newline: str, structured: bool) -> str:
    if structured:
        return "" if between else newline
    for gap in ("", newline, f"{newline}{_SEPARATOR}{newline}"):
        if [piece.raw for piece in parse(before + between + gap + after).entries] == [before, after]:
            return gap
    return newline


def _tidied(slots: Iterable[Slot]) -> list[Slot]:
    """Return the slots that are left, without the blank lines that only stood around one that is gone."""
    kept: list[Slot] = []
    follows_gone = False
    for slot in slots:
        if slot.is_gone:
            follows_gone = True
            continue
        if follows_gone and slot.kind is PieceKind.BLANK and (not kept or kept[-1].kind is PieceKind.BLANK):
            continue
        slot.is_touched = slot.is_touched or follows_gone
        follows_gone = follows_gone and slot.kind is PieceKind.BLANK
        kept.append(slot)
    while follows_gone and kept and kept[-1].kind is PieceKind.BLANK:
        kept.pop()
    return kept


def _new_section(draft: Draft, name: str) -> Section:
    last = next((slot for section in reversed(draft.sections) for slot in reversed(section.slots)), None)
    if last is not None and last.kind is not PieceKind.BLANK:
        draft.sections[-1].slots.append(_blank(draft))
    made = Section(name)
    if not draft.structured:
        heading = with_newlines(f"## {name}\n", draft.newline)
        made.slots.append(Slot(PieceKind.HEADING, heading, name, 2, is_touched=True))
    draft.sections.append(made)
    return made


def _blank(draft: Draft) -> Slot:
    return Slot(PieceKind.BLANK, draft.newline)


def _is_one_of(slot: Slot, kinds: set[PieceKind]) -> bool:
    return slot.is_gone or slot.kind in kinds
