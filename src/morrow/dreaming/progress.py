"""What a dream tells while it runs: one small event at a time, to whoever listens. Shows and stores nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import TracebackType
from typing import Self

from morrow.dreaming.report import Trigger
from morrow.owners import Bucket


class Happening(StrEnum):
    """What an event says: a dream began, is a step further, or ended in one of four ways."""

    STARTED = "started"
    PROGRESS = "progress"
    COMPLETED = "completed"
    FAILED = "failed"
    SKIPPED = "skipped"
    CANCELED = "canceled"

    @property
    def is_end(self) -> bool:
        """Whether nothing of this dream follows."""
        return self not in (Happening.STARTED, Happening.PROGRESS)


class Step(StrEnum):
    """The steps of a dream, in order; rules take the first and the last, a model asks, and retells old nights."""

    LOOK = "look"
    ASK = "ask"
    ARCHIVE = "archive"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class DreamEvent:
    """One thing that happened in the dream of one bucket; `run` is the id of its report.

    `bucket` is whose dream it is, and so who may hear of it. `step`, `done` and `total` belong to progress: `done` of
    `total` steps are behind, `step` begins. `reason` says why a dream failed or was skipped, without a word of memory.
    """

    happening: Happening
    run: str
    bucket: Bucket
    trigger: Trigger
    at: datetime
    topic: str = ""
    step: Step | None = None
    done: int = 0
    total: int = 0
    reason: str = ""


Observer = Callable[[DreamEvent], None]
"""Hears every event at once, in order. It must not block: an event is told between two steps of the dream.

The last one comes when the dream's effect is committed.
"""


def unobserved(_: DreamEvent) -> None:
    """Listen to nothing."""


class Telling:
    """Tells one dream from its beginning to its end; a dream that breaks off is told as failed, then raises as ever."""

    def __init__(self, observe: Observer, began: DreamEvent) -> None:
        self._observe = observe
        self._began = began
        self._is_ended = False

    def __enter__(self) -> Self:
        self._observe(self._began)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if not self._is_ended:
            self.end(Happening.FAILED, "" if kind is None else kind.__name__)

    def step(self, step: Step) -> None:
        """Tell that a step begins."""
        done = list(Step).index(step)
        told = replace(self._began, happening=Happening.PROGRESS, step=step, done=done, total=len(Step))
        self._observe(told)

    def end(self, happening: Happening, reason: str = "") -> None:
        """Tell how it ended, once."""
        self._is_ended = True
        self._observe(replace(self._began, happening=happening, reason=reason))
