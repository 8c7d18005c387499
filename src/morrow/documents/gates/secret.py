"""The secret gate: keys, passwords, cards and identity numbers are written over before anything is stored."""

from morrow.documents.entries import Operation
from morrow.documents.gates.context import Run
from morrow.documents.gates.rewriting import mapped
from morrow.documents.gates.verdict import Accept, Verdict
from morrow.text.secrets import redact


def secret_gate(operation: Operation, _run: Run) -> Verdict | None:
    """Accept the operation with every secret as `[REDACTED:kind]`; without one it has no opinion."""
    cleaned = mapped(operation, lambda text: redact(text).text)
    return Accept(cleaned) if cleaned != operation else None
