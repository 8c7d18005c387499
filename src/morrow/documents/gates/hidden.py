"""The gate for text that nobody sees: harmless invisible characters go, misleading ones make a proposal."""

from morrow.documents.entries import Operation
from morrow.documents.gates.context import Run
from morrow.documents.gates.rewriting import mapped, texts_of
from morrow.documents.gates.verdict import Accept, Hold, Reason, Verdict
from morrow.text.hidden import is_deceptive, show_hidden, strip_hidden


def hidden_gate(operation: Operation, _run: Run) -> Verdict | None:
    """Hold what reorders or smuggles words (shown in the detail); otherwise accept it without invisible characters.

    The held operation carries no hidden character either: accepting it later lets nothing in.
    """
    cleaned = mapped(operation, strip_hidden)
    for text in texts_of(operation):
        if is_deceptive(text):
            return Hold(cleaned, Reason.HIDDEN_TEXT, show_hidden(text)[:400])
    return Accept(cleaned) if cleaned != operation else None
