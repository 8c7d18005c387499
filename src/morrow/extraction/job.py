"""The job of layer 2: reads what is unread, lets the rules find statements, and writes them with the cursor."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.conversations.history import Conversation, behind, move_cursor, read_messages, triggers_of
from morrow.conversations.turns import Message
from morrow.documents.entries import Author
from morrow.documents.gates.context import RunInput, UserMessage
from morrow.documents.names import PROFILE
from morrow.documents.shelf import load
from morrow.extraction.addressed import addressed, takes_part
from morrow.extraction.due import Unread, heard, is_from_a_job, is_ready, is_useful, windows
from morrow.extraction.placing import place
from morrow.extraction.rules import Statement, extract
from morrow.jobs.ledger import Due, Run, Status, finish, recent_runs
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import AgentRow, find_agent, find_owner, zone_of
from morrow.settings import Settings
from morrow.store import Store
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose

KIND = "extraction"
IDLE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Extraction:
    """Extracts conversations by the rules engine, one run an owner at a time."""

    store: Store
    settings: Settings
    server_zone: str
    kind: str = KIND

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:
        """Return one due run for each bucket that has something to read, the longest waiting first."""
        if not self.settings.memory.auto_summarize_enabled:
            return ()
        waiting: dict[Bucket, list[Unread]] = defaultdict(list)
        async with self.store.read_all() as connection:
            for conversation in await behind(connection):
                unread = await _read(connection, conversation)
                if is_ready(unread, self.settings.memory) or (eager and is_useful(unread)):
                    waiting[conversation.bucket].append(unread)
            buckets = [b for b in waiting if eager or not await self._is_cooling_down(connection, b, now)]
        return [Due(_key(bucket, waiting[bucket]), KIND, bucket) for bucket in buckets]

    async def due_before_the_night(self, now: datetime) -> Sequence[Due]:
        """Return due runs for what has been idle for an hour and holds useful words, however few."""
        if not self.settings.memory.auto_summarize_enabled:
            return ()
        waiting: dict[Bucket, list[Unread]] = defaultdict(list)
        async with self.store.read_all() as connection:
            for conversation in await behind(connection):
                unread = await _read(connection, conversation)
                if conversation.last_at <= now - IDLE and is_useful(unread):
                    waiting[conversation.bucket].append(unread)
        return [Due(_key(bucket, unread), KIND, bucket) for bucket, unread in waiting.items()]

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Read every conversation of the bucket to its end, each window in one transaction with its cursor."""
        async with self.store.read_all() as connection:
            mine = [c for c in await behind(connection) if c.bucket == due.bucket]
        kept = 0
        for conversation in mine:
            kept += await self._read_to_the_end(conversation, run, now)
        async with self.store.write() as connection:
            status, reason = (Status.COMPLETED, f"{kept} lines") if kept else (Status.SKIPPED, "nothing to remember")
            await finish(connection, run, status, reason=reason, now=now)

    async def read_conversation(self, conversation: Conversation, run: Run, *, now: datetime) -> int:
        """Extract one conversation to its end and return how many statements were kept."""
        return await self._read_to_the_end(conversation, run, now)

    async def _is_cooling_down(self, connection: AsyncConnection, bucket: Bucket, now: datetime) -> bool:
        last = await recent_runs(connection, bucket, KIND, limit=1)
        if not last or last[0].finished_at is None or last[0].status is Status.FAILED:
            return False
        return now < last[0].finished_at + timedelta(minutes=self.settings.memory.cooldown_minutes)

    async def _read_to_the_end(self, conversation: Conversation, run: Run, now: datetime) -> int:
        async with self.store.read_all() as connection:
            unread = await _read(connection, conversation, skip_jobs=self.settings.memory.skip_cron_conversations)
            everything = await read_messages(connection, conversation.id, after=conversation.read_position)
        told = {message.id for message in unread.messages}
        kept, position = 0, conversation.read_position
        for window in windows(everything, self.settings.memory.max_transcript_messages):
            words = [message for message in window if message.id in told]
            found = await self._statements(conversation, words)
            async with self.store.write() as connection:
                if not await move_cursor(connection, conversation.id, read=position, to=window[-1].position):
                    return kept  # another run read on from here
                for bucket, statements in found.items():
                    await self._write(connection, bucket, statements, words, run, now)
            position = window[-1].position
            kept += sum(map(len, found.values()))
        return kept

    async def _statements(
        self, conversation: Conversation, messages: Sequence[Message]
    ) -> dict[Bucket, list[Statement]]:
        """Return what the rules find, by the bucket it belongs to: in a group, each speaker's own."""
        is_heard = not Owner(conversation.bucket.owner or "system").is_group or takes_part(messages)
        by_bucket: dict[Bucket, list[Message]] = defaultdict(list)
        for message in messages:
            by_bucket[_whose(message, conversation.bucket)].append(message)
        found: dict[Bucket, list[Statement]] = {}
        for bucket, own in by_bucket.items():
            zone = await self._zone(bucket)
            statements = addressed(extract([heard(message) for message in own], zone=zone), to_agent=is_heard)
            if statements:
                found[bucket] = statements
        return found

    async def _write(
        self, connection: AsyncConnection, bucket: Bucket, statements: list[Statement], messages: Sequence[Message],
        run: Run, now: datetime,
    ) -> None:  # fmt: skip
        zone = await self._zone(bucket)
        profile = await load(connection, bucket, PROFILE)
        placed = place(
            statements,
            day_of=_local_day_in(zone),
            profile=profile.entries if profile else (),
            zone=zone,
        )
        own = [m for m in messages if _whose(m, messages[0].bucket) == bucket]
        words = Words(
            user_messages=tuple(UserMessage(m.id, m.text, m.at) for m in own if m.role == "user"),
            inputs=tuple(RunInput(m.text, m.at) for m in own if m.role != "user"),
            asked=any(statement.asked for statement in statements),
            zone=zone,
        )
        by = By(Author.EXTRACTION, run.id, "extracted from a conversation", run=run.id)
        changes = [Change(bucket, p.name, p.operations, p.first_text) for p in placed]
        await propose(connection, changes, by=by, words=words, settings=self.settings, now=now)

    async def _zone(self, bucket: Bucket) -> str:
        async with self.store.read_all() as connection:
            agent = await find_agent(connection, bucket.agent)
            owner = await find_owner(connection, Owner(bucket.owner)) if bucket.scope is Scope.PERSONAL else None
            return zone_of(agent, owner, self.server_zone) if isinstance(agent, AgentRow) else self.server_zone


