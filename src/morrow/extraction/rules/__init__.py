"""The rules engine: user messages in, verbatim statements with facts and days out. No model, no store."""

from morrow.extraction.rules.engine import extract, extract_message
from morrow.extraction.rules.guards import is_kept_out
from morrow.extraction.rules.statement import SELF, Heard, Slot, Statement, StatementKind

__all__ = ["SELF", "Heard", "Slot", "Statement", "StatementKind", "extract", "extract_message", "is_kept_out"]
