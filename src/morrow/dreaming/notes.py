"""What a dream reads: the lines of notes and the uses made of them, as plain values. Loads nothing."""

from dataclasses import dataclass
from datetime import date, datetime

from morrow.documents.entries import Origin, Source


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One line of a daily note (or one entry with recall activity), with where it came from.

    `ref` is the entry's id, `day` the local day on which the user said it, `text` the statement as it stands in the
    note, without list marker. `asked` means an explicit "remember", `confirmed` a 👍 or a confirmation by a person.
    `slot` names a single-valued attribute (`home`, `release day`) whose `value` the line gives; `replaces` is the value
    that the user took back in it ("not 9090, 9091"). `forgotten` lines match a tombstone.
    """

    ref: str
    text: str
    section: str
    document: str
    day: date
    said_at: datetime
    conversation: str
    message: str
    quote: str
    speaker: str = ""
    origin: Origin = Origin.USER
    asked: bool = False
    confirmed: bool = False
    managed: bool = False
    forgotten: bool = False
    slot: str = ""
    value: str = ""
    replaces: str = ""

    @property
    def source(self) -> Source:
        """Return the message that this line rests on."""
        return Source(self.conversation, self.message, self.quote, self.said_at, self.speaker)


@dataclass(frozen=True, slots=True)
class Recalled:
    """One return of an entry by a question of the user on a local day; `used` if the reply made something of it."""

    ref: str
    question_hash: str
    day: date
    used: bool
