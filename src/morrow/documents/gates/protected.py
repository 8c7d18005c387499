"""The protected gate: what a person wrote, confirmed or pinned changes only by that person's word or as a proposal."""

from morrow.documents.entries import Add, Author, Entry, Operation, Replace
from morrow.documents.gates.context import Run
from morrow.documents.gates.correction import correction_of
from morrow.documents.gates.verdict import Accept, Hold, Reason, TurnAway, Verdict
from morrow.documents.names import AGENTS, SOUL, is_daily_note
from morrow.text.secrets import redact


def is_protected(entry: Entry) -> bool:
    """Whether a person wrote, edited, confirmed or pinned the entry."""
    return entry.author.is_person or entry.pinned or entry.confirmed_at is not None


def protected_gate(operation: Operation, run: Run) -> Verdict | None:
    """Hold what touches a person's entry, AGENTS.md or SOUL.md; a user's later correction of the value is let through.

    A daily note is only appended to: an automated change of what stands in it waits for a person too.
    """
    if _is_protected_document(operation, run):
        return Hold(operation, Reason.PROTECTED_DOCUMENT, run.context.document)
    if isinstance(operation, Add):
        return None
    entry = run.entries.get(operation.entry)
    if entry is None and operation.entry in run.context.read:  # it was there when the writer read: held already
        return None
    if entry is None:
        return TurnAway(operation, Reason.UNKNOWN_ENTRY, operation.entry)
    return _for_a_person(operation, entry, run) if is_protected(entry) else None


def _is_protected_document(operation: Operation, run: Run) -> bool:
    context = run.context
    if context.document == SOUL:
        return not (context.soul_mode == "auto" and context.author is Author.DREAM)
    is_note = is_daily_note(context.document) is not None
    return context.document == AGENTS or (is_note and not isinstance(operation, Add))


def _for_a_person(operation: Operation, entry: Entry, run: Run) -> Verdict:
    if isinstance(operation, Replace):
        message = correction_of(run, entry, operation.text, is_strict=True)
        if message:
            return Accept(operation, corrected_by=message.id)
    return Hold(operation, Reason.PROTECTED, redact(entry.body).text[:200])
