"""The job of layer 2: which buckets are due to be read, and the run around each reading."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.history import Conversation, backlog_mark, behind, find_conversation
from morrow.errors import NotFound
from morrow.extraction.account import Deferred, Nothing, Outcome, Skipped, Updated
from morrow.extraction.backlog import Backlog
from morrow.extraction.due import (
    LOOK_AGAIN,
    UNTIMED,
    Later,
    Now,
    Waiting,
    after_cancel,
    is_useful,
    nothing_to_read,
    when,
    why_held,
)
from morrow.extraction.engines import Engines
from morrow.extraction.held import Held
from morrow.extraction.reading import MOST_JUDGED, Cut, Reader, Unread, as_it_is
from morrow.extraction.windows import Reading
from morrow.jobs.lease import holding
from morrow.jobs.ledger import (
    Due,
    Run,
    Status,
    claim,
    enqueue,
    find_run,
    recent_runs,
    running,
)
from morrow.jobs.pace import Pace
from morrow.models.config import Models
from morrow.models.questions import Failed
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.store import Store
from morrow.store.ids import new_id

log = structlog.get_logger(__name__)
KIND = "extraction"
IDLE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Extraction:
    """Extracts conversations, one run an owner at a time.

    `missing` says why a configured model could not be opened. `cut` takes out of a message what memory itself put into
    a prompt: what was recalled is never learned again.
    """

    store: Store
    settings: Settings
    server_zone: str
    models: Models = field(default_factory=Models)
    missing: str = ""
    cut: Cut = as_it_is
    pace: Pace = field(default_factory=Pace)
    kind: str = KIND
    _backlog: Backlog = field(default_factory=Backlog)

    @property
    def engines(self) -> Engines:
        """Return who extracts."""
        return Engines(self.settings.memory, self.models, self.missing)

    @property
    def reader(self) -> Reader:
        """Return how messages are read."""
        return Reader(self.cut, self.settings.memory.skip_cron_conversations)

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:
        """Return one due run for each bucket that has something to read, the longest waiting first."""
        if not self.settings.memory.auto_summarize_enabled:
            return ()
        async with self.store.read_all() as connection:
            mark = await backlog_mark(connection)
            if not eager and self._backlog.is_unchanged(mark, now):
                return ()
            waiting = await self._waiting(connection, eager=eager)
            found, again = await self._timed(connection, waiting, now, eager=eager)
        if found:
            self._backlog.something_due()
        else:
            self._backlog.nothing_due(mark, now=now, again=again)
        return found

    async def held(self, connection: AsyncConnection, bucket: Bucket, now: datetime) -> list[Held]:
        """Return the bucket's conversations that wait to be read, each with the reason, the longest waiting first."""
        waiting = await behind(connection, bucket)
        if not waiting:
            return []
        chance = await self._chance(connection, bucket, waiting, now, self._cooldown)
        later = chance if isinstance(chance, Later) else None
        found = []
        for one in waiting:
            why = why_held(await self._judged(connection, one), self.settings.memory)
            reason = why or (later.reason if later else None)
            is_timed = why is None and later is not None and later.reason not in UNTIMED
            until = later.until if is_timed and later else None
            found.append(Held(one.id, one.name, bucket, one.messages - one.read_position, reason, until))
        return found

    async def due_before_the_night(self, now: datetime) -> Sequence[Due]:
        """Return due runs for what has been idle for an hour and holds useful words, however few."""
        if not self.settings.memory.auto_summarize_enabled:
            return ()
        waiting: dict[Bucket, list[Conversation]] = defaultdict(list)
        async with self.store.read_all() as connection:
            for conversation in await behind(connection):
                if conversation.last_at <= now - IDLE and is_useful(await self._judged(connection, conversation)):
                    waiting[conversation.bucket].append(conversation)
            found, _ = await self._timed(connection, waiting, now, eager=True, by_night=True)
        return found

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Read every conversation of the bucket, or the one asked for, each window in one transaction with its cursor.

        Between two windows a run that was canceled stops; what is unread stays so.
        """
        async with self.store.read_all() as connection:
            mine = await behind(connection, due.bucket)
        await self._reading(run, now).read([one for one in mine if due.subject in ("", one.id)])

    async def summarize(self, conversation: str, bucket: Bucket, *, now: datetime) -> Outcome:
        """Extract one conversation of `bucket` now, because somebody asked, and return what happened.

        Neither its length nor the cooldown holds it back. It is deferred while another run of the same owner is at
        work, and when the model fails. Raises NotFound for a conversation that is none of the bucket's.
        """
        async with self.store.read_all() as connection:
            found = await self._find(connection, conversation, bucket)
            is_captured = not found.is_behind or found.id in {one.id for one in await behind(connection, bucket)}
            unread = await self._judged(connection, found)
        skipped = nothing_to_read(unread) if is_captured else Waiting.SWITCHED_OFF
        if skipped is not None:
            return Skipped(skipped)
        due = _asked_for(found, now)
        async with self.store.write() as connection:
            run = await claim(connection, due, worker="caller", now=now)
            if run is None:
                later = await enqueue(connection, due, now=now)
                return Deferred(Waiting.RUNNING, now + LOOK_AGAIN, later.id)
        async with holding(self.store, run, now=now):
            done = await self._reading(run, now).read([found])
        if isinstance(done, Failed):
            return await self._deferred(run, done)
        return Updated(done, run.id) if done.changes or done.held else Nothing(done, run.id)

    async def summarize_later(self, conversation: str, bucket: Bucket, *, now: datetime) -> Run:
        """Write down that one conversation is to be extracted, and return the run that will. Raises NotFound."""
        async with self.store.write() as connection:
            found = await self._find(connection, conversation, bucket)
            return await enqueue(connection, _asked_for(found, now), now=now)

    async def _find(self, connection: AsyncConnection, conversation: str, bucket: Bucket) -> Conversation:
        found = await find_conversation(connection, bucket, conversation)
        if found is None:
            raise NotFound(f"{conversation!r}: no such conversation of this owner")
        return found

    async def _deferred(self, run: Run, failed: Failed) -> Deferred:
        async with self.store.read_all() as connection:
            known = await find_run(connection, run.id)
        until = None if known is None else known.retry_at
        why = Waiting.OVER_BUDGET if failed.until else Waiting.RETRY if until else Waiting.GIVEN_UP
        return Deferred(why, until, run.id, failed.reason)

    async def _waiting(self, connection: AsyncConnection, *, eager: bool) -> Mapping[Bucket, list[Conversation]]:
        """Return the conversations that may be read now, by bucket; what is held back is judged once as it stands."""
        waiting: dict[Bucket, list[Conversation]] = defaultdict(list)
        everything = await behind(connection)
        self._backlog.keep_only(everything)
        for conversation in everything:
            if not eager and self._backlog.is_held(conversation):
                continue
            unread = await self._judged(connection, conversation)
            if why_held(unread, self.settings.memory) is None or (eager and is_useful(unread)):
                waiting[conversation.bucket].append(conversation)
            else:
                self._backlog.hold(conversation)
        return waiting

    async def _timed(
        self, connection: AsyncConnection, waiting: Mapping[Bucket, list[Conversation]], now: datetime, *,
        eager: bool, by_night: bool = False,
    ) -> tuple[list[Due], list[datetime]]:  # fmt: skip
        """Return the runs that may start now, and until when the others wait."""
        cooldown = timedelta(0) if eager else self._cooldown
        found: list[Due] = []
        again: list[datetime] = []
        for bucket, conversations in waiting.items():
            chance = await self._chance(connection, bucket, conversations, now, cooldown, by_night=by_night)
            if isinstance(chance, Later):
                again.append(chance.until)
            else:
                found.append(Due(chance.key or _key(bucket, conversations, behind=chance.behind), KIND, bucket))
        return found, again

    async def _chance(
        self, connection: AsyncConnection, bucket: Bucket, conversations: Sequence[Conversation], now: datetime,
        cooldown: timedelta, *, by_night: bool = False,
    ) -> Now | Later:  # fmt: skip
        last = next(iter(await recent_runs(connection, bucket, KIND, limit=1)), None)
        if last is not None and last.status is Status.CANCELED:
            newest = max(conversation.last_at for conversation in conversations)
            return after_cancel(last, newest, now=now, by_night=by_night)
        is_live = await running(connection, bucket, KIND, now=now) is not None
        chance = when(last, is_live=is_live, now=now, cooldown=cooldown)
        is_new = isinstance(chance, Now) and chance.key is None
        if is_new and _is_given_up(last, _key(bucket, conversations, behind="")):
            return Later(Waiting.GIVEN_UP, now + LOOK_AGAIN)
        return chance

    @property
    def _cooldown(self) -> timedelta:
        return timedelta(minutes=self.settings.memory.cooldown_minutes)

    def _reading(self, run: Run, now: datetime) -> Reading:
        return Reading(self.store, self.settings, self.server_zone, self.engines, self.reader, run, now, self.pace)

    async def _judged(self, connection: AsyncConnection, conversation: Conversation) -> Unread:
        return await self.reader.read(connection, conversation, after=conversation.read_position, most=MOST_JUDGED)


def _is_given_up(last: Run | None, key: str) -> bool:
    """Whether this very work has failed too often and waits for a person, or for something else to read."""
    return last is not None and last.status is Status.FAILED and last.retry_at is None and last.key == key


def _asked_for(conversation: Conversation, now: datetime) -> Due:
    bucket = conversation.bucket
    return Due(f"{KIND}|{bucket.key}|{new_id(now)}", KIND, bucket, subject=conversation.id)


def _key(bucket: Bucket, waiting: Sequence[Conversation], *, behind: str) -> str:
    """Name exactly this pending work: the same words waiting give the same key, whoever finds them."""
    places = [*sorted(f"{c.id}:{c.read_position}:{c.messages}" for c in waiting), *([behind] if behind else [])]
    return f"{KIND}|{bucket.key}|{hashlib.sha256(' '.join(places).encode()).hexdigest()[:32]}"
