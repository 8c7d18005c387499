"""The loss gate: one run never empties a document or throws much of it away unseen. Judges the run as a whole."""

from collections.abc import Sequence

from morrow.documents.entries import Add, Operation, Replace, Retire
from morrow.documents.gates.conserve import Part
from morrow.documents.gates.verdict import Accept, Hold, Reason, TurnAway, Verdict
from morrow.text.similarity import Duplicates, similarity

ANOTHER_STATEMENT = 0.2  # a replacement less alike than this keeps nothing of the old text
_CUT_ANSWER = (Reason.PLACEHOLDER, Reason.TEMPLATE_TOKEN)


def hold_losses(parts: Sequence[Part], asked: Sequence[Sequence[Operation]]) -> list[Part]:
    """Hold every accepted operation of the run if in one of its documents too much would go, or the answer was cut.

    Measured on what was asked for, not on what other gates left of it: an answer that wants to lose much is broken.
    """
    reason = next((r for part, wanted in zip(parts, asked, strict=True) if (r := _reason(part, wanted))), None)
    if reason is None:
        return list(parts)
    return [part.with_verdicts([_held(verdict, reason) for verdict in part.verdicts]) for part in parts]


def _reason(part: Part, asked: Sequence[Operation]) -> Reason | None:
    context = part.run.context
    known = {entry.id for entry in context.entries}
    retired = {op.entry for op in asked if isinstance(op, Retire)} & known
    taken = retired | ({op.entry for op in asked if isinstance(op, Replace)} & known)
    if not taken or context.whole_by_contract:
        return None
    if retired == known and not any(_adds(verdict) for verdict in part.verdicts):
        return Reason.EMPTY_RESULT
    if any(isinstance(verdict, TurnAway) and verdict.reason in _CUT_ANSWER for verdict in part.verdicts):
        return Reason.PARTIAL_ANSWER
    allowed = max(1, int(context.max_loss_ratio * len(known)))
    return Reason.TOO_MUCH_LOST if _count_lost(part, asked, retired) > allowed else None


def _count_lost(part: Part, asked: Sequence[Operation], retired: set[str]) -> int:
    accepted = {
        v.operation.entry: v for v in part.verdicts if isinstance(v, Accept) and not isinstance(v.operation, Add)
    }
    survivors = Duplicates((entry.id, part.run.statement(entry.text)) for entry in part.survivors)
    lost = set()
    for operation in asked:
        if isinstance(operation, Add) or operation.entry not in part.run.entries:
            continue
        verdict = accepted.get(operation.entry)
        if verdict is not None and (verdict.corrected_by or _has_specifics(operation.entry, part)):
            continue  # the conserve gate found what it says in the new text, or the user's correction of it
        if isinstance(operation, Retire) and not _has_successor(operation, part, retired, survivors):
            lost.add(operation.entry)
        if isinstance(operation, Replace) and verdict is not None and _says_another_thing(operation, part):
            lost.add(operation.entry)
    return len(lost)


def _has_successor(operation: Retire, part: Part, retired: set[str], survivors: Duplicates) -> bool:
    by_other = operation.by is not None and operation.by != operation.entry
    if by_other and operation.by in part.run.entries and operation.by not in retired:
        return True
    return survivors.find(part.run.statement(part.run.entries[operation.entry].text)) not in (None, operation.entry)


def _says_another_thing(operation: Replace, part: Part) -> bool:
    old, new = part.run.entries[operation.entry].text, operation.text
    return similarity(part.run.statement(old), part.run.statement(new)) < ANOTHER_STATEMENT


def _has_specifics(entry: str, part: Part) -> bool:
    return bool(part.run.exactly(part.run.entries[entry].text))


def _adds(verdict: Verdict) -> bool:
    return isinstance(verdict, Accept) and isinstance(verdict.operation, Add)


def _held(verdict: Verdict, reason: Reason) -> Verdict:
    """Give the whole run's reason to what was accepted, and to what would be lost: the detail still says what."""
    if isinstance(verdict, Accept):
        return Hold(verdict.operation, reason)
    is_loss = isinstance(verdict, Hold) and verdict.reason is Reason.WOULD_LOSE
    return Hold(verdict.operation, reason, verdict.detail) if isinstance(verdict, Hold) and is_loss else verdict
