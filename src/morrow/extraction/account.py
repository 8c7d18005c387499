"""What a run of extraction did, in numbers and reasons: kept with the run, and told to whoever asked for it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from morrow.extraction.due import Waiting
from morrow.extraction.wanted import Found
from morrow.models.questions import Cost
from morrow.writing.propose import Outcome as Proposed


@dataclass(frozen=True, slots=True)
class Account:
    """What became of everything a run wanted to write; no word of it is held here."""

    engines: tuple[str, ...] = ()
    prompt: str = ""
    messages: int = 0
    accepted: int = 0
    corroborated: int = 0
    held: Mapping[str, int] = field(default_factory=dict)
    turned_away: Mapping[str, int] = field(default_factory=dict)
    cost: Cost = field(default_factory=Cost)
    notes: tuple[str, ...] = ()

    @property
    def changes(self) -> int:
        """Return how many lines were written or seen again."""
        return self.accepted + self.corroborated

    @property
    def reason(self) -> str:
        """Return in a few words what the run did, and by which engine."""
        waiting = f", {sum(self.held.values())} held" if self.held else ""
        engines = f" by {' and '.join(self.engines)}" if self.engines else ""
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        done = f"{self.changes} lines" if self.changes or self.held else "nothing to remember"
        return f"{done}{waiting}{engines}{notes}"

    def plus(self, found: Found, outcomes: Iterable[Proposed], messages: int) -> "Account":
        """Return the account with one more stretch of conversation in it."""
        judged = [outcome.judged for outcome in outcomes]
        return Account(
            tuple(dict.fromkeys((*self.engines, *([found.engine] if found.engine else [])))),
            found.prompt or self.prompt,
            self.messages + messages,
            self.accepted + sum(len(one.accepted) for one in judged),
            self.corroborated + sum(len(one.corroborated) for one in judged),
            Counter(self.held) + Counter(str(hold.reason) for one in judged for hold in one.held),
            Counter(self.turned_away) + Counter(str(turned.reason) for one in judged for turned in one.turned_away),
            self.cost.plus(found.cost),
            tuple(dict.fromkeys((*self.notes, *([found.note] if found.note else [])))),
        )

    def encode(self) -> str:
        """Return the account as the JSON that the run keeps."""
        return json.dumps(
            {
                "engines": list(self.engines),
                "prompt": self.prompt,
                "messages": self.messages,
                "accepted": self.accepted,
                "corroborated": self.corroborated,
                "held": dict(self.held),
                "turnedAway": dict(self.turned_away),
                "calls": self.cost.calls,
                "promptTokens": self.cost.prompt_tokens,
                "completionTokens": self.cost.completion_tokens,
                "notes": list(self.notes),
            },
            ensure_ascii=False,
        )


@dataclass(frozen=True, slots=True)
class Updated:
    """The conversation was read and something of it is remembered, or waits in the inbox."""

    account: Account
    run: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The conversation was read, and there was nothing to remember."""

    account: Account
    run: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """There was nothing to read, or it must not be read."""

    reason: Waiting


@dataclass(frozen=True, slots=True)
class Deferred:
    """The words stay unread for now; the job of the id `run` reads them from `until` on, a None waits for a person.

    `detail` says why in words.
    """

    reason: Waiting
    until: datetime | None
    run: str
    detail: str = ""


Outcome = Updated | Nothing | Skipped | Deferred
