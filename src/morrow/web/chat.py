"""Chat: talk with the agent and see, as it answers, which memories it used and how full its window is."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Header, Path, Query, Response
from fastapi.responses import StreamingResponse

from morrow.agent.turns import Message
from morrow.chat.errors import TurnFailed, TurnStopped
from morrow.chat.events import (
    ContentDelta,
    ContextUsage,
    Done,
    Event,
    Failed,
    MemoryRecalled,
    MemoryWritten,
    MessageComplete,
    ToolCallCompleted,
    ToolCallStarted,
)
from morrow.chat.live import Live, Told
from morrow.i18n import msgid
from morrow.web.rendering import goto, page, part, text_of
from morrow.web.visit import Visit, Visiting

router = APIRouter(prefix="/agents/{agent}/chat")
Mode = Literal["full", "read", "off"]
MODES = {"full": msgid("Remember"), "read": msgid("Recall only"), "off": msgid("Off the record")}
_HEARTBEAT_SECONDS = 15
_Conversation = Annotated[str, Path(alias="conversation", max_length=200)]
_Turn = Annotated[str, Path(alias="turn", max_length=80)]


@router.get("")
async def begin(visit: Visiting) -> Response:
    """Show an empty conversation beside the earlier ones."""
    return await _shown(visit, None)


@router.post("")
async def say(
    visit: Visiting,
    text: Annotated[str, Form()],
    conversation: Annotated[str, Form(max_length=200)] = "",
    memory: Annotated[Mode, Form()] = "full",
) -> Response:
    """Say something; with scripts the answer streams into the page, without them the page waits for it."""
    message = Message(text, visit.owner, conversation or None, memory=memory, role=visit.identity.role)
    live = await visit.agent.turns.begin(message)
    address = visit.address(f"chat/{live.conversation}")
    if visit.is_part:
        answer = part(visit, "chat_turn.html", text=text, turn=live.turn, conversation=live.conversation)
        answer.headers["HX-Push-Url"] = address
        return answer
    with contextlib.suppress(TurnFailed, TurnStopped):  # the conversation tells it
        await live.result()
    return goto(address)


@router.get("/turns/{turn}/events")
async def events(
    turn: _Turn, visit: Visiting, last: Annotated[int, Header(alias="Last-Event-ID", ge=0)] = 0
) -> Response:
    """Tell what happens in a turn, each piece as HTML for its place; a lost stream goes on behind the last event."""
    live = await visit.agent.turns.find(turn, owner=visit.owner)
    return StreamingResponse(_stream(visit, live, last), media_type="text/event-stream")


@router.post("/turns/{turn}/stop")
async def stop(turn: _Turn, visit: Visiting) -> Response:
    """End a turn with what was said up to here."""
    await visit.agent.turns.stop(turn, owner=visit.owner)
    return Response(status_code=204)


@router.get("/{conversation}")
async def show(conversation: _Conversation, visit: Visiting, at: Annotated[str, Query(max_length=80)] = "") -> Response:
    """Show a conversation; `at` is the message to look at."""
    return await _shown(visit, conversation, at=at)


@router.post("/{conversation}/memory")
async def set_memory(conversation: _Conversation, visit: Visiting, memory: Annotated[Mode, Form()]) -> Response:
    """Say what memory may do in a conversation from now on."""
    await visit.agent.conversations.set_memory(conversation, memory, owner=visit.owner)
    return Response(status_code=204) if visit.is_part else goto(visit.address(f"chat/{conversation}"))


@router.post("/{conversation}/delete")
async def delete(conversation: _Conversation, visit: Visiting) -> Response:
    """Delete a conversation; what was learnt from it stays."""
    await visit.agent.conversations.delete(conversation, owner=visit.owner)
    return goto(visit.address("chat"))


async def _shown(visit: Visit, conversation: str | None, *, at: str = "") -> Response:
    talk = visit.agent.conversations
    listed = await talk.list(owner=visit.owner, limit=40)
    if conversation is None:
        return await page(visit, "chat.html", listed=listed, talk=None, messages=(), modes=MODES, at=at)
    found = await talk.get(conversation, owner=visit.owner)
    messages = await talk.messages(conversation, owner=visit.owner)
    shown = [one for one in messages if one.role in ("user", "assistant")]
    return await page(visit, "chat.html", listed=listed, talk=found, messages=shown, modes=MODES, at=at)


async def _stream(visit: Visit, live: Live, after: int) -> AsyncIterator[str]:
    while True:
        told = await live.next_after(after, within_seconds=_HEARTBEAT_SECONDS)
        for one in told:
            after = one.number
            yield _wire(visit, one)
        if not told and live.is_ended:
            return
        if not told:
            yield ": still here\n\n"


def _wire(visit: Visit, told: Told) -> str:
    name, data = _told(visit, told.event)
    return f"id: {told.number}\nevent: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def _told(visit: Visit, event: Event) -> tuple[str, str]:
    """Return an event's name and its text: HTML, but for the pieces of the reply and the tools, which are plain."""
    match event:
        case ContentDelta(text=text):
            return "delta", text
        case ToolCallStarted(name=name):
            return "tool", visit.say("uses {tool} …", tool=name)
        case ToolCallCompleted(name=name):
            return "tool", visit.say("used {tool}", tool=name)
    name, template, values = _rendered(event)
    return name, text_of(visit, template, **values) if template else ""


def _rendered(event: Event) -> tuple[str, str, dict[str, Any]]:
    """Return the name of an event, the template that shows it (none: there is nothing to show), and what it takes."""
    shown: tuple[str, str, dict[str, Any]] = ("session", "", {})
    match event:
        case MemoryRecalled(recalled=hits):
            shown = "memory", "chat_memory.html", {"hits": hits}
        case ContextUsage(record=record):
            shown = "usage", "chat_usage.html", {"record": record}
        case MemoryWritten(names=names):
            shown = "written", "chat_written.html", {"names": names}
        case MessageComplete(text=text):
            shown = "reply", "chat_reply.html", {"text": text}
        case Done(turn=turn):
            shown = "done", "chat_done.html", {"turn": turn}
        case Failed(error=error):
            shown = "failed", "chat_failed.html", {"detail": str(error)}
    return shown
