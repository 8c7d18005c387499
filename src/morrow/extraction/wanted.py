"""What an engine found in a stretch of conversation, as values: what is to be written, or why it could not tell."""

from dataclasses import dataclass, field

from morrow.models.questions import Cost
from morrow.owners import Bucket
from morrow.writing.change import Change
from morrow.writing.propose import Words


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an engine wants written into one owner's documents, and the words it was made from."""

    bucket: Bucket
    changes: tuple[Change, ...]
    words: Words


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found; `engine` names it, `prompt` the version of what a model was asked.

    `note` says what else a report should: that the rules stood in for a model, or what was left out and why.
    """

    engine: str
    wanted: tuple[Wanted, ...] = ()
    prompt: str = ""
    cost: Cost = field(default_factory=Cost)
    note: str = ""
