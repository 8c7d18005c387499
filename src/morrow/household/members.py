"""The workspace and its members: who belongs to it, as what; and its deletion with everything in it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from morrow.agent.parts import Parts
from morrow.errors import NotFound
from morrow.household.erasing import Receipt
from morrow.household.staff import Staff
from morrow.roster import members, table
from morrow.roster.members import Member
from morrow.roster.roles import Role
from morrow.roster.roster import default_workspace


@dataclass(frozen=True, slots=True)
class Workspace:
    """A group of people and agents; roles are held in it."""

    id: str
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Members:
    """Who belongs to the workspaces of one instance."""

    parts: Parts

    async def workspaces(self) -> list[Workspace]:
        """Return the workspaces, the one that everything begins in included."""
        async with self.parts.store.write() as connection:
            await default_workspace(connection, self.parts.clock())
            c = table.workspace.c
            rows = await connection.execute(select(c.id, c.name, c.created_at).order_by(c.name))
            return [Workspace(*row) for row in rows]

    async def list(self, workspace: str = "default") -> list[Member]:
        """Return the members of a workspace (its name or id), by user. Raises NotFound."""
        found = await self._find(workspace)
        async with self.parts.store.read_all() as connection:
            return await members.list_members(connection, found.id)

    async def set(self, user: str, role: Role, *, maker: Role = Role.ROOT, workspace: str = "default") -> None:
        """Make somebody a member, or change their role; their tokens never do more. Raises NotAllowed, NotFound."""
        await self._find(workspace)
        async with self.parts.store.write() as connection:
            await members.set_member(connection, user, role, maker=maker, now=self.parts.clock())

    async def remove(self, user: str, *, maker: Role = Role.ROOT, workspace: str = "default") -> None:
        """Take somebody out: their tokens and sessions open nothing any more. Raises NotAllowed, NotFound."""
        await self._find(workspace)
        async with self.parts.store.write() as connection:
            await members.remove_member(connection, user, maker=maker, now=self.parts.clock())

    async def delete_workspace(self, workspace: str, *, dry_run: bool = False) -> Receipt:
        """Delete a workspace: its agents with all their memory, its members, and every token and session.

        `dry_run` only counts. Raises NotFound.
        """
        found = await self._find(workspace)
        staff, rows, files, names = Staff(self.parts), dict[str, int](), 0, []
        for agent in await staff.list():
            gone = await staff.delete(agent.id, dry_run=dry_run)
            names.append(agent.name)
            files += gone.files
            for kind, count in gone.rows.items():
                rows[kind] = rows.get(kind, 0) + count
        if not dry_run:
            async with self.parts.store.write() as connection:
                for one in (table.token, table.session, table.login, table.owner):
                    await connection.execute(delete(one))
                await connection.execute(delete(table.workspace).where(table.workspace.c.id == found.id))
        return Receipt(not dry_run, tuple(names), rows, files)

    async def _find(self, workspace: str) -> Workspace:
        for found in await self.workspaces():
            if workspace in (found.id, found.name):
                return found
        raise NotFound(f"{workspace!r}: no such workspace")
