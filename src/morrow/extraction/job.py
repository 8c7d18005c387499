"""The job of layer 2: reads what is unread window by window, and writes what an engine finds with the cursor."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.capture import uncaptured
from morrow.conversations.history import Conversation, backlog_mark, behind, find_conversation, move_cursor
from morrow.documents.entries import Author
from morrow.errors import NotFound
from morrow.extraction.account import Account, Deferred, Nothing, Outcome, Skipped, Updated
from morrow.extraction.backlog import Backlog
from morrow.extraction.due import Later, Now, Waiting, is_useful, nothing_to_read, when, why_held
from morrow.extraction.engines import Engines
from morrow.extraction.groups import audiences, is_group
from morrow.extraction.listening import FOR_MODEL, FOR_RULES, Listening, read_shelf, zone_in
from morrow.extraction.reading import MOST_JUDGED, Cut, Reader, Unread, as_it_is
from morrow.extraction.wanted import Found
from morrow.jobs.ledger import MAX_ATTEMPTS, Due, Run, Status, claim, fail, find_run, finish, recent_runs, running
from morrow.models.config import Models
from morrow.models.questions import Failed
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.store import Store
from morrow.store.ids import new_id
from morrow.writing.change import By
from morrow.writing.propose import propose

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

    async def due_before_the_night(self, now: datetime) -> Sequence[Due]:
        """Return due runs for what has been idle for an hour and holds useful words, however few."""
        if not self.settings.memory.auto_summarize_enabled:
            return ()
        waiting: dict[Bucket, list[Conversation]] = defaultdict(list)
        async with self.store.read_all() as connection:
            for conversation in await behind(connection):
                if conversation.last_at <= now - IDLE and is_useful(await self._judged(connection, conversation)):
                    waiting[conversation.bucket].append(conversation)
            found, _ = await self._timed(connection, waiting, now, eager=True)
        return found

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Read every conversation of the bucket to its end, each window in one transaction with its cursor."""
        async with self.store.read_all() as connection:
            mine = await behind(connection, due.bucket)
        await self._read_all(run, mine, now)

    async def summarize(self, conversation: str, bucket: Bucket, *, now: datetime) -> Outcome:
        """Extract one conversation of `bucket` now, because somebody asked, and return what happened.

        Neither its length nor the cooldown holds it back. It is deferred while another run of the same owner is at
        work, and when the model fails. Raises NotFound for a conversation that is none of the bucket's.
        """
        async with self.store.read_all() as connection:
            found = await find_conversation(connection, bucket, conversation)
            if found is None:
                raise NotFound(f"{conversation!r}: no such conversation of this owner")
            unread = await self._judged(connection, found)
            is_live = await running(connection, bucket, KIND, now=now) is not None
            last = next(iter(await recent_runs(connection, bucket, KIND, limit=1)), None)
        skipped = nothing_to_read(unread)
        if skipped is not None:
            return Skipped(skipped)
        chance = when(last, is_live=is_live, now=now, cooldown=timedelta(0))
        if isinstance(chance, Later) and chance.reason is Waiting.RUNNING:
            return Deferred(chance.reason, chance.until)
        return await self._summarize(found, now)

    async def _summarize(self, conversation: Conversation, now: datetime) -> Outcome:
        due = Due(f"{KIND}|{conversation.bucket.key}|{new_id(now)}", KIND, conversation.bucket)
        async with self.store.write() as connection:
            run = await claim(connection, due, worker="caller", now=now)
        if run is None:
            return Deferred(Waiting.RUNNING, now)
        try:
            done = await self._read_all(run, [conversation], now)
        except Exception as error:
            async with self.store.write() as connection:
                await fail(connection, run, reason=f"{type(error).__name__}: {error}", now=now)
            raise
        if isinstance(done, Failed):
            async with self.store.read_all() as connection:
                failed = await find_run(connection, run.id)
            until = failed.retry_at if failed is not None and failed.retry_at is not None else now
            return Deferred(Waiting.RETRY, until, done.reason)
        return Updated(done) if done.changes or done.held else Nothing(done)

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
        self, connection: AsyncConnection, waiting: Mapping[Bucket, list[Conversation]], now: datetime, *, eager: bool
    ) -> tuple[list[Due], list[datetime]]:
        """Return the runs that may start now, and until when the others wait."""
        cooldown = timedelta(minutes=0 if eager else self.settings.memory.cooldown_minutes)
        found: list[Due] = []
        again: list[datetime] = []
        for bucket, conversations in waiting.items():
            last = next(iter(await recent_runs(connection, bucket, KIND, limit=1)), None)
            is_live = await running(connection, bucket, KIND, now=now) is not None
            chance = when(last, is_live=is_live, now=now, cooldown=cooldown)
            if isinstance(chance, Later):
                again.append(chance.until)
                continue
            due = Due(chance.key or _key(bucket, conversations), KIND, bucket)
            if not _is_given_up(last, due, chance):
                found.append(due)
        return found, again

    async def _judged(self, connection: AsyncConnection, conversation: Conversation) -> Unread:
        return await self.reader.read(connection, conversation, after=conversation.read_position, most=MOST_JUDGED)

    async def _read_all(self, run: Run, conversations: Sequence[Conversation], now: datetime) -> Account | Failed:
        """Read `conversations` to their ends as they are now, and finish the run with the last window."""
        account = Account()
        zones: dict[Bucket, str] = {}
        last = conversations[-1].id if conversations else ""
        for conversation in conversations:
            position = conversation.read_position
            while position < conversation.messages:
                listening = await self._listen(conversation, position, zones)
                found = await self.engines.find(listening)
                if isinstance(found, Failed):
                    return await self._fail(run, found, now)
                ends = conversation.id == last and listening.unread.end >= conversation.messages
                after = await self._write(run, listening, found, account, ends=ends, position=position, now=now)
                if after is None:
                    break  # another run read on from here
                account, position = after, listening.unread.end
                if ends:
                    return account
        async with self.store.write() as connection:
            await _finish(connection, run, account, now)
        return account

    async def _listen(self, conversation: Conversation, position: int, zones: dict[Bucket, str]) -> Listening:
        most = self.settings.memory.max_transcript_messages
        async with self.store.read_all() as connection:
            unread = await self.reader.read(connection, conversation, after=position, most=most)
            if is_group(conversation.bucket):
                unread = await _without_the_unwilling(connection, unread)
            heard_by = audiences(unread.messages, conversation.bucket) if unread.messages else {}
            for bucket in heard_by:
                if bucket not in zones:
                    zones[bucket] = await zone_in(connection, bucket, self.server_zone)
            needs = FOR_MODEL if self.engines.asks_a_model else FOR_RULES
            shelves = {
                bucket: await read_shelf(connection, bucket, zones[bucket], needs=needs, messages=said)
                for bucket, said in heard_by.items()
            }
        return Listening(unread, heard_by, shelves)

    async def _write(
        self, run: Run, listening: Listening, found: Found, account: Account, *, ends: bool, position: int,
        now: datetime,
    ) -> Account | None:  # fmt: skip
        """Move the cursor and write what was found in one transaction; None if another run has moved it."""
        unread = listening.unread
        by = By(Author.EXTRACTION, run.id, f"extracted from a conversation by {found.engine}", run=run.id)
        async with self.store.write() as connection:
            if not await move_cursor(connection, unread.conversation.id, read=position, to=unread.end):
                return None
            outcomes = []
            for wanted in found.wanted:
                outcomes += await propose(
                    connection, wanted.changes, by=by, words=wanted.words, settings=self.settings, now=now
                )
            done = account.plus(found, outcomes, len(unread.messages))
            if ends:
                await _finish(connection, run, done, now)
        return done

    async def _fail(self, run: Run, failed: Failed, now: datetime) -> Failed:
        log.warning("an extraction failed", run=run.id, reason=failed.reason)
        async with self.store.write() as connection:
            await fail(connection, run, reason=f"llm_failed: {failed.reason}", now=now)
        return failed


