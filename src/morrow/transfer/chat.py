"""Imports old conversations: records every line once, and on request dreams each of the nights between them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import BinaryIO

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.agent import Agent
from morrow.conversations.history import find_conversation, message_hashes
from morrow.conversations.recorder import record_in
from morrow.errors import InvalidInput
from morrow.jobs.ledger import Status, recent_runs, release
from morrow.memory import Memory
from morrow.owners import Bucket, Owner
from morrow.store import Store
from morrow.store.statements import hold_buckets
from morrow.transfer.chat_lines import plain_name, read_lines
from morrow.transfer.chat_owners import Belonging, belonging
from morrow.transfer.chat_plan import Placed, batches, lay_out, stretches, turns_of, unknown_of
from morrow.transfer.nights import nights_of, reading_of, schedule_for

MAX_FILE_NAME = 180


@dataclass(frozen=True, slots=True)
class ChatImport:
    """What is imported and how: `name` is the file's, without folder and ending."""

    name: str
    agent: str = "default"
    owner: Owner = field(default_factory=lambda: Owner.user("local"))
    single_owner: bool = False
    me: str | None = None
    with_nights: bool = False


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The first `lines` lines of the file are on disk; `last` is the number of its last message's line."""

    lines: int
    last: int


@dataclass(frozen=True, slots=True)
class NightDreamt:
    """The night of the local date `day` is over: the `number`-th `of` as many."""

    day: date
    number: int
    of: int


Progress = Callable[[Acknowledged | NightDreamt], None]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did. `messages` counts all of the file, `recorded` those that were new.

    `owners` are all whose memory it may have changed, that of the conversations first; `nights` those that were dreamt
    now; `failures` the reasons of runs that failed and will be tried again.
    """

    messages: int
    recorded: int
    conversations: int
    owners: tuple[Owner, ...]
    nights: int
    failures: tuple[str, ...]


async def import_chat(
    memory: Memory, file: BinaryIO, wanted: ChatImport, *, progress: Progress = lambda _: None
) -> Imported:
    """Replay the chat in `file` (JSON lines) on its own dates, and return what was done.

    A line is recorded once, however often it is imported: what was cut short is gone on with by importing again.
    Raises InvalidInput, with nothing written, for a line that cannot be read or that was recorded with other words.
    """
    agent = memory.agent(wanted.agent)
    row = await agent.row()
    name = plain_name(wanted.name)[:MAX_FILE_NAME].strip() or "chat"
    lines = read_lines(file, name=name, zone=row.zone or agent.parts.zone)
    whose = belonging(lines, name=name, owner=wanted.owner, single_owner=wanted.single_owner, me=wanted.me)
    bucket = _bucket(agent, row.id, whose.owner)
    placed = lay_out(lines, bucket, whose)
    del lines
    replay = Replay(agent, bucket, placed, progress)
    await replay.look_up()
    buckets = frozenset(_bucket(agent, row.id, owner) for owner in whose.owners)
    nights = await _with_nights(replay, buckets) if wanted.with_nights else await _without(replay, buckets)
    return await _imported(replay, whose, buckets, nights)


class Replay:
    """Writes one file's lines into one bucket, batch by batch, and says how much of the file is safe."""

    def __init__(self, agent: Agent, bucket: Bucket, placed: list[Placed], progress: Progress) -> None:
        self.agent = agent
        self.bucket = bucket
        self.placed = placed
        self.recorded = 0
        self._progress = progress
        self._waiting: set[int] = set()
        self._safe = 0

    @property
    def store(self) -> Store:
        """The store that is written to."""
        return self.agent.parts.store

    async def look_up(self) -> None:
        """Find out which lines are recorded already. Raises InvalidInput if one is, with other words."""
        names = dict.fromkeys(one.conversation for one in self.placed)
        async with self.store.read_all() as connection:
            known = {name: await _hashes(connection, self.bucket, name) for name in names}
        self._waiting = {one.line for one in unknown_of(self.placed, known)}
        self._acknowledge()

    async def record(self, placed: Iterable[Placed]) -> None:
        """Record those of `placed` that are new, acknowledging each batch once it is on disk."""
        for batch in batches(one for one in placed if one.line in self._waiting):
            async with self.store.write() as connection:
                fresh = await self._still_new(connection, batch)
                if fresh:
                    await record_in(connection, turns_of(fresh, self.bucket))
            self.recorded += len(fresh)
            self._waiting -= {one.line for one in batch}
            self._acknowledge()

    def tell(self, night: NightDreamt) -> None:
        """Say that a night is over."""
        self._progress(night)

    async def _still_new(self, connection: AsyncConnection, batch: list[Placed]) -> list[Placed]:
        """Return what nobody recorded since `look_up`: another import of the same file may run at the same time."""
        await hold_buckets(connection, [self.bucket])
        fresh = []
        for name in dict.fromkeys(one.conversation for one in batch):
            mine = [one for one in batch if one.conversation == name]
            found = await find_conversation(connection, self.bucket, name)
            count = found.messages if found else 0
            if count != mine[0].position - 1:
                mine = unknown_of(mine, {name: await message_hashes(connection, found.id) if found else {}})
            if mine and mine[0].position != count + 1:
                raise InvalidInput(f"the conversation {name!r} changed during the import; run the import again")
            fresh += mine
        return fresh

    def _acknowledge(self) -> None:
        while self._safe < len(self.placed) and self.placed[self._safe].line not in self._waiting:
            self._safe += 1
        if self._safe:
            self._progress(Acknowledged(self.placed[self._safe - 1].line, self.placed[-1].line))


