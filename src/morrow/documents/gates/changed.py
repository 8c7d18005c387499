"""The gate for what moved on: a writer that read an old text does not write over a newer one."""

from morrow.documents.entries import Add, Operation
from morrow.documents.gates.context import Run
from morrow.documents.gates.verdict import Hold, Reason, Verdict
from morrow.documents.matching import text_key


def changed_gate(operation: Operation, run: Run) -> Verdict | None:
    """Hold an operation on an entry that was changed or taken out since its writer read it."""
    if isinstance(operation, Add) or operation.entry not in run.context.read:
        return None
    present = run.entries.get(operation.entry)
    if present is not None and text_key(present.text) == text_key(run.context.read[operation.entry]):
        return None
    return Hold(operation, Reason.CHANGED_MEANWHILE, present.body[:200] if present else "")
