"""Who asks, and about which agent: resolved once per request, never from anything that a model wrote."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import StrictInt, StrictStr

from morrow.agent import Agent
from morrow.errors import InvalidInput
from morrow.memory import Memory
from morrow.owners import Owner, end_user_owner

LOCAL_USER = "local"
EndUserId = StrictStr | StrictInt | None


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose memory the request works on, in which group, and under which name the person is known."""

    owner: Owner
    group: Owner | None = None
    said_by: Owner | None = None


def resolve(
    *, end_user_id: str | int | None, channel: str | None, sender_id: str | None, chat_id: str | None
) -> Caller:
    """Return the caller that a request names. Raises InvalidOwner for a bad id, InvalidInput for a mixture."""
    if channel is None:
        if sender_id is not None or chat_id is not None:
            raise InvalidInput("senderId and chatId belong to a channel; name it, such as feishu")
        return Caller(end_user_owner(end_user_id, user_id=LOCAL_USER))
    if end_user_id is not None:
        raise InvalidInput("give endUserId or channel and senderId, not both")
    if sender_id is None:
        raise InvalidInput(f"who speaks on {channel}? give senderId")
    sender = Owner.channel(channel, sender_id)
    if chat_id is None:
        return Caller(sender)
    return Caller(sender, group=Owner.group(channel, chat_id), said_by=sender)


def _from_query(
    end_user_id: Annotated[
        str | None,
        Query(alias="endUserId", description="Whose memory, for an integration; none means your own", examples=["42"]),
    ] = None,
    channel: Annotated[str | None, Query(description="An IM channel", examples=["feishu"])] = None,
    sender_id: Annotated[str | None, Query(alias="senderId", description="Who asks on the channel")] = None,
    chat_id: Annotated[str | None, Query(alias="chatId", description="The group chat, if it is asked in one")] = None,
) -> Caller:
    return resolve(end_user_id=end_user_id, channel=channel, sender_id=sender_id, chat_id=chat_id)


def _memory(request: Request) -> Memory:
    memory: Memory = request.app.state.memory
    return memory


OpenMemory = Annotated[Memory, Depends(_memory)]
Asking = Annotated[Caller, Depends(_from_query)]
_AgentId = Annotated[str, Path(alias="agentId", description="An agent's name or id", examples=["default"])]


async def _known(memory: OpenMemory, agent_id: _AgentId) -> Agent:
    return await memory.known_agent(agent_id)


def _any(memory: OpenMemory, agent_id: _AgentId) -> Agent:
    return memory.agent(agent_id)


KnownAgent = Annotated[Agent, Depends(_known)]
AnyAgent = Annotated[Agent, Depends(_any)]  # made when first used
