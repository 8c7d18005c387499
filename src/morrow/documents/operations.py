"""Carries operations out on a document's text, and reads them from a rewritten one. Asks no gate, stores nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from morrow.documents.blocks import marker_of
from morrow.documents.draft import Draft, Section, Slot, close_draft, insert, open_draft
from morrow.documents.entries import Add, Author, Entry, EntryKind, Move, Operation, Origin, Replace, Retire, Source
from morrow.documents.lines import with_newlines, without_newline
from morrow.documents.matching import Change, match, placed, text_key
from morrow.documents.parse import Parsed, Piece, PieceKind, parse
from morrow.documents.wording import as_entry, as_section, marker_after, section_name, without_ends
from morrow.errors import NotFound

LEFT_OUT = "left out of the new text"
_TRUST = (Origin.USER, Origin.AGENT, Origin.EXTERNAL, Origin.SYSTEM)


@dataclass(frozen=True, slots=True)
class Applied:
    """A document's text after a change, and its entries in the text's order."""

    text: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Hand:
    """Who makes entries, when, and how a new one gets its id."""

    author: Author
    origin: Origin
    now: datetime
    new_id: Callable[[], str]
    sources: tuple[Source, ...] = ()

    def make(self, piece: Piece) -> Entry:
        return Entry(
            id=self.new_id(), section=piece.section, kind=piece.entry_kind or EntryKind.ITEM, text=piece.text,
            line=piece.line, author=self.author, origin=self.origin, first_seen=self.now, last_seen=self.now,
            sources=self.sources,
        )  # fmt: skip


def apply(
    text: str,
    entries: Sequence[Entry],
    operations: Sequence[Operation],
    *,
    author: Author,
    now: datetime,
    new_id: Callable[[], str],
    structured: bool = False,
) -> Applied:
    """Return the document after `operations`, done in their order. What they do not name keeps its bytes.

    A text without a list marker becomes an item where the section's last entry is one; in an empty or new section
    one paragraph stays a paragraph (pass `- …` for an item). A structured entry is its whole section.
    Raises NotFound for an entry that is not (or no longer) in the document, InvalidInput for a blank text.
    """
    hand = _Hand(author, Origin.USER if author.is_person else Origin.AGENT, now, new_id)
    draft = open_draft(text, entries, structured=structured)
    for operation in operations:
        _perform(draft, operation, hand)
    new_text, slots, parsed = close_draft(draft)
    return Applied(new_text, _entries_of(slots, parsed, hand))


def rewrite(  # noqa: PLR0913 - a whole text's provenance comes from its writer, part by part
    old_text: str,
    old_entries: Sequence[Entry],
    new_text: str,
    *,
    author: Author,
    origin: Origin,
    now: datetime,
    new_id: Callable[[], str],
    sources: Sequence[Source] = (),
    structured: bool = False,
) -> Applied:
    """Return `new_text`, byte for byte, with the known entries found again in it.

    Equal entries keep all that is known of them. An edited one keeps its id, first_seen and sources; a person's edit
    gives it the person's origin, any other keeps the less trusted of both.
    """
    if new_text == old_text and old_entries:
        return Applied(new_text, tuple(old_entries))
    hand = _Hand(author, origin, now, new_id, tuple(sources))
    return Applied(new_text, _matched(old_entries, parse(new_text, structured), hand))


def diff(
    entries: Sequence[Entry],
    new_text: str,
    *,
    structured: bool = False,
    origin: Origin = Origin.USER,
    sources: Sequence[Source] = (),
) -> tuple[Operation, ...]:
    """Return the operations that make `entries`, as its writer read them, into those of `new_text`.

    New and changed entries come in the order of the text, what it leaves out at the end. Headings, fences and
    comments are no entries: only a rewrite carries them.
    """
    matching = match(entries, parse(new_text, structured))
    operations: list[Operation] = []
    for found in matching.matches:
        if found.entry is None:
            operations.append(Add(found.piece.section, found.piece.text, tuple(sources), origin))
        elif found.change is Change.EDITED:
            operations.append(Replace(found.entry.id, found.piece.text, tuple(sources)))
        elif found.change is Change.MOVED:
            operations.append(Move(found.entry.id, found.piece.section))
    return (*operations, *(Retire(entry.id, LEFT_OUT) for entry in matching.gone))


def _perform(draft: Draft, operation: Operation, hand: _Hand) -> None:
    if isinstance(operation, Add):
        _add(draft, operation, hand)
    elif isinstance(operation, Replace):
        _replace(draft, operation, hand)
    elif isinstance(operation, Move):
        _move(draft, operation)
    else:
        _slot(draft, operation.entry).is_gone = True
        del draft.by_entry[operation.entry]


def _add(draft: Draft, operation: Add, hand: _Hand) -> None:
    section = draft.find_section(operation.section)
    name = section.name if section else section_name(operation.section)
    words = _worded(draft, operation.text, name, marker=_marker_in(section) if section else None)
    raw = with_newlines(words + "\n", draft.newline)
    made = replace(hand, origin=operation.origin, sources=operation.sources)
    entry = replace(made.make(Piece(PieceKind.ENTRY, raw, name, 0)), supersedes=operation.supersedes)
    insert(draft, operation.section, Slot(PieceKind.ENTRY, raw, entry=entry))


def _replace(draft: Draft, operation: Replace, hand: _Hand) -> None:
    slot = _slot(draft, operation.entry)
    old = slot.entry
    if old is None:
        return
    text = without_newline(slot.raw)
    words = _worded(draft, operation.text, slot.section, marker=marker_of(text))
    slot.entry = replace(old, last_seen=hand.now, sources=_with_sources(old.sources, operation.sources))
    if words == text_key(text):
        return
    end = slot.raw[len(text) :]
    slot.raw, slot.is_touched = with_newlines(words, draft.newline) + end, True
    slot.entry = replace(slot.entry, author=hand.author)


def _move(draft: Draft, operation: Move) -> None:
    slot = _slot(draft, operation.entry)
    if draft.structured:
        heading, newline, rest = slot.raw.partition("\n")
        old = without_newline(heading)
        slot.raw = f"## {section_name(operation.section)}{heading[len(old) :]}{newline}{rest}"
        slot.is_touched = True
        return
    target = draft.find_section(operation.section)
    if target is not None and any(other is slot for other in target.slots):
        return
    slot.is_gone = True
    insert(draft, operation.section, Slot(slot.kind, slot.raw, entry=slot.entry))


def _slot(draft: Draft, entry: str) -> Slot:
    slot = draft.by_entry.get(entry)
    if slot is None:
        raise NotFound(f"entry {entry!r} is not in this document; read it again")
    return slot


def _worded(draft: Draft, text: str, section: str, *, marker: str | None) -> str:
    words = as_section(text, section) if draft.structured else as_entry(text, marker)
    return as_entry(without_ends(words), marker) if draft.has_open_end and not draft.structured else words


def _marker_in(section: Section) -> str | None:
    entries = (slot for slot in reversed(section.slots) if slot.kind is PieceKind.ENTRY and not slot.is_gone)
    last = next(entries, None)
    return None if last is None else marker_after(last.raw)


def _with_sources(old: tuple[Source, ...], new: tuple[Source, ...]) -> tuple[Source, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def _entries_of(slots: Sequence[Slot], parsed: Parsed, hand: _Hand) -> tuple[Entry, ...]:
    """Return the entries as the text has them; every slot is one of them, unless Markdown reads the text otherwise."""
    pieces = parsed.entries
    if [piece.text for piece in pieces] == [_slot_text(slot) for slot in slots]:
        return tuple(
            placed(slot.entry, piece) if slot.entry else hand.make(piece)
            for slot, piece in zip(slots, pieces, strict=True)
        )
    known = [replace(slot.entry, section=slot.section, text=_slot_text(slot)) for slot in slots if slot.entry]
    return _matched(known, parsed, hand)


def _slot_text(slot: Slot) -> str:
    return Piece(slot.kind, slot.raw, "", 0).text


def _matched(old: Sequence[Entry], parsed: Parsed, hand: _Hand) -> tuple[Entry, ...]:
    return tuple(
        hand.make(found.piece) if found.entry is None else _carried(found.entry, found.piece, found.change, hand)
        for found in match(old, parsed).matches
    )


def _carried(entry: Entry, piece: Piece, change: Change, hand: _Hand) -> Entry:
    if change is not Change.EDITED:
        return placed(entry, piece)
    origin = hand.origin if hand.author.is_person else max(entry.origin, hand.origin, key=_TRUST.index)
    sources = _with_sources(entry.sources, hand.sources)
    return replace(
        placed(entry, piece), author=hand.author, origin=origin, last_seen=hand.now, sources=sources
    )  # fmt: skip
