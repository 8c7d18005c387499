"""What happened to one agent's memory, as a caller may see it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from morrow.agent.identity import agent_named, read_zone
from morrow.agent.parts import Parts
from morrow.clock import start_of
from morrow.curation.timeline import EventKind, EventPage, Wanted, timeline
from morrow.errors import InvalidInput
from morrow.owners import Principal

MAX_EVENTS = 200
Whose = Literal["all", "personal", "shared"]


@dataclass(frozen=True, slots=True)
class Sought:
    """Which events a caller looks for: of these kinds (none: all), of one local day, its own or the shared memory's."""

    kinds: Collection[EventKind] = ()
    day: date | None = None
    whose: Whose = "all"


ANYTHING = Sought()


async def seen_timeline(parts: Parts, principal: Principal, sought: Sought, *, after: str, limit: int) -> EventPage:
    """Return what `principal` may see of it, the newest first. Raises InvalidInput for a limit outside 1 to 200."""
    if not 1 <= limit <= MAX_EVENTS:
        raise InvalidInput(f"limit {limit}: ask for 1 to {MAX_EVENTS} events")
    agent = await agent_named(parts, principal.agent, now=parts.clock())
    await parts.take_in(*principal.buckets)
    is_wanted = {"all": (True, False), "shared": (True,), "personal": (False,)}[sought.whose]
    buckets = [bucket for bucket in principal.buckets if bucket.is_shared in is_wanted]
    async with parts.store.read(principal) as connection:
        zone = await read_zone(connection, parts, agent, principal.owner)
        day = sought.day
        since = None if day is None else start_of(day, zone)
        until = None if day is None else start_of(day + timedelta(days=1), zone)
        return await timeline(connection, buckets, Wanted(sought.kinds, since, until, after), limit=limit)
