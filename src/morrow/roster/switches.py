"""The switches of an agent and of an owner: recall, capture, dream; and of an owner, whether groups are told.

What each stops is decided where it runs.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.errors import NotFound
from morrow.owners import Bucket, Owner, Scope
from morrow.roster import table

Switch = Literal["recall", "capture", "dream"]
OwnerSwitch = Switch | Literal["in_groups"]


@dataclass(frozen=True, slots=True)
class Switches:
    """Whether memory is recalled, captured and dreamt of."""

    recall: bool = True
    capture: bool = True
    dream: bool = True

    @property
    def off(self) -> tuple[Switch, ...]:
        """Return which are off."""
        states: dict[Switch, bool] = {"recall": self.recall, "capture": self.capture, "dream": self.dream}
        return tuple(name for name, is_on in states.items() if not is_on)


@dataclass(frozen=True, slots=True)
class OwnSwitches(Switches):
    """The switches of an owner; `in_groups` lets a group in which they speak be told what is theirs."""

    in_groups: bool = False


async def switches_of_agent(connection: AsyncConnection, agent: str) -> Switches:
    """Return the switches of the agent of that id; everything is on for one not known."""
    c = table.agent.c
    row = (await connection.execute(select(c.recall, c.capture, c.dream).where(c.id == agent))).one_or_none()
    return Switches() if row is None else Switches(*row)


async def switches_of_owner(connection: AsyncConnection, owner: Owner) -> OwnSwitches:
    """Return the switches of an owner; one never seen has all on but `in_groups`."""
    c = table.owner.c
    found = await connection.execute(select(c.recall, c.capture, c.dream, c.in_groups).where(c.key == owner.key))
    row = found.one_or_none()
    return OwnSwitches() if row is None else OwnSwitches(*row)


async def is_on(connection: AsyncConnection, bucket: Bucket, switch: Switch) -> bool:
    """Whether neither the bucket's agent nor its owner has switched this off."""
    rows = [await connection.execute(select(table.agent.c[switch]).where(table.agent.c.id == bucket.agent))]
    if bucket.scope is Scope.PERSONAL:
        rows.append(await connection.execute(select(table.owner.c[switch]).where(table.owner.c.key == bucket.owner)))
    return all(found.scalar_one_or_none() is not False for found in rows)


@dataclass(frozen=True, slots=True)
class Off:
    """Whose switch of one kind is off: ids of agents, keys of owners."""

    agents: frozenset[str]
    owners: frozenset[str]

    def stops(self, bucket: Bucket) -> bool:
        """Whether the bucket's agent or owner has it off."""
        return bucket.agent in self.agents or bucket.owner in self.owners


async def switched_off(connection: AsyncConnection, switch: Switch) -> Off:
    """Return who has this switched off."""
    agents = await connection.execute(select(table.agent.c.id).where(table.agent.c[switch].is_(False)))
    owners = await connection.execute(select(table.owner.c.key).where(table.owner.c[switch].is_(False)))
    return Off(frozenset(agents.scalars()), frozenset(owners.scalars()))


async def switch_agent(connection: AsyncConnection, agent: str, switch: Switch, *, on: bool) -> bool:
    """Set a switch of the agent of that id and return what it was. Raises NotFound."""
    was = (
        await connection.execute(select(table.agent.c[switch]).where(table.agent.c.id == agent))
    ).scalar_one_or_none()
    if was is None:
        raise NotFound(f"{agent!r}: no such agent")
    await connection.execute(update(table.agent).where(table.agent.c.id == agent).values({switch: on}))
    return bool(was)


async def is_told_in_groups(connection: AsyncConnection, owner: Owner) -> bool:
    """Whether the owner allowed that a group in which they speak is told what is theirs; nobody has, by default."""
    found = await connection.execute(select(table.owner.c.in_groups).where(table.owner.c.key == owner.key))
    return found.scalar_one_or_none() is True


async def switch_owner(
    connection: AsyncConnection, owner: Owner, switch: OwnerSwitch, *, on: bool, now: datetime
) -> bool:
    """Set a switch of an owner and return what it was; one never seen has all on but `in_groups`."""
    key = table.owner.c.key
    was = (await connection.execute(select(table.owner.c[switch]).where(key == owner.key))).scalar_one_or_none()
    if was is None:
        made = {"key": owner.key, "zone": None, "language": None, "created_at": now, switch: on}
        await connection.execute(insert(table.owner).values(made))
        return switch != "in_groups"
    await connection.execute(update(table.owner).where(key == owner.key).values({switch: on}))
    return bool(was)
