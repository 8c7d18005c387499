"""What it takes to change a document: by its scope, and by its name. Reading is the store's to decide."""

from morrow.access.identity import Identity
from morrow.agent import Agent
from morrow.documents.names import AGENTS, SOUL, check_name
from morrow.owners import Owner, Scope
from morrow.roster.roles import Act

_BY_SCOPE = {Scope.PERSONAL: Act.OWN_MEMORY, Scope.TEAM: Act.WRITE_SHARED, Scope.GLOBAL: Act.WRITE_GLOBAL}


def demand_change(identity: Identity, name: str, scope: Scope) -> None:
    """Raise NotAllowed if `identity` may not change the document `name` of that scope, FileNotAllowed for a bad name.

    Who an agent is and how it works is for admins in any scope: a personal SOUL.md would take the shared one's place.
    """
    identity.demand(_BY_SCOPE[scope])
    if check_name(name) in (SOUL, AGENTS):
        identity.demand(Act.WRITE_SOUL)


async def demand_settling(identity: Identity, agent: Agent, item: str, *, owner: Owner, shared: bool) -> None:
    """Raise NotFound or NotAllowed unless `identity` may change the document that a proposal is about."""
    found = await agent.inbox_items.show(item, owner=owner, shared=shared)
    demand_change(identity, found.document, found.scope)
