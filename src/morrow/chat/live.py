"""Turns that run in this process: who waits for them, who watches them, who may stop them. Answers none itself."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from morrow.chat.errors import TurnFailed, TurnStopped
from morrow.chat.events import Event, Turn
from morrow.clock import Clock
from morrow.errors import NotFound
from morrow.owners import Bucket, Owner

KEPT = timedelta(minutes=10)
MOST_KEPT = 2_000  # ended turns; beyond that the oldest go before their time
GRACE_SECONDS = 10.0
Outcome = Turn | TurnFailed | TurnStopped


@dataclass(frozen=True, slots=True)
class Told:
    """One event of a turn under its number, from 1."""

    number: int
    event: Event


class Live:
    """One turn that runs, or has ended a short while ago, with all that was told of it."""

    def __init__(self, turn: str, conversation: str, bucket: Bucket, owner: Owner) -> None:
        self.turn = turn
        self.conversation = conversation
        self.bucket = bucket
        self.owner = owner
        self.events: list[Told] = []
        self.is_ended = False
        self.ended_at: datetime | None = None
        self.is_being_saved = False
        self.task: asyncio.Task[Outcome] | None = None
        self.has_begun = asyncio.Event()
        self._changed = asyncio.Event()

    def tell(self, event: Event) -> None:
        """Tell everybody who watches."""
        self.events.append(Told(len(self.events) + 1, event))
        self._wake()

    def end(self, now: datetime) -> None:
        """Say that nothing will be told any more."""
        self.is_ended, self.ended_at = True, now
        self._wake()

    async def next_after(self, number: int, *, within_seconds: float | None = None) -> list[Told]:
        """Return what was told after event `number`; nothing if the turn has ended, or none came in time."""
        while len(self.events) <= number and not self.is_ended:
            changed = self._changed
            try:
                async with asyncio.timeout(within_seconds):
                    await changed.wait()
            except TimeoutError:
                return []
        return self.events[number:]

    async def follow(self, after: int = 0) -> AsyncIterator[Told]:
        """Yield what is told after event `after`, until the turn has ended."""
        while told := await self.next_after(after):
            for one in told:
                yield one
            after = told[-1].number

    async def result(self) -> Turn:
        """Return the turn when it has ended, or raise why it has no reply. Leaving does not stop it."""
        assert self.task is not None  # noqa: S101 - set when it was started
        outcome = await asyncio.shield(self.task)
        if isinstance(outcome, Turn):
            return outcome
        raise outcome from outcome.__cause__

    async def stop(self) -> None:
        """End the turn with what was said up to here, and return when that is on disk."""
        assert self.task is not None  # noqa: S101 - as above
        await self.has_begun.wait()  # a task that is cancelled before it runs could save nothing
        if not self.is_being_saved:
            self.task.cancel()
        await asyncio.wait([self.task])

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class LiveTurns:
    """All turns of this process, by id; `close` waits for those that run."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turns: dict[str, Live] = {}
        self._talking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._waiting: defaultdict[str, int] = defaultdict(int)

    def start(self, live: Live, run: Callable[[Live], Awaitable[Outcome]]) -> Live:
        """Let a turn run, whoever watches it or leaves."""
        self._forget_old()
        self._turns[live.turn] = live
        live.task = asyncio.create_task(self._run(live, run))
        return live

    def find(self, turn: str, *, owner: Owner, group: Owner | None = None, agent: str | None = None) -> Live:
        """Return the owner's turn of that id (with this agent). Raises NotFound, also when it ended too long ago."""
        self._forget_old()
        live = self._turns.get(turn)
        talks_in = (group or owner).key
        is_theirs = live is not None and live.owner == owner and _is_of(live.bucket, talks_in)
        if live is None or not is_theirs or agent not in (None, live.bucket.agent):
            raise NotFound(f"{turn!r}: no such turn of this owner runs, or ended within the last ten minutes")
        return live

    def ids(self) -> frozenset[str]:
        """Return the ids of the turns that run here."""
        return frozenset(live.turn for live in self._turns.values() if not live.is_ended)

    async def forget(self, is_meant: Callable[[Live], bool]) -> None:
        """Stop the turns that are meant, and keep nothing of what was told in them."""
        for live in [one for one in self._turns.values() if is_meant(one)]:
            if not live.is_ended:
                await live.stop()
            self._turns.pop(live.turn, None)

    @asynccontextmanager
    async def in_turn(self, conversation: str) -> AsyncIterator[None]:
        """Let one turn of a conversation talk at a time, in the order in which they came."""
        self._waiting[conversation] += 1
        try:
            async with self._talking[conversation]:
                yield
        finally:
            self._waiting[conversation] -= 1
            if not self._waiting[conversation]:
                del self._waiting[conversation], self._talking[conversation]

    async def close(self) -> None:
        """Wait a little for the turns that run, then stop them; what they said is on disk when this returns."""
        running = [live for live in self._turns.values() if live.task is not None and not live.task.done()]
        if not running:
            return
        await asyncio.wait([live.task for live in running if live.task], timeout=GRACE_SECONDS)
        for live in running:
            if live.task is not None and not live.task.done():
                await live.stop()

    async def _run(self, live: Live, run: Callable[[Live], Awaitable[Outcome]]) -> Outcome:
        live.has_begun.set()
        try:
            return await run(live)
        finally:
            live.end(self._clock())

    def _forget_old(self) -> None:
        now = self._clock()
        ended = [live for live in self._turns.values() if live.ended_at is not None]
        old = [live for live in ended if live.ended_at is not None and now - live.ended_at >= KEPT]
        for live in old or ended[: max(0, len(ended) - MOST_KEPT)]:
            del self._turns[live.turn]


def _is_of(bucket: Bucket, key: str) -> bool:
    return bucket.is_shared or bucket.owner == key
