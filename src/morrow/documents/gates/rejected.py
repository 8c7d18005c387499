"""The gate for what a person said no to: the same request does not come back until something new is said."""

from morrow.documents.entries import Add, Move, Operation, Replace, Retire
from morrow.documents.gates.context import Run
from morrow.documents.gates.verdict import Reason, TurnAway, Verdict
from morrow.text.similarity import normalise


def rejected_gate(operation: Operation, run: Run) -> Verdict | None:
    """Turn away what was rejected in the inbox, unless the user asks for it or said it again since.

    A rejection speaks of an entry as it was: once that has another text, it may be asked about again.
    """
    known = run.context.rejected
    rejection = next((known[name] for name in names_of(operation) if name in known), None)
    if rejection is None or run.context.asked:
        return None
    if isinstance(operation, Add | Replace) and any(s.said_at > rejection.at for s in operation.sources):
        return None
    present = None if isinstance(operation, Add) else run.entries.get(operation.entry)
    if present is not None and present.text != rejection.before:
        return None
    return TurnAway(operation, Reason.REJECTED_BEFORE)


def names_of(operation: Operation) -> tuple[str, ...]:
    """Return all by which a request is known again: an addition also by the words it was made from."""
    quotes = operation.sources if isinstance(operation, Add) else ()
    return (request_of(operation), *(f"quote {normalise(source.quote)}" for source in quotes if source.quote))


def request_of(operation: Operation) -> str:
    """Return what makes two operations one request; an addition is the same in whatever section."""
    match operation:
        case Add(_, text):
            return f"add {normalise(text)}"
        case Replace(entry, text):
            return f"replace {entry} {normalise(text)}"
        case Retire(entry):
            return f"retire {entry}"
        case Move(entry, section):
            return f"move {entry} {section}"
