"""The owners of one instance: listed, shown, set, exported and erased, with every agent at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.parts import Parts
from morrow.conversations.capture import set_owner_capture
from morrow.dreaming.forgetting import blank_growth
from morrow.errors import InvalidInput, NotFound
from morrow.household.erasing import Receipt, erasing
from morrow.i18n import LANGUAGES
from morrow.owners import Bucket, Owner
from morrow.roster import table
from morrow.roster.roster import OwnerRow, find_owner, list_agents, set_owner_language, set_owner_zone
from morrow.roster.switches import OwnerSwitch, OwnSwitches, switch_owner, switches_of_owner
from morrow.store.statements import hold_buckets
from morrow.writing.audit import Act, Action, append, digest
from morrow.writing.erasing import Row, buckets_of_owner, count_rows, every_owner, said_in_groups, tell_rows
from morrow.writing.forgetting import drop_grown
from morrow.writing.table import audit


@dataclass(frozen=True, slots=True)
class Listed:
    """An owner with memory here, or with something set; `agents` are the names of those that remember it."""

    key: str
    agents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown(Listed):
    """What is set for an owner, and how many rows of each kind there are; a zone or language of None is the agent's."""

    zone: str | None
    language: str | None
    switches: OwnSwitches
    rows: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Export(Shown):
    """Every row of an owner, by table, as it is kept."""

    exported_at: datetime
    kept: Mapping[str, Sequence[Row]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody else looked into an owner's memory: who, at what, when."""

    by: str
    what: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Owners:
    """Whose memory is here."""

    parts: Parts

    async def list(self) -> Sequence[Listed]:
        """Return every owner, by key."""
        async with self.parts.store.read_all() as connection:
            names = {agent.id: agent.name for agent in await list_agents(connection)}
            agents = await every_owner(connection)
            known = (await connection.execute(select(table.owner.c.key))).scalars()
            keys = sorted({*agents, *known})
        return [Listed(key, tuple(sorted(names.get(agent, agent) for agent in agents.get(key, ())))) for key in keys]

    async def show(self, owner: Owner) -> Shown:
        """Return what is set for an owner and how much is kept. Raises NotFound for one never seen."""
        async with self.parts.store.read_all() as connection:
            return await self._shown(connection, owner)

    async def export(self, owner: Owner) -> Export:
        """Return every row of an owner, with every agent. Raises NotFound."""
        async with self.parts.store.read_all() as connection:
            shown = await self._shown(connection, owner)
            rows = await tell_rows(connection, await buckets_of_owner(connection, owner))
        kept: dict[str, list[Row]] = {}
        for row in rows:
            kept.setdefault(row.table, []).append(row)
        return Export(
            shown.key, shown.agents, shown.zone, shown.language, shown.switches, shown.rows, self.parts.clock(), kept
        )

    async def erase(self, owner: Owner, *, by: str = "system", dry_run: bool = False) -> Receipt:
        """Remove every row and file of an owner, with every agent, and return what that was; `dry_run` only counts.

        Tokens that are limited to the owner open nothing any more. That there was an erasure is noted with each agent,
        by a hash of the key. Raises NotFound for one never seen.
        """
        async with self.parts.store.read_all() as connection:
            shown = await self._shown(connection, owner)
            buckets = await buckets_of_owner(connection, owner)
            unreached = {"group_messages": await said_in_groups(connection, owner)}
        receipt = Receipt(not dry_run, shown.agents, shown.rows, unreached={k: v for k, v in unreached.items() if v})
        if dry_run:
            return receipt
        async with erasing(self.parts, buckets) as (connection, rows, files):
            await connection.execute(delete(table.owner).where(table.owner.c.key == owner.key))
            await connection.execute(delete(table.token).where(table.token.c.only_owner == owner.key))
            for agent in sorted({bucket.agent for bucket in buckets}):
                await drop_grown(connection, agent)  # proposed, perhaps, out of this owner's memory
                await blank_growth(connection, agent)
            await _note_erasure(connection, buckets, owner, by=by, now=self.parts.clock())
        return Receipt(True, shown.agents, rows, files, receipt.unreached)

    async def settings(self, owner: Owner) -> OwnerRow:
        """Return what is set for an owner; nothing is set for one never seen."""
        async with self.parts.store.read_all() as connection:
            return await find_owner(connection, owner)

    async def set(self, owner: Owner, *, zone: str | None, language: str | None) -> None:
        """Set an owner's zone and language; None takes the agent's. Raises InvalidTime, InvalidInput."""
        if language is not None and language not in LANGUAGES:
            raise InvalidInput(f"{language!r}: there are texts in {' and '.join(LANGUAGES)}")
        async with self.parts.store.write() as connection:
            now = self.parts.clock()
            await set_owner_zone(connection, owner, zone, now=now)
            await set_owner_language(connection, owner, language, now=now)

    async def switch(self, owner: Owner, switch: OwnerSwitch, *, on: bool) -> None:
        """Switch recall, capture, dreaming or what groups are told of an owner on or off, with every agent."""
        async with self.parts.store.write() as connection:
            now = self.parts.clock()
            if switch == "capture":
                await set_owner_capture(connection, owner, on=on, now=now)
            else:
                await switch_owner(connection, owner, switch, on=on, now=now)

    async def note_look(self, owner: Owner, *, by: str, what: str, agent: str | None = None) -> None:
        """Write down, before it is answered, that somebody looks into an owner's memory (with one agent, by its id)."""
        async with self.parts.store.write() as connection:
            found = await buckets_of_owner(connection, owner)
            buckets = [bucket for bucket in found if agent in (None, bucket.agent)]
            await hold_buckets(connection, buckets)
            for bucket in buckets:
                await append(connection, bucket, Act(by, Action.LOOK, what), now=self.parts.clock())

    async def looks(self, owner: Owner) -> Sequence[Look]:
        """Return who looked into an owner's memory, the newest first."""
        c = audit.c
        mine = select(c.actor, c.subject, c.at).where(c.owner == owner.key, c.action == Action.LOOK)
        async with self.parts.store.read_all() as connection:
            return [Look(*row) for row in await connection.execute(mine.order_by(c.n.desc()))]

    async def _shown(self, connection: AsyncConnection, owner: Owner) -> Shown:
        buckets = await buckets_of_owner(connection, owner)
        is_known = select(table.owner.c.key).where(table.owner.c.key == owner.key)
        if not buckets and (await connection.execute(is_known)).one_or_none() is None:
            raise NotFound(f"{owner}: no such owner; one is there once it talked or something is set for it")
        names = {agent.id: agent.name for agent in await list_agents(connection)}
        row = await find_owner(connection, owner)
        agents = tuple(sorted({names.get(bucket.agent, bucket.agent) for bucket in buckets}))
        switches = await switches_of_owner(connection, owner)
        return Shown(owner.key, agents, row.zone, row.language, switches, await count_rows(connection, buckets))


async def _note_erasure(
    connection: AsyncConnection, buckets: Sequence[Bucket], owner: Owner, *, by: str, now: datetime
) -> None:
    shared = [Bucket.team(agent) for agent in sorted({bucket.agent for bucket in buckets})]
    await hold_buckets(connection, shared)
    actor = by if by != owner.key else "owner"
    for bucket in shared:
        await append(connection, bucket, Act(actor, Action.ERASE, digest(owner.key)), now=now)