async def _without(replay: Replay, buckets: frozenset[Bucket]) -> int:
    await replay.record(replay.placed)
    await reading_of(replay.agent, buckets).idle()
    return 0


async def _with_nights(replay: Replay, buckets: frozenset[Bucket]) -> int:
    parts, schedule = replay.agent.parts, await schedule_for(replay.agent)
    if not schedule.is_enabled:
        raise InvalidInput("dreaming is switched off; import without --dream, or set dreaming-enabled to true")
    parted = stretches(replay.placed, cron=schedule.cron, zone=schedule.zone)
    end = max((parts.clock(), *(one.replayed_at for one in replay.placed)))
    await _take_over(replay.store, buckets, end)
    runner, dreamt = nights_of(replay.agent, buckets), 0
    past = sum(stretch.night.instant <= end for stretch in parted)
    for number, stretch in enumerate(parted, 1):
        await replay.record(stretch.lines)
        if number <= past:
            dreamt += bool(await runner.tick(stretch.night.instant))
            replay.tell(NightDreamt(stretch.day, number, past))
    await reading_of(replay.agent, buckets).idle()
    return dreamt


async def _take_over(store: Store, buckets: frozenset[Bucket], end: datetime) -> None:
    """Free the runs that an import which was cut short has left behind, at their own times, within its nights."""
    async with store.write() as connection:
        await release(connection, buckets, now=end)


async def _imported(replay: Replay, whose: Belonging, buckets: frozenset[Bucket], nights: int) -> Imported:
    async with replay.store.read_all() as connection:
        failed = [
            run.reason
            for bucket in sorted(buckets, key=lambda bucket: bucket.key)
            for kind in ("extraction", "dream")
            for run in await recent_runs(connection, bucket, kind, statuses=(Status.FAILED,))
        ]
    return Imported(
        messages=len(replay.placed),
        recorded=replay.recorded,
        conversations=len({one.conversation for one in replay.placed}),
        owners=whose.owners,
        nights=nights,
        failures=tuple(failed),
    )


async def _hashes(connection: AsyncConnection, bucket: Bucket, name: str) -> dict[int, str]:
    found = await find_conversation(connection, bucket, name)
    return await message_hashes(connection, found.id) if found else {}


def _bucket(agent: Agent, agent_id: str, owner: Owner) -> Bucket:
    """Return where an owner's memory lies; with one memory for all, in the shared one."""
    if not agent.parts.settings.memory.lifecycle_mediator_enabled:
        return Bucket.team(agent_id)
    return Bucket.personal(agent_id, owner)
