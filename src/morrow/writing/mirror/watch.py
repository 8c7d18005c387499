"""Watches files that were just replaced: an editor that still had one open may write to it a moment longer."""

import time
from collections import deque
from collections.abc import Iterable

from morrow.owners import Bucket
from morrow.writing.mirror.put import Left
from morrow.writing.mirror.step import Step

WATCHED_SECONDS = 2.0
MOST_WATCHED = 64


class Watch:
    """The replaced files of the last moments, the oldest first."""

    def __init__(self) -> None:
        self._left: deque[tuple[float, Bucket, str, Left]] = deque()

    def add(self, bucket: Bucket, replaced: Iterable[tuple[str, Left]]) -> None:
        """Watch what was replaced in `bucket`."""
        self._left.extend((time.monotonic(), bucket, name, left) for name, left in replaced)
        while len(self._left) > MOST_WATCHED:
            self._left.popleft()[3].close()

    def has_changed(self, bucket: Bucket) -> bool:
        """Whether something was written to a replaced file of `bucket`."""
        return any(of == bucket and left.has_changed() for _, of, _, left in self._left)

    def buckets(self) -> set[Bucket]:
        """Return whose files are watched."""
        return {bucket for _, bucket, _, _ in self._left}

    async def take_late(self, step: Step) -> None:
        """Take in what was written to replaced files of the step's bucket, and let go of those that are quiet."""
        for _ in range(len(self._left)):
            since, bucket, name, left = self._left.popleft()
            late = left.read_again() if bucket == step.bucket else None
            if late is not None:
                await step.take_text(name, late.data, late.stat)
                await step.sync(name)
            if late is not None or time.monotonic() - since > WATCHED_SECONDS:
                left.close()
            else:
                self._left.append((since, bucket, name, left))

    def drop(self, bucket: Bucket) -> None:
        """Let go of what was replaced in `bucket`, whatever is still written to it."""
        for entry in [one for one in self._left if one[1] == bucket]:
            self._left.remove(entry)
            entry[3].close()

    def close(self) -> None:
        """Let go of all."""
        for *_, left in self._left:
            left.close()
        self._left.clear()
