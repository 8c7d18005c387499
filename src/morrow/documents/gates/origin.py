"""The origin gate: words from outside reach no always-on or shared document without a person."""

from dataclasses import replace

from morrow.documents.entries import Add, Operation, Origin, body_of
from morrow.documents.gates.context import Run, new_text_of
from morrow.documents.gates.verdict import Accept, Hold, Reason, Verdict
from morrow.documents.names import is_daily_note

UNTRUSTED = (Origin.EXTERNAL, Origin.SYSTEM)


def origin_gate(operation: Operation, run: Run) -> Verdict | None:
    """Hold external and system words; in a personal daily note they may stand, labelled `[external]` or `[system]`."""
    origin = run.origin_of(operation)
    if new_text_of(operation) is None or origin not in UNTRUSTED:
        return None
    is_note = is_daily_note(run.context.document) is not None and not run.context.shared
    if not is_note or not isinstance(operation, Add):
        return Hold(operation, Reason.UNTRUSTED_ORIGIN, origin)
    return Accept(replace(operation, text=_labelled(operation.text, origin), origin=origin))


def _labelled(text: str, origin: Origin) -> str:
    body = body_of(text)
    label = f"[{origin}] "
    if body.startswith(label):
        return text
    marker = text[: text.index(body)] if body else text
    return f"{marker}{label}{text[len(marker) :]}"
