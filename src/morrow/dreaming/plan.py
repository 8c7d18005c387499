"""What a dream wants written: operations, the candidate that each carries out, what the report says. Values only."""

from dataclasses import dataclass

from morrow.documents.entries import Operation
from morrow.dreaming.gates import Verdict
from morrow.dreaming.report import ReportItem


@dataclass(frozen=True, slots=True)
class Planned:
    """One operation, and the verdict it carries out; None for what concerns entries of MEMORY.md only.

    `item` is the id of what the report says of it, if it says anything.
    """

    operation: Operation
    verdict: Verdict | None = None
    item: str = ""

    @property
    def key(self) -> str:
        """Return the id of the report's item that tells what became of the operation, or an empty text."""
        return self.item or (self.verdict.candidate.key if self.verdict is not None else "")


@dataclass(frozen=True, slots=True)
class Plan:
    """The operations of one writer, in order, and what the report says beside the verdicts."""

    planned: tuple[Planned, ...]
    more: tuple[ReportItem, ...] = ()
