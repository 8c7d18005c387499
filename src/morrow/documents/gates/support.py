"""The support gate: numbers, dates, names and quotes come from what was said, or they are made up."""

from morrow.documents.entries import Operation
from morrow.documents.gates.context import Run, new_text_of, section_of, specifics_of
from morrow.documents.gates.verdict import Reason, TurnAway, Verdict
from morrow.text.specifics import Kind


def support_gate(operation: Operation, run: Run) -> Verdict | None:
    """Turn away a text with a specific that stands in no input of the run, in any notation.

    A heading is held to the dates it names. Workflow and import bring their own words and need no other.
    """
    text = new_text_of(operation)
    if text is None or run.context.brings_its_own_words:
        return None
    wanted = list(run.exactly(text))
    if section_of(operation) not in {entry.section for entry in run.context.entries}:
        wanted += [s for s in specifics_of(section_of(operation)) if s.kind is Kind.DATE]
    unheard = sorted(specific for specific in wanted if not run.heard.has(specific))
    return TurnAway(operation, Reason.UNSUPPORTED, ", ".join(s.value for s in unheard)[:200]) if unheard else None
