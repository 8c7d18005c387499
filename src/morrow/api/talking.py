"""Routes of conversations: record a turn, read one's own messages."""

from typing import Annotated

from fastapi import APIRouter, Path

from morrow.access.caller import Named, any_agent, resolve
from morrow.api.caller import Asking, KnownAgent, OpenMemory
from morrow.api.rights import Who, needs
from morrow.api.shapes import MessagesOut, TurnIn, TurnOut
from morrow.clock import read_instant
from morrow.roster.roles import Act

router = APIRouter(tags=["chat"])
_ConversationId = Annotated[str, Path(alias="conversationId", description="Its id, or the name you gave it")]


@router.post(
    "/chat/turns",
    status_code=201,
    summary="Record a turn that was had elsewhere",
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def record_turn(turn: TurnIn, who: Who, memory: OpenMemory) -> TurnOut:
    """Keep what was said, for hosts with a model of their own. It is on disk when this answers; extraction follows."""
    caller = resolve(who, Named(turn.end_user_id, turn.channel, turn.sender_id, turn.chat_id))
    agent = await any_agent(who, memory, turn.agent_id)
    recorded = await agent.record(
        turn.message,
        turn.reply,
        owner=caller.group or caller.owner,
        said_by=caller.said_by,
        conversation=turn.conversation_id,
        at=read_instant(turn.time) if turn.time is not None else None,
        speaker=turn.speaker,
        role=turn.role,
        origin=turn.origin,
    )
    return TurnOut.of(recorded)


@router.get(
    "/agents/{agentId}/conversations/{conversationId}/messages",
    summary="Read one of your conversations",
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def read_messages(conversation: _ConversationId, agent: KnownAgent, asking: Asking) -> MessagesOut:
    """Return the messages in order; another owner's conversation is not found."""
    return MessagesOut.of(await agent.messages(conversation, owner=asking.group or asking.owner))
