"""Who asks: a person or a program behind a token or a browser session, and how far its credentials reach."""

from dataclasses import dataclass, replace
from typing import Literal

from morrow.errors import NotAllowed
from morrow.owners import Owner
from morrow.roster.browsers import BrowserSession
from morrow.roster.roles import Act, Role, demand
from morrow.roster.tokens import Token


@dataclass(frozen=True, slots=True)
class Identity:
    """A caller whose credentials were checked; `id` is the token's or the session's.

    `agent` (an id) and `owner` are all it may reach, where they are set. `namespace` keeps an integration's end users
    apart; `channel` is the one it may speak for. `csrf` is a session's own secret, for its pages.
    """

    id: str
    kind: Literal["token", "session"]
    user: str
    role: Role
    agent: str | None = None
    owner: Owner | None = None
    namespace: str | None = None
    channel: str | None = None
    csrf: str = ""

    @property
    def own(self) -> Owner:
        """Return whose memory is meant when the request names nobody."""
        return self.owner or Owner.user(self.user)

    @property
    def actor(self) -> str:
        """Return how the audit names who acted."""
        return Owner.user(self.user).key

    def demand(self, act: Act) -> None:
        """Raise NotAllowed, naming the role it takes, if this caller's is not enough for `act`."""
        demand(self.role, act)

    def demand_every_agent(self, what: str) -> None:
        """Raise NotAllowed for a caller that is limited to one agent: `what` reaches an owner's memory with all."""
        if self.agent is not None:
            raise NotAllowed(f"{what} takes a token that is not limited to one agent")

    def demand_whole(self, what: str) -> None:
        """Raise NotAllowed for a caller that is limited to one agent or owner: `what` reaches beyond any one."""
        if self.agent is not None or self.owner is not None:
            raise NotAllowed(f"{what} takes a token that is not limited to one agent or owner")


def of_token(token: Token) -> Identity:
    """Return who asks with `token`."""
    grant = token.grant
    owner = None if grant.owner is None else Owner.parse(grant.owner)
    return Identity(
        token.id, "token", grant.user, grant.role,
        agent=grant.agent, owner=owner, namespace=grant.namespace, channel=grant.channel,
    )  # fmt: skip


def of_session(session: BrowserSession) -> Identity:
    """Return who asks from a browser."""
    return Identity(session.id, "session", session.user, session.role, csrf=session.csrf)


def at_most(identity: Identity, role: Role | None) -> Identity:
    """Return the same caller with no more than the `role` that the user has as a member, if they are one."""
    return identity if role is None or role.covers(identity.role) else replace(identity, role=role)
