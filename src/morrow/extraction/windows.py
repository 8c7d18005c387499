"""One run of extraction: goes through what is unread window by window, and writes what an engine finds with the cursor.

Which conversations are read, and when, is decided in `job`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.capture import uncaptured
from morrow.conversations.history import Conversation, move_cursor
from morrow.documents.entries import Author
from morrow.extraction.account import Account
from morrow.extraction.engines import Engines
from morrow.extraction.groups import audiences, is_group
from morrow.extraction.listening import FOR_MODEL, FOR_RULES, Listening, read_shelf, zone_in
from morrow.extraction.reading import Reader, Unread
from morrow.extraction.wanted import Found
from morrow.jobs.ledger import Progress, Run, Status, advance, fail, finish
from morrow.jobs.pace import Pace
from morrow.models.questions import Failed
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.store import Store
from morrow.writing.change import By
from morrow.writing.propose import propose

log = structlog.get_logger(__name__)
LLM_FAILED, OVER_BUDGET = "llm_failed", "over_budget"


@dataclass(slots=True)
class Reading:
    """One run's way through some conversations of a bucket; `passed` of `total` messages lie behind it."""

    store: Store
    settings: Settings
    server_zone: str
    engines: Engines
    reader: Reader
    run: Run
    now: datetime
    pace: Pace = field(default_factory=Pace)
    account: Account = field(default_factory=Account)
    passed: int = 0
    total: int = 0
    is_over: bool = False
    _zones: dict[Bucket, str] = field(default_factory=dict)

    async def read(self, conversations: Sequence[Conversation]) -> Account | Failed:
        """Read `conversations` to their ends as they are now, and finish the run with the last window."""
        self.total = sum(one.messages - one.read_position for one in conversations)
        last = conversations[-1].id if conversations else ""
        for conversation in conversations:
            position = conversation.read_position
            while position < conversation.messages:
                began = asyncio.get_running_loop().time()
                listening = await self._listen(conversation, position)
                found = await self.engines.find(listening)
                if isinstance(found, Failed):
                    return await self._fail(found)
                ends = conversation.id == last and listening.unread.end >= conversation.messages
                if not await self._write(listening, found, position=position, ends=ends):
                    break  # another run read on from here
                if self.is_over:
                    await self.pace.rest(began)
                    return self.account
                position = listening.unread.end
                await self.pace.rest(began)
        async with self.store.write() as connection:
            await self._finish(connection)
        return self.account

    async def _listen(self, conversation: Conversation, position: int) -> Listening:
        most = self.settings.memory.max_transcript_messages
        async with self.store.read_all() as connection:
            unread = await self.reader.read(connection, conversation, after=position, most=most)
            if is_group(conversation.bucket):
                unread = await _without_the_unwilling(connection, unread)
            heard_by = audiences(unread.messages, conversation.bucket) if unread.messages else {}
            for bucket in heard_by:
                if bucket not in self._zones:
                    self._zones[bucket] = await zone_in(connection, bucket, self.server_zone)
            needs = FOR_MODEL if self.engines.asks_a_model else FOR_RULES
            shelves = {
                bucket: await read_shelf(connection, bucket, self._zones[bucket], needs=needs, messages=said)
                for bucket, said in heard_by.items()
            }
        return Listening(unread, heard_by, shelves)

    async def _write(self, listening: Listening, found: Found, *, position: int, ends: bool) -> bool:
        """Move the cursor and write what was found in one transaction; False if another run has moved it."""
        unread, run = listening.unread, self.run
        by = By(Author.EXTRACTION, run.id, f"extracted from a conversation by {found.engine}", run=run.id)
        async with self.store.write() as connection:
            if not await move_cursor(connection, unread.conversation.id, read=position, to=unread.end):
                return False
            outcomes = []
            for wanted in found.wanted:
                outcomes += await propose(
                    connection, wanted.changes, by=by, words=wanted.words, settings=self.settings, now=self.now
                )
            self.account = self.account.plus(found, outcomes, len(unread.messages))
            self.passed += unread.end - position
            is_canceled = await advance(connection, run, Progress("reading", self.passed, self.total))
            if ends:
                await self._finish(connection)
            elif is_canceled:
                await self._stop(connection)
        self.is_over = ends or is_canceled
        return True

    async def _finish(self, connection: AsyncConnection) -> None:
        account = self.account
        status = Status.COMPLETED if account.changes or account.held else Status.SKIPPED
        await finish(connection, self.run, status, reason=account.reason, report=account.encode(), now=self.now)

    async def _stop(self, connection: AsyncConnection) -> None:
        reason = f"canceled after {self.passed} of {self.total} messages; {self.account.reason}"
        await finish(connection, self.run, Status.CANCELED, reason=reason, report=self.account.encode(), now=self.now)

    async def _fail(self, failed: Failed) -> Failed:
        log.warning("an extraction failed", run=self.run.id, reason=failed.reason)
        async with self.store.write() as connection:
            reason = f"{OVER_BUDGET if failed.until else LLM_FAILED}: {failed.reason}"
            await fail(connection, self.run, reason=reason, now=self.now, until=failed.until)
        return failed


async def _without_the_unwilling(connection: AsyncConnection, unread: Unread) -> Unread:
    """Return a group's words without those of members from whom nothing is to be learned."""
    said_by = {message.said_by for message in unread.messages if message.said_by}
    unwilling = await uncaptured(connection, said_by) if said_by else frozenset()
    return replace(unread, messages=tuple(m for m in unread.messages if m.said_by not in unwilling))
