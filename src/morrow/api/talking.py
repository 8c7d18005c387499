"""Routes of talk: say something and get a reply, whole or as it comes; watch a turn again, or stop it; record one."""

from typing import Annotated

from fastapi import APIRouter, Header, Path
from fastapi.responses import StreamingResponse

from morrow.access.caller import Caller, Named, any_agent, resolve
from morrow.access.identity import Identity
from morrow.agent import Agent
from morrow.agent.turns import Message
from morrow.api.caller import Asking, OpenMemory
from morrow.api.chat_shapes import ChatIn, ReplyOut, StoppedOut
from morrow.api.description import problems
from morrow.api.events import EVENTS, EventStream, number_in
from morrow.api.rights import Who, needs
from morrow.api.shapes import TurnIn, TurnOut
from morrow.chat.live import Live
from morrow.clock import read_instant
from morrow.errors import NotFound
from morrow.memory import Memory
from morrow.roster.roles import Act

router = APIRouter(prefix="/chat", tags=["chat"])
_TurnId = Annotated[str, Path(alias="turnId", description="A turn's id, as the event `session` gives it")]
_LastEventId = Annotated[str | None, Header(alias="Last-Event-ID", description="The last event that arrived")]


@router.post(
    "",
    summary="Say something, and get the reply",
    responses=problems(409, 429, 501, 502),
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def chat(said: ChatIn, who: Who, memory: OpenMemory) -> ReplyOut:
    """Answer when the turn is on disk. If there is no reply, the problem names `turnId` and `conversationId`."""
    agent, message = await _message(said, who, memory)
    live = await agent.turns.begin(message, streams=False)
    return ReplyOut.of(await live.result())


@router.post(
    "/stream",
    summary="Say something, and get the reply as it comes",
    response_class=EventStream,
    responses=EVENTS,
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def chat_stream(said: ChatIn, who: Who, memory: OpenMemory) -> StreamingResponse:
    """Answer with server-sent events, numbered from 1. Leaving does not stop the turn."""
    agent, message = await _message(said, who, memory)
    return EventStream.of(await agent.turns.begin(message))


@router.get(
    "/turns/{turnId}/events",
    summary="Watch a turn again",
    response_class=EventStream,
    responses=EVENTS,
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def events(
    turn: _TurnId, who: Who, asking: Asking, memory: OpenMemory, last_event_id: _LastEventId = None
) -> StreamingResponse:
    """Answer with the events behind `Last-Event-ID`, or all of them, up to ten minutes after the turn's end."""
    return EventStream.of(_live(turn, who, asking, memory), after=number_in(last_event_id))


@router.post("/turns/{turnId}/stop", summary="Stop a turn", openapi_extra=needs(Act.OWN_MEMORY))
async def stop(turn: _TurnId, who: Who, asking: Asking, memory: OpenMemory) -> StoppedOut:
    """Answer when what was said up to here is on disk. A turn that has ended stays as it is."""
    await _live(turn, who, asking, memory).stop()
    return StoppedOut(turn_id=turn)


@router.post(
    "/turns",
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


async def _message(said: ChatIn, who: Identity, memory: Memory) -> tuple[Agent, Message]:
    caller = resolve(who, Named(said.end_user_id, said.channel, said.sender_id, said.chat_id))
    agent = await any_agent(who, memory, said.agent_id)
    message = Message(
        said.message, caller.owner, said.conversation_id, caller.group, speaker=said.speaker, memory=said.memory,
        role=who.role,
    )  # fmt: skip
    return agent, message


def _live(turn: str, who: Identity, asking: Caller, memory: Memory) -> Live:
    live = memory.live_turn(turn, owner=asking.owner, group=asking.group)
    if who.agent is not None and who.agent != live.bucket.agent:
        raise NotFound(f"{turn!r}: no such turn of an agent that this token is for")
    return live