async def _without_the_unwilling(connection: AsyncConnection, unread: Unread) -> Unread:
    """Return a group's words without those of members from whom nothing is to be learned."""
    said_by = {message.said_by for message in unread.messages if message.said_by}
    unwilling = await uncaptured(connection, said_by) if said_by else frozenset()
    return replace(unread, messages=tuple(m for m in unread.messages if m.said_by not in unwilling))


async def _finish(connection: AsyncConnection, run: Run, account: Account, now: datetime) -> None:
    status = Status.COMPLETED if account.changes or account.held else Status.SKIPPED
    await finish(connection, run, status, reason=account.reason, report=account.encode(), now=now)


def _is_given_up(last: Run | None, due: Due, chance: Now) -> bool:
    """Whether this very work has failed too often and waits for a person, or for something else to read."""
    return (
        chance.key is None
        and last is not None
        and last.status is Status.FAILED
        and last.attempts >= MAX_ATTEMPTS
        and last.key == due.key
    )


def _key(bucket: Bucket, waiting: Sequence[Conversation]) -> str:
    """Name exactly this pending work: the same words waiting give the same key, whoever finds them."""
    places = sorted(f"{c.id}:{c.read_position}:{c.messages}" for c in waiting)
    return f"{KIND}|{bucket.key}|{hashlib.sha256(' '.join(places).encode()).hexdigest()[:32]}"
