"""Gives a new agent its first documents, and says where a document of a given name stands in the prompt."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Author, Origin
from morrow.documents.names import AGENTS, MEMORY, PROFILE, SOUL
from morrow.documents.seeds import seed_documents
from morrow.owners import Bucket
from morrow.roster.roster import AgentRow

_ORDER = {AGENTS: 0, SOUL: 1, PROFILE: 2, MEMORY: 3}
_UNORDERED = 100


def order_of(name: str) -> tuple[bool, int]:
    """Return (enabled, sort_order) of a document just made: the four core ones are injected, any other is not."""
    return name in _ORDER, _ORDER.get(name, _UNORDERED)


async def seed_agent(connection: AsyncConnection, agent: AgentRow, *, now: datetime) -> None:
    """Write the four documents of a new agent, in its language."""
    from morrow.writing.change import By, Rewrite  # noqa: PLC0415
    from morrow.writing.commit import commit  # noqa: PLC0415

    by = By(Author.IMPORT, "system", "seeded", origin=Origin.SYSTEM)
    seeds = [Rewrite(Bucket.team(agent.id), seed.name, seed.text) for seed in seed_documents(agent.language)]
    await commit(connection, seeds, by=by, now=now)
