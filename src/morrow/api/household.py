"""Routes of whoever runs the instance: tokens, the workspace's members, and agents."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from morrow.access.caller import known_agent
from morrow.api.caller import OpenMemory
from morrow.api.household_shapes import (
    AgentIn,
    AgentOut,
    AgentsOut,
    MemberIn,
    MemberOut,
    MembersOut,
    NewTokenOut,
    ReceiptOut,
    SwitchIn,
    TokenIn,
    TokenOut,
    TokensOut,
    WorkspaceOut,
    WorkspacesOut,
)
from morrow.api.rights import Who, needs
from morrow.clock import read_instant
from morrow.roster.roles import Act, Role
from morrow.roster.tokens import Grant

router = APIRouter()
_TokenId = Annotated[str, Path(alias="tokenId", description="A token's id")]
_Workspace = Annotated[str, Path(alias="workspace", description="Its name or id", examples=["default"])]
_User = Annotated[str, Path(alias="user", description="A user's id", examples=["ada"])]
_AgentId = Annotated[str, Path(alias="agentId", description="An agent's name or id", examples=["default"])]
DryRun = Annotated[bool, Query(alias="dryRun", description="Only say what would be erased")]
_ADMIN = needs(Act.ADMINISTER)


@router.post("/tokens", status_code=201, summary="Make a token", tags=["access"], openapi_extra=_ADMIN)
async def create_token(wanted: TokenIn, who: Who, memory: OpenMemory) -> NewTokenOut:
    """Make a token and show it once. It may do no more than its maker, and than its user as a member."""
    who.demand_whole("making tokens")
    expires = None if wanted.expires_at is None else read_instant(wanted.expires_at)
    grant = Grant(
        wanted.user or who.user, Role(wanted.role), agent=wanted.agent, owner=wanted.owner_key,
        namespace=wanted.namespace, channel=wanted.channel, expires_at=expires,
    )  # fmt: skip
    return NewTokenOut.made(await memory.tokens.create(grant, maker=who.role))


@router.get("/tokens", summary="List tokens", tags=["access"], openapi_extra=_ADMIN)
async def list_tokens(who: Who, memory: OpenMemory) -> TokensOut:
    """Return every token without its secret, the newest first, those taken back too."""
    who.demand_whole("listing tokens")
    return TokensOut(tokens=[TokenOut.of(token) for token in await memory.tokens.list()])


@router.delete("/tokens/{tokenId}", status_code=204, summary="Take a token back", tags=["access"], openapi_extra=_ADMIN)
async def revoke_token(token: _TokenId, who: Who, memory: OpenMemory) -> None:
    """Take a token back; from the next request on it opens nothing."""
    who.demand_whole("taking tokens back")
    await memory.tokens.revoke(token, maker=who.role)


@router.get("/workspaces", summary="List workspaces", tags=["access"], openapi_extra=needs(Act.READ_SHARED))
async def list_workspaces(memory: OpenMemory) -> WorkspacesOut:
    """Return the workspaces."""
    return WorkspacesOut(workspaces=[WorkspaceOut.model_validate(one) for one in await memory.members.workspaces()])


@router.delete(
    "/workspaces/{workspace}",
    summary="Delete a workspace",
    tags=["access"],
    openapi_extra=needs(Act.DELETE_WORKSPACE),
)
async def delete_workspace(workspace: _Workspace, who: Who, memory: OpenMemory, dry_run: DryRun = False) -> ReceiptOut:
    """Delete its agents with all their memory, its members, and every token and session, the one that asks included."""
    who.demand_whole("deleting a workspace")
    return ReceiptOut.of(await memory.members.delete_workspace(workspace, dry_run=dry_run))


@router.get("/workspaces/{workspace}/members", summary="List members", tags=["access"], openapi_extra=_ADMIN)
async def list_members(workspace: _Workspace, memory: OpenMemory) -> MembersOut:
    """Return who belongs to the workspace, by user, with their roles."""
    return MembersOut(members=[MemberOut.model_validate(one) for one in await memory.members.list(workspace)])


@router.put(
    "/workspaces/{workspace}/members/{user}",
    status_code=204,
    summary="Make somebody a member, or change their role",
    tags=["access"],
    openapi_extra=_ADMIN,
)
async def set_member(workspace: _Workspace, user: _User, wanted: MemberIn, who: Who, memory: OpenMemory) -> None:
    """Set what somebody is; nobody gives more than they are themselves. No token of theirs may do more."""
    who.demand_whole("changing members")
    await memory.members.set(user, Role(wanted.role), maker=who.role, workspace=workspace)


@router.delete(
    "/workspaces/{workspace}/members/{user}",
    status_code=204,
    summary="Take a member out",
    tags=["access"],
    openapi_extra=_ADMIN,
)
async def remove_member(workspace: _Workspace, user: _User, who: Who, memory: OpenMemory) -> None:
    """Take somebody out of the workspace: their tokens and sessions open nothing any more. Their memory stays."""
    who.demand_whole("changing members")
    await memory.members.remove(user, maker=who.role, workspace=workspace)


@router.get("/agents", summary="List agents", tags=["agents"], openapi_extra=needs(Act.READ_SHARED))
async def list_agents(who: Who, memory: OpenMemory) -> AgentsOut:
    """Return the agents that the caller reaches, by name, with their switches."""
    found = await memory.staff.list()
    reached = [agent for agent in found if who.agent in (None, agent.id)]
    return AgentsOut(agents=[AgentOut.model_validate(agent) for agent in reached])


@router.post("/agents", status_code=201, summary="Make an agent", tags=["agents"], openapi_extra=_ADMIN)
async def create_agent(wanted: AgentIn, who: Who, memory: OpenMemory) -> AgentOut:
    """Make an agent with its four documents, in its language."""
    who.demand_whole("making agents")
    made = await memory.staff.create(wanted.name, language=wanted.language, zone=wanted.zone)
    return AgentOut.model_validate(made)


@router.put("/agents/{agentId}/switches", summary="Switch a part of memory", tags=["agents"], openapi_extra=_ADMIN)
async def switch_agent(agent_id: _AgentId, wanted: SwitchIn, who: Who, memory: OpenMemory) -> AgentOut:
    """Switch recall, capture or dreaming of an agent on or off, for everybody; off means no row, file or model call."""
    agent = await known_agent(who, memory, agent_id)
    return AgentOut.model_validate(await memory.staff.switch(agent.name, wanted.switch, on=wanted.on))


@router.delete("/agents/{agentId}", summary="Delete an agent with its memory", tags=["agents"], openapi_extra=_ADMIN)
async def delete_agent(agent_id: _AgentId, who: Who, memory: OpenMemory, dry_run: DryRun = False) -> ReceiptOut:
    """Delete an agent and every row and file of its memory, of all its owners. `dryRun=true` only counts."""
    agent = await known_agent(who, memory, agent_id)
    return ReceiptOut.of(await memory.staff.delete(agent.name, dry_run=dry_run))
