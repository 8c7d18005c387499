"""The duplicate gate: words that stand there already make their entry surer instead of longer."""

from morrow.documents.entries import Add, Replace
from morrow.documents.gates.conserve import Part
from morrow.documents.gates.context import Run
from morrow.documents.gates.verdict import Accept, Corroborate, Reason, TurnAway, Verdict
from morrow.documents.names import is_structured
from morrow.text.similarity import Duplicates, normalise


def merge_duplicates(part: Part) -> Part:
    """Turn each addition that repeats a remaining entry into a corroboration, and the second of two equal ones away.

    Entries that the run replaces or retires corroborate nothing: their words are about to go.
    """
    run = part.run
    known = Duplicates((entry.id, _identity(entry.text, run)) for entry in part.survivors)
    return part.with_verdicts([_judge(verdict, run, known, at) for at, verdict in enumerate(part.verdicts)])


def _judge(verdict: Verdict, run: Run, known: Duplicates, at: int) -> Verdict:
    if not isinstance(verdict, Accept) or not isinstance(verdict.operation, Add | Replace):
        return verdict
    operation = verdict.operation
    identity = _identity(operation.text, run)
    if isinstance(operation, Replace):
        same = normalise(identity) == normalise(_identity(run.entries[operation.entry].text, run))
        return Corroborate(operation.entry, operation.sources) if same else verdict
    found = known.find(identity)
    if found in run.entries:
        return Corroborate(str(found), operation.sources)
    if found is not None:
        return TurnAway(operation, Reason.DUPLICATE, identity[:200])
    known.add(f"\0{at}", identity)
    return verdict


def _identity(text: str, run: Run) -> str:
    """Return what makes two entries one: the statement, and in a structured document the key too."""
    key = text.partition("\n")[0] if is_structured(run.context.document) else ""
    return f"{key}\n{run.statement(text)}".strip()
