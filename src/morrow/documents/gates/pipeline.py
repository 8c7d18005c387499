"""The gates in their order: what may be committed, what waits for a person, what is turned away. Writes nothing."""

from collections.abc import Callable, Sequence

from morrow.documents.entries import Add, Operation, Replace, Retire
from morrow.documents.gates.changed import changed_gate
from morrow.documents.gates.conserve import Part, conserve
from morrow.documents.gates.context import GateContext, Run, prepare
from morrow.documents.gates.duplicate import merge_duplicates
from morrow.documents.gates.hidden import hidden_gate
from morrow.documents.gates.instruction import instruction_gate
from morrow.documents.gates.language import language_gate
from morrow.documents.gates.loss import hold_losses
from morrow.documents.gates.origin import origin_gate
from morrow.documents.gates.protected import protected_gate
from morrow.documents.gates.rejected import rejected_gate
from morrow.documents.gates.secret import secret_gate
from morrow.documents.gates.shape import shape_gate
from morrow.documents.gates.size import size_gate
from morrow.documents.gates.support import support_gate
from morrow.documents.gates.tombstone import tombstone_gate
from morrow.documents.gates.verdict import Accept, Hold, Judged, Reason, TurnAway, Verdict, sorted_out
from morrow.documents.names import check_name, is_structured
from morrow.documents.parse import Piece, PieceKind, parse
from morrow.errors import FileNotAllowed

_FRAME = frozenset({PieceKind.HEADING, PieceKind.FENCE, PieceKind.COMMENT, PieceKind.TEXT})
Gate = Callable[[Operation, Run], Verdict | None]

# Size first: no later gate reads a text of megabytes. Then what rewrites (invisible characters, secrets), so that no
# report, detail or proposal ever holds them. Then in the order in which a reader would want to hear the reason; origin
# comes last, because the label that it writes is no word of the text.
AUTOMATED_GATES: tuple[Gate, ...] = (
    size_gate,
    hidden_gate,
    secret_gate,
    tombstone_gate,
    shape_gate,
    rejected_gate,
    changed_gate,
    protected_gate,
    instruction_gate,
    language_gate,
    support_gate,
    origin_gate,
)
# For what holds a text together but is no entry: headings, fences, comments. They have no shape or language to judge.
FRAME_GATES: tuple[Gate, ...] = (
    size_gate,
    hidden_gate,
    secret_gate,
    tombstone_gate,
    instruction_gate,
    support_gate,
    origin_gate,
)
PERSON_GATES: tuple[Gate, ...] = (secret_gate,)


def judge(operations: Sequence[Operation], context: GateContext) -> Judged:
    """Return what becomes of the operations of a run that touches one document."""
    return judge_run([(operations, context)])[0]


def judge_run(parts: Sequence[tuple[Sequence[Operation], GateContext]]) -> list[Judged]:
    """Return what becomes of the operations of one run, document by document in the order given.

    Documents are judged together: what one loses another may take over, and a run that loses too much of one is held
    in all. A person's own edit meets the name and the secret gate only.
    """
    judged = [_judge_alone(operations, prepare(context)) for operations, context in parts]
    if any(part.run.context.author.is_person for part in judged):
        return [sorted_out(list(part.verdicts)) for part in judged]
    # Whole-run gates last, on what is left: first what would be lost, then what is there already (a repeated entry
    # must be one that stays), and the share of the document at the very end.
    judged = [merge_duplicates(part) for part in conserve(judged)]
    judged = hold_losses(judged, [operations for operations, _ in parts])
    return [sorted_out(list(part.verdicts)) for part in judged]


def judge_frame(before: str, after: str, context: GateContext) -> tuple[TurnAway, ...]:
    """Return what speaks against the headings, fences and comments that a whole new text has and the old one had not.

    They are no entries, so that none can wait for a person: what a gate would hold or rewrite is turned away.
    """
    structured = is_structured(context.document)
    known = {piece.text for piece in parse(before, structured).pieces}
    run = prepare(context)
    refused = []
    for piece in parse(after, structured).pieces:
        is_title = piece.level == 1 and piece.text == f"# {context.document.removesuffix('.md')}"
        if piece.kind not in _FRAME or piece.text in known or is_title:
            continue
        asked = _frame_operation(piece)
        verdict = _passed(asked, run, FRAME_GATES)
        if isinstance(verdict, Hold | TurnAway):
            refused.append(TurnAway(verdict.operation, verdict.reason, verdict.detail))
        elif isinstance(verdict, Accept) and verdict.operation != asked:
            refused.append(TurnAway(verdict.operation, Reason.HIDDEN_TEXT))
    return tuple(refused)


def _frame_operation(piece: Piece) -> Add:
    return Add(piece.text.lstrip("# "), "") if piece.kind is PieceKind.HEADING else Add("", piece.text)


def _judge_alone(operations: Sequence[Operation], run: Run) -> Part:
    wrong_name = _wrong_name(run.context.document)
    if wrong_name:
        return Part(run, tuple(TurnAway(operation, Reason.BAD_NAME, wrong_name) for operation in operations))
    if run.context.author.is_person:
        return Part(run, tuple(_passed(operation, run, PERSON_GATES) for operation in operations))
    verdicts: list[Verdict] = []
    touched: set[str] = set()
    for operation in operations:
        if isinstance(operation, Replace | Retire):
            if operation.entry in touched:
                verdicts.append(
                    TurnAway(operation, Reason.UNKNOWN_ENTRY, f"{operation.entry}: changed twice in one run")
                )
                continue
            touched.add(operation.entry)
        verdicts.append(_passed(operation, run, AUTOMATED_GATES))
    return Part(run, tuple(verdicts))


def _passed(operation: Operation, run: Run, gates: Sequence[Gate]) -> Verdict:
    """Return the verdict of a row of gates: the first refusal, else the first hold, else the rewritten operation."""
    accept = Accept(operation)
    hold: Hold | None = None
    for gate in gates:
        verdict = gate(accept.operation, run)
        if isinstance(verdict, TurnAway):  # a refusal beats a hold: nothing forgotten or made up waits in an inbox
            return verdict
        if isinstance(verdict, Hold):
            hold = hold or verdict
        if isinstance(verdict, Accept):
            accept = _joined(accept, verdict)
        elif isinstance(verdict, Hold):
            accept = _joined(accept, Accept(verdict.operation))
    return Hold(accept.operation, hold.reason, hold.detail) if hold else accept


def _joined(first: Accept, second: Accept) -> Accept:
    return Accept(
        second.operation,
        corrected_by=first.corrected_by or second.corrected_by,
        told_again=first.told_again + second.told_again,
    )


def _wrong_name(name: str) -> str | None:
    try:
        check_name(name)
    except FileNotAllowed as refused:
        return str(refused)
    return None
