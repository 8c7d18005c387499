"""Members of a workspace: who belongs to it, and the most that any of their tokens and sessions may do."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.errors import NotAllowed, NotFound
from morrow.owners import Owner
from morrow.roster import table
from morrow.roster.roles import Role
from morrow.roster.roster import default_workspace


@dataclass(frozen=True, slots=True)
class Member:
    """One person of a workspace."""

    user: str
    role: Role
    since: datetime


async def list_members(connection: AsyncConnection, workspace: str) -> list[Member]:
    """Return the members of a workspace, by user."""
    c = table.member.c
    rows = await connection.execute(select(c.user, c.role, c.since).where(c.workspace == workspace).order_by(c.user))
    return [Member(row.user, Role(row.role), row.since) for row in rows]


async def role_of(connection: AsyncConnection, user: str) -> Role | None:
    """Return the most that a user's credentials may do, or None for one who is no member."""
    c = table.member.c
    role = (await connection.execute(select(c.role).where(c.user == user))).scalar_one_or_none()
    return None if role is None else Role(role)


async def set_member(connection: AsyncConnection, user: str, role: Role, *, maker: Role, now: datetime) -> None:
    """Make somebody a member, or change what they are. Raises NotAllowed for more, or for one who is more, than maker.

    What their tokens may do is never more than this, from the next request on.
    """
    Owner.user(user)
    present = await role_of(connection, user)
    if not maker.covers(role) or (present is not None and not maker.covers(present)):
        raise NotAllowed(f"a {maker} cannot make {user!r} a {role} who is a {present or 'stranger'}; a root can")
    workspace = await default_workspace(connection, now)
    c = table.member.c
    changed = await connection.execute(
        update(table.member).where(c.workspace == workspace, c.user == user).values(role=role)
    )
    if not changed.rowcount:
        await connection.execute(insert(table.member).values(workspace=workspace, user=user, role=role, since=now))


async def remove_member(connection: AsyncConnection, user: str, *, maker: Role, now: datetime) -> None:
    """Take somebody out of the workspace: their tokens and sessions open nothing any more. Raises NotFound."""
    present = await role_of(connection, user)
    if present is None:
        raise NotFound(f"{user!r}: no such member")
    if not maker.covers(present):
        raise NotAllowed(f"a {maker} cannot take out {user!r}, who is a {present}; a root can")
    await connection.execute(delete(table.member).where(table.member.c.user == user))
    t = table.token.c
    await connection.execute(update(table.token).where(t.user == user, t.revoked_at.is_(None)).values(revoked_at=now))
    await connection.execute(delete(table.session).where(table.session.c.user == user))
    await connection.execute(delete(table.login).where(table.login.c.user == user))


async def joined(connection: AsyncConnection, user: str, role: Role, *, now: datetime) -> Role:
    """Return what a user is, making one who is no member yet a member with `role`."""
    present = await role_of(connection, user)
    if present is None:
        await set_member(connection, user, role, maker=Role.ROOT, now=now)
    return present or role
