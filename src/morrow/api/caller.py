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


async def _from_query(
    request: Request,
    who: Who,
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
) -> Caller:
    caller = resolve(who, Named(end_user_id, channel, sender_id, chat_id, owner_key))
    check_reads_only(caller, changes=request.method not in _READING)
    return caller


def _memory(request: Request) -> Memory:
    memory: Memory = request.app.state.memory
    return memory


OpenMemory = Annotated[Memory, Depends(_memory)]
Asking = Annotated[Caller, Depends(_from_query)]
_AgentId = Annotated[str, Path(alias="agentId", description="An agent's name or id", examples=["default"])]


async def _known(who: Who, memory: OpenMemory, agent_id: _AgentId) -> Agent:
    return await known_agent(who, memory, agent_id)


async def _any(who: Who, memory: OpenMemory, agent_id: _AgentId) -> Agent:
    return await any_agent(who, memory, agent_id)


KnownAgent = Annotated[Agent, Depends(_known)]
AnyAgent = Annotated[Agent, Depends(_any)]  # made when first used
