"""What the gates can say about an operation: values and reasons only."""

from dataclasses import dataclass
from enum import StrEnum

from morrow.documents.entries import Operation, Source


class Reason(StrEnum):
    """Why an operation was turned away or waits for a person; shown in reports and in the inbox."""

    BAD_NAME = "bad_name"
    UNKNOWN_ENTRY = "unknown_entry"
    TOO_LARGE = "too_large"
    HIDDEN_TEXT = "hidden_text"
    PUNCTUATION = "punctuation"
    PLACEHOLDER = "placeholder"
    TEMPLATE_TOKEN = "template_token"  # noqa: S105 - a reason, no password
    BARE_HEADING = "bare_heading"
    COMMAND_OR_LOG = "command_or_log"
    HEARTBEAT = "heartbeat"
    METADATA = "metadata"
    TOOL_BANNER = "tool_banner"
    RECAP = "recap"
    REFUSAL = "refusal"
    PROTECTED = "protected"
    PROTECTED_DOCUMENT = "protected_document"
    WOULD_LOSE = "would_lose"
    UNSUPPORTED = "unsupported"
    PARTIAL_ANSWER = "partial_answer"
    EMPTY_RESULT = "empty_result"
    TOO_MUCH_LOST = "too_much_lost"
    UNTRUSTED_ORIGIN = "untrusted_origin"
    INSTRUCTION = "instruction"
    EXFILTRATION = "exfiltration"
    ROLE_MARKER = "role_marker"
    FORGED_STRUCTURE = "forged_structure"
    ACTIVE_MARKUP = "active_markup"
    LANGUAGE_CHANGED = "language_changed"
    FORGOTTEN = "forgotten"
    DUPLICATE = "duplicate"
    ASKED_FIRST = "asked_first"
    CHANGED_MEANWHILE = "changed_meanwhile"
    REJECTED_BEFORE = "rejected_before"


@dataclass(frozen=True, slots=True)
class Accept:
    """The operation may be committed, perhaps rewritten: a secret written over, an origin labelled.

    `corrected_by` is the id of the user's message that corrects the old text: it is then kept as superseded.
    `told_again` are the tombstones that a user's later words have lifted.
    """

    operation: Operation
    corrected_by: str | None = None
    told_again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnAway:
    """The operation is not done; `detail` says which words were the reason."""

    operation: Operation
    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """The operation waits for a person as a proposal."""

    operation: Operation
    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Corroborate:
    """The words are known already: the entry gains the sources and is seen again, its text stays."""

    entry: str
    sources: tuple[Source, ...]


Verdict = Accept | TurnAway | Hold | Corroborate


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of the operations of one run on one document, each kind in the order they were asked for."""

    accepted: tuple[Accept, ...] = ()
    corroborated: tuple[Corroborate, ...] = ()
    held: tuple[Hold, ...] = ()
    turned_away: tuple[TurnAway, ...] = ()

    @property
    def operations(self) -> tuple[Operation, ...]:
        """Return what may be committed."""
        return tuple(accept.operation for accept in self.accepted)


def sorted_out(verdicts: list[Verdict]) -> Judged:
    """Return the verdicts by kind."""
    return Judged(
        accepted=tuple(v for v in verdicts if isinstance(v, Accept)),
        corroborated=tuple(v for v in verdicts if isinstance(v, Corroborate)),
        held=tuple(v for v in verdicts if isinstance(v, Hold)),
        turned_away=tuple(v for v in verdicts if isinstance(v, TurnAway)),
    )
