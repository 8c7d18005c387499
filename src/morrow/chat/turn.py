"""One turn from what is said to what is saved. The talk with the model is in `loop`, what goes to disk in `saving`."""

import asyncio
from collections.abc import Collection
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial

import structlog

from morrow.chat.asked import Asked
from morrow.chat.errors import TurnFailed, TurnStopped
from morrow.chat.events import Done, Failed, MemoryRecalled, MessageComplete, Session, Turn
from morrow.chat.extractive import answer_from, lines_from
from morrow.chat.live import Live, LiveTurns, Outcome
from morrow.chat.loop import Talk
from morrow.chat.preparing import Means, Prepared
from morrow.chat.progress import Progress
from morrow.chat.saving import kept, messages_of, record_as_json, save_ending
from morrow.chat.tools import NoTools, Tools
from morrow.conversations.capture import set_conversation_memory
from morrow.conversations.ending import fail_left_behind
from morrow.conversations.history import find_conversation
from morrow.conversations.recorder import Recorder
from morrow.conversations.turns import COMPLETED, FAILED, STOPPED, Ending, Recorded
from morrow.errors import MorrowError
from morrow.models.errors import BudgetExceeded, ModelError, ModelNotConfigured, ModelTimeout
from morrow.models.usage import Payer, paid_by
from morrow.owners import Bucket
from morrow.recall.tracker import Answered, Replied, Tracker
from morrow.text.language import language_of
from morrow.tools.toolbox import Running

