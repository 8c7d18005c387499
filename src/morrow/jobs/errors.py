"""What the queue of several nodes is told when a key has to come back."""

from datetime import datetime

from morrow.errors import MorrowError


class NotDone(MorrowError):
    """The run has not ended: it failed and is tried again at `at`, or another node holds it until then."""

    def __init__(self, key: str, at: datetime) -> None:
        super().__init__(f"{key} is looked at again at {at.isoformat(timespec='seconds')}")
        self.at = at
