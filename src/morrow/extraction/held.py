"""Says of each conversation that waits why it does: what the job list shows beside the runs. Decides nothing itself."""

from dataclasses import dataclass
from datetime import datetime

from morrow.extraction.due import Waiting
from morrow.owners import Bucket


@dataclass(frozen=True, slots=True)
class Held:
    """A conversation with unread messages; without a `reason` the next look reads it.

    `until` is when it is read at the latest; None where that depends on what is said, on the night, or on a person.
    """

    conversation: str
    name: str
    bucket: Bucket
    unread: int
    reason: Waiting | None
    until: datetime | None