log = structlog.get_logger(__name__)
MODEL, RULES = "model", "rules"
PAID_AS = "chat"


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a turn: the words of the reply, who gave it, and where it went wrong, why."""

    text: str
    status: str = COMPLETED
    engine: str = ""
    model: str = ""
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class Chat:
    """Has turns: each is saved before the model is asked, and again with all that came of it."""

    means: Means
    recorder: Recorder
    tracker: Tracker
    turns: LiveTurns

    async def begin(self, asked: Asked, tools: Tools, *, streams: bool) -> Live:
        """Save what was said, let the turn run, and return it. `streams` tells the reply as it comes."""
        if asked.memory is not None and asked.conversation is not None:
            await self._switch_memory(asked, asked.conversation, asked.memory)
        recorded = await self.recorder.record(asked.new_turn(self.means.clock()))
        live = Live(recorded.id, recorded.conversation, asked.bucket, asked.owner)
        live.tell(Session(recorded.id, recorded.conversation, recorded.messages[0]))
        return self.turns.start(live, partial(self._run, asked, recorded, tools, streams))

    async def forget(self, *, buckets: Collection[Bucket] = (), conversation: str = "") -> None:
        """Stop the turns of buckets, or of a conversation, and keep neither them nor any summary in this process."""
        await self.turns.forget(lambda live: live.bucket in buckets or live.conversation == conversation)
        self.means.summaries.clear()

    async def _switch_memory(self, asked: Asked, conversation: str, mode: str) -> None:
        async with self.means.store.write() as connection:
            if await find_conversation(connection, asked.bucket, conversation) is not None:
                await set_conversation_memory(connection, asked.bucket, conversation, mode)

    async def _run(self, asked: Asked, recorded: Recorded, tools: Tools, streams: bool, live: Live) -> Outcome:
        progress = Progress(live.tell)
        async with AsyncExitStack() as until_saved:
            said = await self._say(asked, recorded, tools, progress, streams=streams, until_saved=until_saved)
            live.is_being_saved = True
            return await self._end(asked, recorded, said, progress)

    async def _say(
        self, asked: Asked, recorded: Recorded, tools: Tools, progress: Progress, *, streams: bool,
        until_saved: AsyncExitStack,
    ) -> Said:  # fmt: skip
        """Return what comes of the turn, whatever happens in it."""
        limit = asyncio.timeout(self.means.settings.chat.turn_timeout_seconds)
        try:
            await until_saved.enter_async_context(self.turns.in_turn(recorded.conversation))
            async with limit:
                return await self._answer(asked, recorded, tools, progress, streams=streams)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            assert task is not None  # noqa: S101 - always inside one
            task.uncancel()  # somebody stopped the turn: what was said up to here is still to be saved
            return Said(progress.partial, STOPPED, MODEL)
        except TimeoutError as error:
            seconds = self.means.settings.chat.turn_timeout_seconds
            late = ModelTimeout(f"the turn took longer than {seconds} seconds (mate.agent.chat.turn-timeout-seconds)")
            return Said(progress.partial, FAILED, MODEL, error=late if limit.expired() else error)
        except MorrowError as error:
            return self._failed(asked, progress, error)
        except Exception as error:  # a turn's failure is its own: what was said is kept, and it is told to have failed
            log.exception("a turn failed", turn=recorded.id)
            return Said(progress.partial, FAILED, MODEL, error=error)

    async def _answer(
        self, asked: Asked, recorded: Recorded, tools: Tools, progress: Progress, *, streams: bool
    ) -> Said:
        now, model = self.means.clock(), self.means.model
        begun = _in_conversation(asked, recorded)
        prepared = await self.means.prepare(
            begun, now=now, tools=tools.specs if model else (), turn=recorded.id, message=recorded.messages[0]
        )
        self._recalled(asked, recorded.id, prepared, progress, by_lines=model is None)
        if model is None:
            if self.means.missing:
                raise ModelNotConfigured(self.means.missing)
            return self._from_memory(asked, progress)
        running = Running(
            asked.agent.id, asked.agent.name, asked.owner, asked.group, recorded.conversation, recorded.id,
            recorded.messages[0], asked.kept, now, role=asked.role,
            is_tracked=progress.learns,
        )  # fmt: skip
        payer = Payer(asked.bucket.agent, asked.bucket.owner, PAID_AS)
        allowed = tools if prepared.known.has_tools else NoTools()
        talk = Talk(
            paid_by(model, payer), allowed, running, prepared.frame.limits, self.means.counter,
            self.means.summariser(begun, prepared, model=model, now=now), self.means.settings.chat, streams,
        )  # fmt: skip
        text = await talk.reply(prepared.drafted, progress, summary=prepared.known.summary)
        return Said(text, engine=MODEL, model=model.model)

    def _recalled(self, asked: Asked, turn: str, prepared: Prepared, progress: Progress, *, by_lines: bool) -> None:
        """Note which memory this turn is told."""
        known = prepared.known
        progress.recalls = known.recalls
        progress.learns = known.recalls and known.learns and asked.trigger == "user"
        progress.told = lines_from(known.hits) if by_lines else prepared.drafted.told
        if not known.recalls:
            return
        progress.tell(MemoryRecalled(turn, progress.told))
        if progress.learns:
            reader, day = prepared.reader, prepared.frame.day
            self.tracker.answered(Answered(reader.agent, reader.owner, asked.kept, day, progress.told))
            progress.asked_for = Bucket.personal(reader.agent, reader.owner)

    def _failed(self, asked: Asked, progress: Progress, error: MorrowError) -> Said:
        wants_rules = self.means.settings.memory.engine.fallback == RULES and isinstance(error, ModelError)
        takes_over = wants_rules or isinstance(error, BudgetExceeded)  # nobody waits a day for a reply
        if not takes_over or progress.partial or progress.steps:
            return Said(progress.partial, FAILED, MODEL, error=error)
        progress.told = lines_from(progress.told)
        return self._from_memory(asked, progress, failure=str(error))

    def _from_memory(self, asked: Asked, progress: Progress, *, failure: str = "") -> Said:
        text = answer_from(progress.told, language_of(asked.text), failure=failure)
        progress.say(text)
        return Said(text, engine=RULES)

    async def _end(self, asked: Asked, recorded: Recorded, said: Said, progress: Progress) -> Outcome:
        now, nonce = self.means.clock(), self.means.nonce
        origin = "system" if said.engine == RULES else "agent"
        words = messages_of(progress, said.text, now, nonce=nonce, origin=origin)
        reason = "" if said.error is None else f"{type(said.error).__name__}: {said.error}"
        ending = Ending(words, now, said.status, said.engine, said.model, reason, record_as_json(progress.record))
        async with self.means.store.write() as connection:
            ids = await save_ending(connection, asked, recorded.id, ending, progress)
            mine = self.turns.ids()
            before = now - self.means.longest_turn
            await fail_left_behind(connection, recorded.conversation, before=before, but=mine, now=now)
        reply = kept(said.text, nonce) or None
        turn = Turn(
            recorded.id, recorded.conversation, (*recorded.messages, *(ids or ())), reply, progress.told,
            recorded.id if progress.recalls else None, said.status, said.engine, said.model, tuple(progress.written),
            progress.is_cut, progress.record,
        )  # fmt: skip
        return self._told(asked, turn, said, progress)

    def _told(self, asked: Asked, turn: Turn, said: Said, progress: Progress) -> Outcome:
        """Tell whoever watches how the turn ended, and return what whoever waits for it gets."""
        if said.error is not None:
            failed = TurnFailed(str(said.error), turn=turn.id, conversation=turn.conversation)
            failed.__cause__ = said.error
            progress.tell(Failed(turn, said.error))
            return failed
        if turn.reply is not None:
            progress.tell(MessageComplete(turn.messages[-1], turn.reply))
        progress.tell(Done(turn))
        if said.status == STOPPED:
            return TurnStopped("the turn was stopped", turn=turn.id, conversation=turn.conversation)
        if progress.asked_for is not None and said.engine == MODEL and turn.reply is not None:
            self.tracker.replied(Replied(progress.asked_for, asked.kept, self.means.clock(), turn.reply))
        return turn


def _in_conversation(asked: Asked, recorded: Recorded) -> Asked:
    return replace(asked, conversation=recorded.conversation)
