"""Prepares a turn: whose memory is read, what its prompt is made of, who summarises. Asks no model, saves nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from morrow.chat.asked import Asked
from morrow.chat.extractive import found_by_rules
from morrow.chat.loop import Summarise
from morrow.chat.prompting import Drafted, Frame, draft, user_message
from morrow.chat.reading import Known, Question, read_known
from morrow.clock import Clock, local_day
from morrow.context.cache import SummaryCache
from morrow.context.limits import limits_of
from morrow.context.prompt import Placed
from morrow.context.summary import Summary, Writer, summarise
from morrow.context.tokens import TokenCounter
from morrow.models.chat import ChatModel, ToolSpec
from morrow.models.config import Models, Task
from morrow.models.usage import Payer, paid_by
from morrow.owners import Principal
from morrow.roster.switches import is_told_in_groups
from morrow.settings import Settings
from morrow.store import Store

PAID_AS = "summary"


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a turn goes by: on whose behalf memory was read, what is known, and the prompt before it is made to fit."""

    reader: Principal
    known: Known
    frame: Frame
    drafted: Drafted


@dataclass(frozen=True, slots=True)
class Means:
    """What the turns of this process work with.

    `missing` says why a configured model could not be opened; `nonce` is the word that fences memory in prompts.
    """

    store: Store
    settings: Settings
    clock: Clock
    server_zone: str
    models: Models
    nonce: str
    missing: str = ""
    summaries: SummaryCache = field(default_factory=SummaryCache)
    counter: TokenCounter = field(default_factory=TokenCounter)

    @property
    def model(self) -> ChatModel | None:
        """Return the model that talks, if there is one."""
        return self.models.serving(Task.CHAT)

    @property
    def longest_turn(self) -> timedelta:
        """Return how long a turn may take."""
        return timedelta(seconds=self.settings.chat.turn_timeout_seconds)

    async def prepare(
        self, asked: Asked, *, now: datetime, tools: Sequence[ToolSpec], turn: str = "", message: str = ""
    ) -> Prepared:
        """Return what a turn goes by; `turn` and `message` are its own ids, if it has begun."""
        reader = asked.reader(told_in_groups=await self._is_told_in_groups(asked))
        question = Question(
            asked.agent, asked.bucket, asked.conversation, asked.kept, now, self.server_zone,
            since=now - self.longest_turn, turn=turn, message=message,
        )  # fmt: skip
        async with self.store.read(reader) as connection:
            known = await read_known(connection, reader, question)
        frame = Frame(
            agent=asked.agent.id,
            settings=self.settings,
            limits=limits_of(self.settings, max_input_tokens=self.model.max_input_tokens if self.model else None),
            counter=self.counter,
            nonce=self.nonce,
            language="zh" if asked.agent.language == "zh" else "en",
            day=local_day(now, known.zone),
            tools=tuple(tools) if known.has_tools else (),
        )
        current = user_message(asked.text, speaker=asked.speaker, said_by=asked.owner, group=asked.group)
        return Prepared(reader, known, frame, draft(known, current, frame))

    def summariser(self, asked: Asked, prepared: Prepared, *, model: ChatModel | None, now: datetime) -> Summarise:
        """Return who summarises the front of the conversation: `model`, or the rules where there is none."""
        window = prepared.frame.limits.window
        rules = partial(found_by_rules, counter=self.counter, now=now)
        payer = Payer(asked.bucket.agent, asked.bucket.owner, PAID_AS)
        writer = Writer(None if model is None else paid_by(model, payer), rules, self.counter, window)

        async def write(front: Sequence[Placed], most: int, earlier: Summary | None) -> Summary:
            return await summarise(
                front, most, writer=writer, earlier=earlier, whose=asked.bucket.key, cached=self.summaries, now=now
            )

        return write

    async def _is_told_in_groups(self, asked: Asked) -> bool:
        if asked.group is None or asked.owner.is_group:
            return False
        async with self.store.read(asked.in_group) as connection:
            return await is_told_in_groups(connection, asked.owner)
