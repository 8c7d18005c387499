"""The tokens and browser sign-ins of one instance: made, listed, taken back. A secret is shown once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.parts import Parts
from morrow.errors import NotAllowed, NotFound
from morrow.roster import browsers, tokens
from morrow.roster.browsers import NewSession
from morrow.roster.members import joined
from morrow.roster.roles import Role
from morrow.roster.roster import find_agent
from morrow.roster.tokens import Grant, NewToken, Token

LOCAL_USER = "local"  # whoever can write the memory's files; a root from the beginning


@dataclass(frozen=True, slots=True)
class Tokens:
    """Who may ask this instance, and how far each token reaches."""

    parts: Parts

    async def create(self, grant: Grant, *, maker: Role = Role.ROOT) -> NewToken:
        """Make a token and return it with its secret. `grant.agent` may be a name or an id.

        Raises NotAllowed for more than `maker` has, or than the user is as a member; NotFound for an agent that is not
        there; InvalidInput.
        """
        async with self.parts.store.write() as connection:
            if grant.agent is not None:
                found = await find_agent(connection, grant.agent)
                if found is None:
                    raise NotFound(f"{grant.agent!r}: no such agent to limit a token to")
                grant = replace(grant, agent=found.id)
            await self._check_member(connection, grant.user, grant.role)
            return await tokens.make_token(connection, grant, maker=maker, now=self.parts.clock())

    async def list(self) -> Sequence[Token]:
        """Return every token without its secret, the newest first, those taken back too."""
        async with self.parts.store.read_all() as connection:
            return await tokens.list_tokens(connection)

    async def revoke(self, token: str, *, maker: Role = Role.ROOT) -> None:
        """Take a token back by its id; from now on it opens nothing.

        Raises NotFound, and NotAllowed for one with a role beyond `maker`'s.
        """
        async with self.parts.store.write() as connection:
            found = next((one for one in await tokens.list_tokens(connection) if one.id == token), None)
            if found is not None and not maker.covers(found.grant.role):
                raise NotAllowed(f"a {maker} cannot take back a token with the role {found.grant.role}")
            await tokens.revoke_token(connection, token, now=self.parts.clock())

    async def login_link(self, user: str, role: Role) -> str:
        """Return the secret of a link that opens one browser session within ten minutes, once."""
        async with self.parts.store.write() as connection:
            await self._check_member(connection, user, role)
            return await browsers.make_login_link(connection, user, role, now=self.parts.clock())

    async def open_session(self, link: str) -> NewSession:
        """Open a browser session with a link's secret. Raises NotAllowed for one unknown, used or too old."""
        async with self.parts.store.write() as connection:
            return await browsers.open_session(connection, link, now=self.parts.clock())

    async def close_session(self, session: str) -> None:
        """End a browser session: its cookie opens nothing any more."""
        async with self.parts.store.write() as connection:
            await browsers.close_session(connection, session)

    async def any_live(self) -> bool:
        """Whether at least one token opens anything now."""
        now = self.parts.clock()
        return any(tokens.is_live(token, now=now) for token in await self.list())

    async def _check_member(self, connection: AsyncConnection, user: str, role: Role) -> None:
        """Make the user a member, if new, and raise NotAllowed for more than they are."""
        begins_as = Role.ROOT if user == LOCAL_USER else role
        present = await joined(connection, user, begins_as, now=self.parts.clock())
        if not present.covers(role):
            raise NotAllowed(f"{user!r} is a {present}; `morrow members set {user} {role}` first, or ask for less")
