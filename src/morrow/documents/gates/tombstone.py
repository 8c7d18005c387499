"""The tombstone gate: what was forgotten is not learned again, unless the user says it again."""

from morrow.documents.entries import Operation
from morrow.documents.gates.context import Run, new_text_of
from morrow.documents.gates.tombstone_hashes import Tombstone
from morrow.documents.gates.verdict import Accept, Reason, TurnAway, Verdict


def tombstone_gate(operation: Operation, run: Run) -> Verdict | None:
    """Turn away forgotten words; accept them, marked, if a user's message after the forgetting says them."""
    text = new_text_of(operation)
    if text is None:
        return None
    stones = run.context.tombstones.matching(run.statement(text))
    if not stones:
        return None
    if all(_is_told_again(stone, run) for stone in stones):
        return Accept(operation, told_again=tuple(stone.id for stone in stones))
    return TurnAway(operation, Reason.FORGOTTEN)


def _is_told_again(stone: Tombstone, run: Run) -> bool:
    later = (m.text for m in run.context.user_messages if m.said_at > stone.forgotten_at)
    return any(stone in run.context.tombstones.matching(text) for text in later)
