"""What calls to models took on one instance: for one owner, or all of it, and how much of today's budget is left."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.parts import Parts
from morrow.clock import local_day
from morrow.errors import NotFound
from morrow.models.usage import Budget, Payer
from morrow.owners import Owner
from morrow.roster.roster import find_agent, find_owner, list_agents, zone_of
from morrow.usage.ledger import spent_on
from morrow.usage.sums import By, Sum, in_order, sums


@dataclass(frozen=True, slots=True)
class Today:
    """Tokens of the owner's local day so far, running calls included, and the day's limits; a limit of 0 is none."""

    day: date
    by_agent: int
    by_owner: int
    per_agent: int
    per_owner: int


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls took. Agents are named by their names, not their ids."""

    parts: Parts

    async def own(
        self, owner: Owner, *, by: Collection[By] = (By.DAY,), first: date | None = None, last: date | None = None
    ) -> Sequence[Sum]:
        """Return what was taken for one owner, over all agents; `system` is the shared memory of all of them."""
        return await self._sums(by, first, last, owner=_key(owner))

    async def everything(
        self, *, by: Collection[By] = (By.DAY,), first: date | None = None, last: date | None = None,
        agent: str | None = None, owner: Owner | None = None,
    ) -> Sequence[Sum]:  # fmt: skip
        """Return what was taken for everyone, or one agent (a name or an id), or one owner. Raises NotFound."""
        wanted = None
        if agent is not None:
            async with self.parts.store.read_all() as connection:
                found = await find_agent(connection, agent)
            if found is None:
                raise NotFound(f"{agent!r}: no such agent to add usage up for")
            wanted = found.id
        return await self._sums(by, first, last, agent=wanted, owner=None if owner is None else _key(owner))

    async def today(self, agent: str, owner: Owner) -> Today:
        """Return how much of today's budget an agent and an owner have used. `agent` is a name or an id."""
        models = self.parts.settings.models
        limits = Budget(models.daily_tokens_per_agent, models.daily_tokens_per_owner)
        now = self.parts.clock()
        async with self.parts.store.read_all() as connection:
            found = await find_agent(connection, agent)
            if found is None:
                return Today(local_day(now, self.parts.zone), 0, 0, limits.per_agent, limits.per_owner)
            known = None if owner.is_system else await find_owner(connection, owner)
            day = local_day(now, zone_of(found, known, self.parts.zone))
            spent = await spent_on(connection, Payer(found.id, _key(owner), ""), day, now=now)
        return Today(day, spent.by_agent, spent.by_owner, limits.per_agent, limits.per_owner)

    async def _sums(
        self, by: Collection[By], first: date | None, last: date | None, *, agent: str | None = None,
        owner: str | None = None,
    ) -> Sequence[Sum]:  # fmt: skip
        async with self.parts.store.read_all() as connection:
            found = await sums(connection, by=by, first=first, last=last, agent=agent, owner=owner)
            names = await _names(connection)
        return in_order(replace(one, agent=names.get(one.agent, one.agent)) for one in found)


def _key(owner: Owner) -> str:
    return "" if owner.is_system else owner.key


async def _names(connection: AsyncConnection) -> dict[str, str]:
    return {agent.id: agent.name for agent in await list_agents(connection)}
