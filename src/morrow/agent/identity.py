"""Finds the agent behind a name, making and seeding it on first sight, and the zone in which an owner's day begins."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.parts import Parts
from morrow.owners import Bucket, Owner
from morrow.roster.roster import AgentRow, find_agent, find_owner, make_agent, zone_of
from morrow.store.statements import hold_buckets
from morrow.writing.seeding import seed_agent


async def agent_named(parts: Parts, name: str, *, now: datetime, language: str | None = None) -> AgentRow:
    """Return the agent of that name or id; a name not seen before gets an agent with its four seeded documents."""
    known = parts.agents.get(name)
    if known is not None:
        return known
    async with parts.store.write() as connection:
        await hold_buckets(connection, [Bucket.everyone()])  # whoever sees the name first at the same time waits here
        found = await find_agent(connection, name)
        if found is None:
            found = await make_agent(connection, name, language=language or parts.language, zone=None, now=now)
            await seed_agent(connection, found, now=now)
    parts.agents[name] = found
    return found


async def zone_for(parts: Parts, agent: AgentRow, owner: Owner | None) -> str:
    """Return the zone that names the owner's days; without an owner, the agent's, which shared memory uses."""
    async with parts.store.read_all() as connection:
        return await read_zone(connection, parts, agent, owner)


async def read_zone(connection: AsyncConnection, parts: Parts, agent: AgentRow, owner: Owner | None) -> str:
    """Return what `zone_for` does, in the caller's transaction."""
    known = None if owner is None or owner.is_system else await find_owner(connection, owner)
    return zone_of(agent, known, parts.zone)
