"""Finds and makes workspaces, agents and owners. What an agent remembers lies elsewhere."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import find_zone
from morrow.errors import InvalidInput
from morrow.owners import Owner
from morrow.roster import table
from morrow.store.ids import new_id

DEFAULT_WORKSPACE = "default"
_AGENT_NAME = re.compile(r"[^\s/\\\x00-\x1f\x7f|]{1,64}")


@dataclass(frozen=True, slots=True)
class AgentRow:
    """Who remembers: `zone` is empty when the agent lives in the server's zone."""

    id: str
    name: str
    language: str
    zone: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """What is set for an owner; a `zone` or `language` of None means the agent's holds."""

    key: str
    zone: str | None
    language: str | None


async def find_agent(connection: AsyncConnection, name: str) -> AgentRow | None:
    """Return the agent of that name or id in the default workspace, or None."""
    columns = table.agent.c
    row = (
        await connection.execute(
            select(columns.id, columns.name, columns.language, columns.zone, columns.created_at).where(
                (columns.name == check_agent_name(name)) | (columns.id == name)
            )
        )
    ).one_or_none()
    return None if row is None else AgentRow(*row)


async def list_agents(connection: AsyncConnection) -> list[AgentRow]:
    """Return every agent, by name."""
    c = table.agent.c
    rows = await connection.execute(select(c.id, c.name, c.language, c.zone, c.created_at).order_by(c.name))
    return [AgentRow(*row) for row in rows]


async def make_agent(
    connection: AsyncConnection, name: str, *, language: str, zone: str | None, now: datetime
) -> AgentRow:
    """Make an agent and return it. Raises InvalidInput for a bad name, InvalidTime for an unknown zone."""
    if zone is not None:
        find_zone(zone)
    made = AgentRow(new_id(now), check_agent_name(name), language, zone, now)
    workspace = await default_workspace(connection, now)
    await connection.execute(
        insert(table.agent).values(
            id=made.id, workspace=workspace, name=made.name, language=language, zone=zone, created_at=now
        )
    )
    return made


async def set_agent_zone(connection: AsyncConnection, agent: str, zone: str) -> None:
    """Set in which zone the agent of that id lives. Raises InvalidTime for an unknown zone."""
    find_zone(zone)
    await connection.execute(update(table.agent).where(table.agent.c.id == agent).values(zone=zone))


def check_agent_name(name: str) -> str:
    """Return `name` in NFC. Raises InvalidInput for one that could not name a folder."""
    text = unicodedata.normalize("NFC", name.strip())
    if not _AGENT_NAME.fullmatch(text) or text in {".", "..", "*"}:
        raise InvalidInput(f"{name!r}: an agent's name has 1 to 64 characters without spaces, slashes or `|`")
    return text


async def find_owner(connection: AsyncConnection, owner: Owner) -> OwnerRow:
    """Return what is set for `owner`; nothing is set for one never seen."""
    columns = table.owner.c
    row = (
        await connection.execute(select(columns.key, columns.zone, columns.language).where(columns.key == owner.key))
    ).one_or_none()
    return OwnerRow(owner.key, None, None) if row is None else OwnerRow(*row)


async def set_owner_zone(connection: AsyncConnection, owner: Owner, zone: str | None, *, now: datetime) -> None:
    """Set in which zone an owner's days begin and end; None takes the agent's again."""
    if zone is not None:
        find_zone(zone)
    await _set_owner(connection, owner, now, zone=zone)


async def set_owner_language(connection: AsyncConnection, owner: Owner, language: str | None, *, now: datetime) -> None:
    """Set in which language an owner is told things; None takes the agent's again."""
    await _set_owner(connection, owner, now, language=language)


async def _set_owner(connection: AsyncConnection, owner: Owner, now: datetime, **values: str | None) -> None:
    changed = await connection.execute(update(table.owner).where(table.owner.c.key == owner.key).values(values))
    if not changed.rowcount:
        made = {"key": owner.key, "zone": None, "language": None, "created_at": now, **values}
        await connection.execute(insert(table.owner).values(made))


def zone_of(agent: AgentRow, owner: OwnerRow | None, server_zone: str) -> str:
    """Return whose zone names a day: the owner's if set, else the agent's, else the server's."""
    return (owner.zone if owner is not None else None) or agent.zone or server_zone


async def default_workspace(connection: AsyncConnection, now: datetime) -> str:
    """Return the id of the workspace that everything here belongs to, making it on first sight."""
    found = (
        await connection.execute(select(table.workspace.c.id).where(table.workspace.c.name == DEFAULT_WORKSPACE))
    ).scalar_one_or_none()
    if found is not None:
        return str(found)
    made = new_id(now)
    await connection.execute(insert(table.workspace).values(id=made, name=DEFAULT_WORKSPACE, created_at=now))
    return made
