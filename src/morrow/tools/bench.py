"""What the tools work on, and on whose behalf: values and one protocol. Knows no single tool."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.owners import Bucket, Owner, Principal
from morrow.recall.tracker import Tracker
from morrow.roster.roles import Role
from morrow.roster.roster import find_agent, find_owner, zone_of
from morrow.settings import Settings
from morrow.store import Store


class Bench(Protocol):
    """The open store and what stands beside it; `agent.Parts` is one."""

    @property
    def store(self) -> Store:
        """Return the open store."""
        ...

    @property
    def settings(self) -> Settings:
        """Return the settings of the process."""
        ...

    @property
    def zone(self) -> str:
        """Return the server's zone."""
        ...

    @property
    def tracker(self) -> Tracker:
        """Return who notes what was read."""
        ...

    async def take_in(self, *buckets: Bucket) -> None:
        """Take in what somebody changed in the buckets' files."""
        ...


@dataclass(frozen=True, slots=True)
class Running:
    """The turn in which a tool is called: the only source of whose memory it works on.

    `message` is what the user said, `outside` what other tools brought into this turn (a web page, a file). `role` is
    the caller's in the workspace. What a sub-agent writes waits for a person. `is_tracked` is off where nothing may be
    learnt of what is read.
    """

    agent: str
    agent_name: str
    owner: Owner
    group: Owner | None
    conversation: str
    turn: str
    message_id: str
    message: str
    now: datetime
    outside: tuple[str, ...] = ()
    role: Role = Role.VIEWER
    is_sub_agent: bool = False
    is_tracked: bool = True

    @property
    def counts_as_use(self) -> bool:
        """Whether what is read in this turn was of use to a user: their own words began it, and it may be learnt."""
        return self.is_tracked and bool(self.message) and not self.is_sub_agent

    @property
    def principal(self) -> Principal:
        """Return on whose behalf rows are read: in a group the group's, for nobody's own memory is told to the rest."""
        return Principal(self.agent, self.group or self.owner)

    def bucket(self, settings: Settings, *, shared: bool = False) -> Bucket:
        """Return where this turn writes: the owner's bucket (in a group the group's), or the shared one."""
        if shared or not settings.memory.lifecycle_mediator_enabled:
            return Bucket.team(self.agent)
        return self.principal.buckets[0]


async def zone_in(connection: AsyncConnection, bench: Bench, running: Running) -> str:
    """Return the zone that names the owner's days."""
    agent = await find_agent(connection, running.agent)
    if agent is None:
        return bench.zone
    owner = None if running.owner.is_system else await find_owner(connection, running.owner)
    return zone_of(agent, owner, bench.zone)


async def day_in(connection: AsyncConnection, bench: Bench, running: Running) -> date:
    """Return the owner's local day of the turn."""
    return local_day(running.now, await zone_in(connection, bench, running))
