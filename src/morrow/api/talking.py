"""Routes of conversations: record a turn, read one's own messages."""

from typing import Any

from fastapi import APIRouter

from morrow.api.caller import Asking, OpenMemory, known_agent, resolve
from morrow.api.shapes import TurnIn, TurnOut, plain
from morrow.clock import read_instant

router = APIRouter(tags=["chat"])


@router.post("/chat/turns", status_code=201, summary="Record a turn that was had elsewhere")
async def record_turn(turn: TurnIn, memory: OpenMemory) -> TurnOut:
    """Keep what was said, for hosts with a model of their own. It is on disk when this answers; extraction follows."""
    caller = resolve(end_user_id=turn.end_user_id, channel=turn.channel, sender_id=turn.sender_id, chat_id=turn.chat_id)
    recorded = await memory.agent(turn.agent_id).record(
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
    return TurnOut(id=recorded.id, conversation_id=recorded.conversation, messages=list(recorded.messages))


@router.get("/agents/{agentId}/conversations/{conversationId}/messages", summary="Read one of your conversations")
async def read_messages(agentId: str, conversationId: str, memory: OpenMemory, asking: Asking) -> dict[str, Any]:  # noqa: N803
    """Return the messages in order; another owner's conversation is not found."""
    agent = await known_agent(memory, agentId)
    messages = await agent.messages(conversationId, owner=asking.group or asking.owner)
    kept = ("id", "position", "role", "speaker", "origin", "text", "at")
    return {"messages": [{key: plain(getattr(message, key)) for key in kept} for message in messages]}
