"""Turns verdicts into operations on MEMORY.md without a model: the best line, word for word, where it belongs."""

from collections.abc import Iterable, Sequence

from morrow.documents.day_mark import without_mark
from morrow.documents.entries import Add, Entry, Operation, Replace, Retire
from morrow.dreaming.dated import with_date
from morrow.dreaming.gates import Merged, Promoted, Superseded, Verdict
from morrow.dreaming.kinds import heading_for
from morrow.dreaming.plan import Planned
from morrow.text.similarity import Duplicates

DUPLICATE_REASON = "says the same as another entry"


def plan_operations(
    verdicts: Iterable[Verdict], *, memory_entries: Sequence[Entry], headings: Sequence[str]
) -> tuple[Planned, ...]:
    """Return the operations that carry out all verdicts, then those that merge what MEMORY.md says twice.

    `headings` are the document's own, in order, without marks. A repetition is planned as an addition of the entry's
    own text: the duplicate gate turns it into a corroboration. An entry is replaced once; a second new value is added.
    """
    renewed: set[str] = set()
    planned: list[Planned] = []
    for verdict in verdicts:
        operation = _operation(verdict, headings, renewed)
        if operation is None:
            continue
        if isinstance(verdict, Superseded):
            renewed.add(verdict.entry.id)
        planned.append(Planned(operation, verdict))
    merges = (Planned(retire) for retire in merge_duplicates(memory_entries) if retire.entry not in renewed)
    return (*planned, *merges)


def merge_duplicates(entries: Sequence[Entry]) -> tuple[Retire, ...]:
    """Return the retirements of entries that say what another says; a protected one stays, else the earlier.

    Of two protected ones both stay.
    """
    kept = Duplicates()
    retired: list[Retire] = []
    for entry in sorted(entries, key=lambda entry: not _is_protected(entry)):
        text = without_mark(entry.body)
        successor = kept.find(text)
        if successor is None:
            kept.add(entry.id, text)
        elif not _is_protected(entry):
            retired.append(Retire(entry.id, DUPLICATE_REASON, by=successor))
    return tuple(retired)


def _operation(verdict: Verdict, headings: Sequence[str], renewed: set[str]) -> Operation | None:
    candidate = verdict.candidate
    if isinstance(verdict, Merged):
        return Add(verdict.entry.section, verdict.entry.text, candidate.sources)
    if isinstance(verdict, Superseded) and verdict.entry.id not in renewed:
        marker = verdict.entry.text[: verdict.entry.text.find(verdict.entry.body)]
        return Replace(verdict.entry.id, f"{marker}{with_date(candidate.best)}", candidate.sources)
    if isinstance(verdict, Promoted | Superseded):
        return Add(heading_for(candidate.best.text, headings), f"- {with_date(candidate.best)}", candidate.sources)
    return None


def _is_protected(entry: Entry) -> bool:
    return entry.author.is_person or entry.pinned or entry.confirmed_at is not None
