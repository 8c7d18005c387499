"""Who asks, and about which agent: resolved once per request, never from anything that a model wrote."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import StrictInt, StrictStr

from morrow.access.caller import Caller, Named, any_agent, check_reads_only, known_agent, resolve
from morrow.agent import Agent
from morrow.api.rights import Who
from morrow.memory import Memory

EndUserId = StrictStr | StrictInt | None
_READING = frozenset({"GET", "HEAD"})


def _memory(request: Request) -> Memory:
    memory: Memory = request.app.state.memory
    return memory


OpenMemory = Annotated[Memory, Depends(_memory)]
_AgentId = Annotated[str, Path(alias="agentId", description="An agent's name or id", examples=["default"])]


def _named(
    end_user_id: Annotated[
        str | None,
        Query(alias="endUserId", description="Whose memory, for an integration; none means your own", examples=["42"]),
    ] = None,
    channel: Annotated[
        str | None, Query(description="An IM channel that the token speaks for", examples=["feishu"])
    ] = None,
    sender_id: Annotated[str | None, Query(alias="senderId", description="Who asks on the channel")] = None,
    chat_id: Annotated[str | None, Query(alias="chatId", description="The group chat, if it is asked in one")] = None,
    owner_key: Annotated[
        str | None,
        Query(alias="ownerKey", description="Another owner's memory, for admins; written down", examples=["user:7"]),
    ] = None,
) -> Named:
    return Named(end_user_id, channel, sender_id, chat_id, owner_key)


async def _whomever(request: Request, who: Who, memory: OpenMemory, named: Annotated[Named, Depends(_named)]) -> Caller:
    caller = resolve(who, named)
    if caller.is_foreign:
        await _note_look(request, caller, memory)
    return caller


async def _note_look(request: Request, caller: Caller, memory: Memory) -> None:
    """Write down that somebody else's memory is looked at, before anything of it is read."""
    named = request.path_params.get("agentId")
    agent = None if named is None else (await (await known_agent(caller.identity, memory, named)).row()).id
    what = f"{request.method} {request.url.path}"
    await memory.owners.note_look(caller.owner, by=caller.identity.actor, what=what, agent=agent)


Whomever = Annotated[Caller, Depends(_whomever)]


def _own_or_looking(request: Request, caller: Whomever) -> Caller:
    check_reads_only(caller, changes=request.method not in _READING)
    return caller


Asking = Annotated[Caller, Depends(_own_or_looking)]  # an admin looks into other memory, and changes nothing there


async def _known(who: Who, memory: OpenMemory, agent_id: _AgentId) -> Agent:
    return await known_agent(who, memory, agent_id)


async def _any(who: Who, memory: OpenMemory, agent_id: _AgentId) -> Agent:
    return await any_agent(who, memory, agent_id)


KnownAgent = Annotated[Agent, Depends(_known)]
AnyAgent = Annotated[Agent, Depends(_any)]  # made when first used
