"""The tokens and browser sign-ins of one instance: made, listed, taken back. A secret is shown once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from morrow.agent.parts import Parts
from morrow.errors import NotFound
from morrow.roster import browsers, tokens
from morrow.roster.browsers import NewSession
from morrow.roster.roles import Role
from morrow.roster.roster import find_agent
from morrow.roster.tokens import Grant, NewToken, Token


@dataclass(frozen=True, slots=True)
class Tokens:
    """Who may ask this instance, and how far each token reaches."""

    parts: Parts

    async def create(self, grant: Grant, *, maker: Role = Role.ROOT) -> NewToken:
        """Make a token and return it with its secret. `grant.agent` may be a name or an id.

        Raises NotAllowed for more than `maker` has, NotFound for an agent that is not there, InvalidInput.
        """
        async with self.parts.store.write() as connection:
            if grant.agent is not None:
                found = await find_agent(connection, grant.agent)
                if found is None:
                    raise NotFound(f"{grant.agent!r}: no such agent to limit a token to")
                grant = replace(grant, agent=found.id)
            return await tokens.make_token(connection, grant, maker=maker, now=self.parts.clock())

    async def list(self) -> Sequence[Token]:
        """Return every token without its secret, the newest first, those taken back too."""
        async with self.parts.store.read_all() as connection:
            return await tokens.list_tokens(connection)

    async def revoke(self, token: str) -> None:
        """Take a token back by its id; from now on it opens nothing. Raises NotFound."""
        async with self.parts.store.write() as connection:
            await tokens.revoke_token(connection, token, now=self.parts.clock())

    async def login_link(self, user: str, role: Role) -> str:
        """Return the secret of a link that opens one browser session within ten minutes, once."""
        async with self.parts.store.write() as connection:
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
