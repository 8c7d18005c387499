"""The nudge: every few turns of a running conversation a model is asked for single facts that have no entry yet.

The rules need none: they find the same when the conversation is extracted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations.history import Conversation, backlog_mark, behind, count_turns, find_conversation
from morrow.documents.entries import Author
from morrow.documents.names import is_structured
from morrow.documents.structured import find, structured_name
from morrow.errors import InvalidInput
from morrow.extraction.account import Account
from morrow.extraction.backlog import Backlog
from morrow.extraction.by_model import Plan, words_of
from morrow.extraction.contract import ask_for_entries, with_true_ids
from morrow.extraction.evidence import Window
from morrow.extraction.groups import is_group
from morrow.extraction.job import Extraction
from morrow.extraction.listening import FOR_MODEL, Shelf, read_shelf, zone_in
from morrow.extraction.reading import Unread
from morrow.extraction.wanted import Found, Wanted
from morrow.extraction.windows import LLM_FAILED, OVER_BUDGET
from morrow.jobs.ledger import Due, Run, Status, fail, finish, known_keys, recent_runs
from morrow.models.answers import EXTRACTION_SCHEMA, ExtractionAnswer, StructuredEntry, read_extraction
from morrow.models.chat import ChatModel
from morrow.models.config import Task
from morrow.models.questions import Answered, Failed, ask, name_of
from morrow.models.usage import Payer, paid_by
from morrow.owners import Bucket
from morrow.writing.change import By
from morrow.writing.propose import propose

KIND = "nudge"
SOURCE = "nudge"


@dataclass(frozen=True, slots=True)
class Nudge:
    """Looks at running conversations beside the extraction, whose store, settings and models it uses."""

    extraction: Extraction
    backlog: Backlog
    kind: str = KIND

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:
        """Return a due nudge for each owner with a conversation that has reached its next turn to look at."""
        memory = self.extraction.settings.memory
        if not (memory.nudge_enabled and memory.auto_summarize_enabled and self._model() is not None):
            return ()
        async with self.extraction.store.read_all() as connection:
            mark = await backlog_mark(connection)
            if not eager and self.backlog.is_unchanged(mark, now):
                return ()
            waiting = [c for c in await behind(connection) if not is_group(c.bucket)]
            found = await self._reached(connection, waiting, now)
            until = {due: await self._cools_until(connection, due.bucket) for due in found}
        ready = [due for due, end in until.items() if eager or end is None or end <= now]
        if not ready:
            self.backlog.nothing_due(mark, now=now, again=[end for end in until.values() if end is not None])
        return ready

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Ask about the conversation's last messages, and write the entries that are new."""
        model = self._model()
        _, conversation, _ = due.key.rsplit("|", 2)
        unread, shelf = await self._read(due.bucket, conversation)
        if model is None or unread is None or shelf is None or not unread.messages:
            await self._end(run, None, now)
            return
        found = await self._ask(model, unread, shelf)
        if isinstance(found, Failed):
            async with self.extraction.store.write() as connection:
                reason = f"{OVER_BUDGET if found.until else LLM_FAILED}: {found.reason}"
                await fail(connection, run, reason=reason, now=now, until=found.until)
            return
        await self._end(run, found, now)

    def _model(self) -> ChatModel | None:
        engines = self.extraction.engines
        return engines.models.serving(Task.EXTRACTION) if engines.asks_a_model else None

    async def _reached(
        self, connection: AsyncConnection, conversations: Sequence[Conversation], now: datetime
    ) -> list[Due]:
        """Return one nudge an owner, for the first conversation with a full interval of turns nobody looked at."""
        turns = await count_turns(connection, [conversation.id for conversation in conversations])
        interval = self.extraction.settings.memory.nudge_turn_interval
        due: dict[Bucket, list[Due]] = {}
        for conversation in conversations:
            times = turns.get(conversation.id, 0) // interval
            if times:
                key = f"{KIND}|{conversation.bucket.key}|{conversation.id}|{times}"
                due.setdefault(conversation.bucket, []).append(Due(key, KIND, conversation.bucket))
        known = await known_keys(connection, KIND, [one.key for dues in due.values() for one in dues], now=now)
        first = (next((one for one in dues if one.key not in known), None) for dues in due.values())
        return [one for one in first if one is not None]

    async def _cools_until(self, connection: AsyncConnection, bucket: Bucket) -> datetime | None:
        last = next(iter(await recent_runs(connection, bucket, KIND, limit=1)), None)
        pause = timedelta(minutes=self.extraction.settings.memory.nudge_cooldown_minutes)
        return None if last is None or last.status is Status.FAILED else last.started_at + pause

    async def _read(self, bucket: Bucket, conversation: str) -> tuple[Unread | None, Shelf | None]:
        most = self.extraction.settings.memory.nudge_max_messages
        async with self.extraction.store.read_all() as connection:
            found = await find_conversation(connection, bucket, conversation)
            if found is None:
                return None, None
            zone = await zone_in(connection, bucket, self.extraction.server_zone)
            unread = await self.extraction.reader.read(
                connection, found, after=max(0, found.messages - most), most=most
            )
            return unread, await read_shelf(connection, bucket, zone, needs=FOR_MODEL, messages=unread.messages)

    async def _ask(self, model: ChatModel, unread: Unread, shelf: Shelf) -> Found | Failed:
        most = self.extraction.settings.memory.summary_max_tokens
        question = ask_for_entries(unread.messages, shelf, summary_max_tokens=most)
        payer = Payer(shelf.bucket.agent, shelf.bucket.owner, KIND)
        answered = await ask(
            paid_by(model, payer), question.messages, read_extraction, schema=EXTRACTION_SCHEMA,
            max_tokens=question.max_tokens,
        )  # fmt: skip
        if isinstance(answered, Failed):
            return answered
        window = Window(unread.messages, with_true_ids(answered.answer.evidence, question.ids), shelf.zone)
        plan = Plan(shelf, window, shelf.day_of(unread.messages[-1]), keeps_own=False, source=SOURCE)
        asked = plan.changes(_only_new(answered, shelf), most)
        changes = tuple(change for change in asked if is_structured(change.name))
        wanted = (Wanted(shelf.bucket, changes, words_of(changes, unread.messages, shelf)),) if changes else ()
        return Found(name_of(model), wanted, question.prompt, answered.cost)

    async def _end(self, run: Run, found: Found | None, now: datetime) -> None:
        account = Account()
        by = By(Author.EXTRACTION, run.id, "noticed within a conversation", run=run.id)
        async with self.extraction.store.write() as connection:
            if found is not None:
                known = self.extraction.settings
                for wanted in found.wanted:
                    outcomes = await propose(
                        connection, wanted.changes, by=by, words=wanted.words, settings=known, now=now
                    )
                    account = account.plus(found, outcomes, 0)
            status = Status.COMPLETED if account.changes or account.held else Status.SKIPPED
            await finish(connection, run, status, reason=account.reason, report=account.encode(), now=now)


def _only_new(answered: Answered[ExtractionAnswer], shelf: Shelf) -> ExtractionAnswer:
    new = tuple(entry for entry in answered.answer.structured_entries if _is_new(entry, shelf))
    return replace(answered.answer, daily_entry=None, memory_update=None, profile_update=None, structured_entries=new)


def _is_new(entry: StructuredEntry, shelf: Shelf) -> bool:
    try:
        return find(shelf.entries(structured_name(entry.type)), entry.key) is None
    except InvalidInput:
        return False
