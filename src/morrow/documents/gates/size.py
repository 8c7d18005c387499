"""The size gate: no automated entry is longer than a document's cap. Caps of whole documents are applied elsewhere."""

from dataclasses import replace

from morrow.documents.entries import Add, Move, Operation, Replace
from morrow.documents.gates.context import Run, new_text_of, section_of
from morrow.documents.gates.verdict import Reason, TurnAway, Verdict

MAX_SECTION_CHARACTERS = 200
_SHOWN = 400


def size_gate(operation: Operation, run: Run) -> Verdict | None:
    """Turn away an entry or heading that is too long; the operation is kept cut, so that no report holds it whole."""
    length = len(new_text_of(operation) or "")
    is_long_section = len(section_of(operation)) > MAX_SECTION_CHARACTERS
    if length <= run.context.max_entry_characters and not is_long_section:
        return None
    what = "heading" if is_long_section else f"{length} characters of {run.context.max_entry_characters}"
    return TurnAway(_cut(operation), Reason.TOO_LARGE, what)


def _cut(operation: Operation) -> Operation:
    if isinstance(operation, Add):
        return replace(operation, text=operation.text[:_SHOWN], section=operation.section[:MAX_SECTION_CHARACTERS])
    if isinstance(operation, Replace):
        return replace(operation, text=operation.text[:_SHOWN])
    if isinstance(operation, Move):
        return replace(operation, section=operation.section[:MAX_SECTION_CHARACTERS])
    return operation
