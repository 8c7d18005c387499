"""Answers why one agent remembers something: what curation knows, and how a dream scored it."""

from dataclasses import asdict, replace

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.parts import Parts
from morrow.curation.explain import Why, explain
from morrow.documents.entries import Author
from morrow.dreaming.report import decode
from morrow.jobs.table import run
from morrow.owners import Principal


async def why(parts: Parts, principal: Principal, target: str) -> Why:
    """Return why `target` is remembered: an entry's or a message's id, or `MEMORY.md:7`. Raises NotFound."""
    await parts.take_in(*principal.buckets)
    async with parts.store.read(principal) as connection:
        known = await explain(connection, principal, target)
        return replace(known, score=await _score(connection, known))


async def _score(connection: AsyncConnection, known: Why) -> dict[str, float]:
    """Return the score that the last dream which wrote the entry gave it, part by part; empty if none did."""
    dreamt = next((step.run for step in known.history if step.author == Author.DREAM and step.run), None)
    if dreamt is None:
        return {}
    report = (await connection.execute(select(run.c.report).where(run.c.id == dreamt))).scalar_one_or_none()
    items = decode(report).items if report else ()
    item = next((item for item in items if item.entry == known.id), None)
    return {} if item is None or item.score is None else asdict(item.score)
