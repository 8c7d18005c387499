"""Remembers which conversations were found to wait, so that a look costs one small statement while nothing changes.

Holds nothing that could not be forgotten: after a start everything is looked at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from morrow.conversations.history import Conversation
from morrow.extraction.due import LOOK_AGAIN

_Place = tuple[int, int]


@dataclass(slots=True)
class Backlog:
    """What the last looks found."""

    _held: dict[str, _Place] = field(default_factory=dict)
    _mark: tuple[object, ...] | None = None
    _until: datetime | None = None

    def is_unchanged(self, mark: tuple[object, ...], now: datetime) -> bool:
        """Whether the last look found nothing due, and neither a message nor the time has changed that since."""
        return mark == self._mark and self._until is not None and now < self._until

    def nothing_due(self, mark: tuple[object, ...], *, now: datetime, again: Iterable[datetime]) -> None:
        """Remember that nothing is due at `mark` before the first of `again`; another process may change that too."""
        self._mark, self._until = mark, min((*again, now + LOOK_AGAIN))

    def something_due(self) -> None:
        """Look again at the next chance."""
        self._mark = self._until = None

    def is_held(self, conversation: Conversation) -> bool:
        """Whether the conversation was held back as it stands."""
        return self._held.get(conversation.id) == _place(conversation)

    def hold(self, conversation: Conversation) -> None:
        """Remember that the conversation, as it stands, is held back."""
        self._held[conversation.id] = _place(conversation)

    def keep_only(self, conversations: Iterable[Conversation]) -> None:
        """Forget what does not wait any more."""
        waiting = {conversation.id for conversation in conversations}
        for gone in self._held.keys() - waiting:
            del self._held[gone]


def _place(conversation: Conversation) -> _Place:
    return conversation.messages, conversation.read_position
