"""The agents of one instance: made, listed, switched, and deleted with all that they remember."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, update

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.conversations.capture import set_agent_capture
from morrow.errors import InvalidInput, NotFound
from morrow.household.erasing import Receipt, erasing
from morrow.i18n import LANGUAGES
from morrow.roster import table
from morrow.roster.roster import AgentRow, check_agent_name, find_agent, list_agents, set_agent_zone
from morrow.roster.switches import Switch, Switches, switch_agent, switches_of_agent
from morrow.writing.erasing import buckets_of_agent, count_rows


@dataclass(frozen=True, slots=True)
class Employed:
    """An agent as whoever runs the instance sees it; a zone of None is the server's."""

    id: str
    name: str
    language: str
    zone: str | None
    created_at: datetime
    switches: Switches


@dataclass(frozen=True, slots=True)
class Staff:
    """Who remembers here."""

    parts: Parts

    async def list(self) -> list[Employed]:
        """Return every agent, by name."""
        async with self.parts.store.read_all() as connection:
            rows = await list_agents(connection)
            return [_employed(row, await switches_of_agent(connection, row.id)) for row in rows]

    async def show(self, name: str) -> Employed:
        """Return the agent of that name or id. Raises NotFound."""
        async with self.parts.store.read_all() as connection:
            row = await find_agent(connection, name)
            if row is None:
                raise NotFound(f"{name!r}: no such agent")
            return _employed(row, await switches_of_agent(connection, row.id))

    async def create(self, name: str, *, language: str | None = None, zone: str | None = None) -> Employed:
        """Make an agent, seeded in its language, and return it. Raises InvalidInput if the name is taken or bad."""
        if language is not None and language not in LANGUAGES:
            raise InvalidInput(f"{language!r}: there are texts in {' and '.join(LANGUAGES)}")
        async with self.parts.store.read_all() as connection:
            if await find_agent(connection, check_agent_name(name)) is not None:
                raise InvalidInput(f"{name!r}: there is an agent of that name already")
        made = await agent_named(self.parts, check_agent_name(name), now=self.parts.clock(), language=language)
        if zone is not None:
            async with self.parts.store.write() as connection:
                await set_agent_zone(connection, made.id, zone)
            self._forget(made)
        return await self.show(made.id)

    async def switch(self, name: str, switch: Switch, *, on: bool) -> Employed:
        """Switch recall, capture or dreaming of an agent on or off, and return it. Raises NotFound."""
        agent = await self.show(name)
        async with self.parts.store.write() as connection:
            if switch == "capture":
                await set_agent_capture(connection, agent.id, on=on)
            else:
                await switch_agent(connection, agent.id, switch, on=on)
        return await self.show(agent.id)

    async def delete(self, name: str, *, dry_run: bool = False) -> Receipt:
        """Delete an agent with every row and file of its memory; `dry_run` only counts. Raises NotFound.

        Tokens that are limited to it open nothing any more.
        """
        agent = await self.show(name)
        async with self.parts.store.read_all() as connection:
            buckets = await buckets_of_agent(connection, agent.id)
            counts = await count_rows(connection, buckets)
        if dry_run:
            return Receipt(False, (agent.name,), counts)
        async with erasing(self.parts, buckets) as (connection, rows, files):
            await connection.execute(
                update(table.token)
                .where(table.token.c.agent == agent.id, table.token.c.revoked_at.is_(None))
                .values(revoked_at=self.parts.clock())
            )
            await connection.execute(delete(table.agent).where(table.agent.c.id == agent.id))
        self._forget(agent)
        return Receipt(True, (agent.name,), rows, files)

    def _forget(self, agent: AgentRow | Employed) -> None:
        for known in [key for key, row in self.parts.agents.items() if row.id == agent.id]:
            del self.parts.agents[known]


def _employed(row: AgentRow, switches: Switches) -> Employed:
    return Employed(row.id, row.name, row.language, row.zone, row.created_at, switches)