async def _read(connection: AsyncConnection, conversation: Conversation, *, skip_jobs: bool = True) -> Unread:
    messages = await read_messages(connection, conversation.id, after=conversation.read_position)
    triggers = await triggers_of(connection, list({message.turn for message in messages}))
    told = [m for m in messages if not _is_left_out(m, *triggers.get(m.turn, ("user", "completed")), skip_jobs)]
    return Unread(conversation, tuple(told))


def _is_left_out(message: Message, trigger: str, status: str, skip_jobs: bool) -> bool:
    """Whether a message is never extracted: a job's words, or the partial reply of a turn that failed."""
    return (skip_jobs and is_from_a_job(trigger)) or (status != "completed" and message.role != "user")


def _whose(message: Message, bucket: Bucket) -> Bucket:
    said_by = message.owner
    if bucket.scope is Scope.PERSONAL and Owner(bucket.owner).is_group and said_by is not None:
        return Bucket.personal(bucket.agent, said_by)
    return bucket


def _local_day_in(zone: str) -> Callable[[Statement], date]:
    return lambda statement: local_day(statement.at, zone)


def _key(bucket: Bucket, waiting: Sequence[Unread]) -> str:
    """Name exactly this pending work: the same words waiting give the same key, whoever finds them."""
    places = sorted(f"{u.conversation.id}:{u.conversation.read_position}:{u.conversation.messages}" for u in waiting)
    return f"{KIND}|{bucket.key}|{hashlib.sha256(' '.join(places).encode()).hexdigest()[:32]}"
