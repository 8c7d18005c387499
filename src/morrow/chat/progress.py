"""What has happened in a turn so far: what is kept of it if it ends now, and who is told. Decides nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field

from morrow.chat.events import ContentDelta, ContextUsage, Event
from morrow.context.record import ContextRecord
from morrow.context.summary import Summary
from morrow.models.chat import Message
from morrow.owners import Bucket
from morrow.recall.hits import Hit

Tell = Callable[[Event], None]


@dataclass(slots=True)
class Progress:
    """A turn under way. `steps` are tool calls and their results, `partial` the words of the reply so far.

    `asked_for` is the bucket whose recall is tracked, or None where nothing is.
    """

    tell: Tell
    steps: list[Message] = field(default_factory=list)
    partial: str = ""
    told: tuple[Hit, ...] = ()
    recalls: bool = False
    learns: bool = False
    asked_for: Bucket | None = None
    summary: Summary | None = None
    record: ContextRecord | None = None
    written: list[str] = field(default_factory=list)
    is_cut: bool = False

    def say(self, text: str) -> None:
        """Take a piece of the reply."""
        if text:
            self.partial += text
            self.tell(ContentDelta(text))

    def note(self, record: ContextRecord) -> None:
        """Take the record of the prompt that is sent now."""
        self.record = record
        self.tell(ContextUsage(record))
