"""A turn as server-sent events: numbered, with a sign of life while nothing happens. Runs no turn itself."""

import json
from collections.abc import AsyncIterator
from typing import Any, Self

from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event

from morrow.api.chat_shapes import data_of, name_of
from morrow.api.description import problems
from morrow.api.problems import body_of
from morrow.chat.events import Failed
from morrow.chat.live import Live, Told
from morrow.errors import InvalidInput

SIGN_OF_LIFE_SECONDS = 15.0
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_SAMPLE = 'id: 1\nevent: session\ndata: {"turnId": "…", "conversationId": "…", "messageId": "…"}\n\n'
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events: session, memory_recalled, context_usage, content_delta, tool_call_started, "
        "tool_call_completed, memory_written, message_complete, and at last done or error",
        "content": {"text/event-stream": {"schema": {"type": "string"}, "example": _SAMPLE}},
    },
    **problems(404),
}


class EventStream(StreamingResponse):
    """A response of server-sent events."""

    media_type = "text/event-stream"

    @classmethod
    def of(cls, live: Live, *, after: int = 0) -> Self:
        """Return the events of a turn behind event `after`, until it has ended."""
        return cls(_wire(live, after), headers=_HEADERS)


def number_in(last_event_id: str | None) -> int:
    """Return the number of the last event that arrived; 0 for none. Raises InvalidInput for what is no number."""
    if last_event_id is None:
        return 0
    text = last_event_id.strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise InvalidInput(f"Last-Event-ID {last_event_id[:40]!r}: it is the number of an event, such as 7")
    return int(text)


async def _wire(live: Live, after: int) -> AsyncIterator[bytes]:
    while True:
        told = await live.next_after(after, within_seconds=SIGN_OF_LIFE_SECONDS)
        for one in told:
            yield _event(one)
        if told:
            after = told[-1].number
        elif live.is_ended:
            return
        else:
            yield KEEPALIVE_COMMENT


def _event(told: Told) -> bytes:
    data = dict(data_of(told.event))
    if isinstance(told.event, Failed):
        data["problem"] = body_of(told.event.error)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return format_sse_event(data_str=text, event=name_of(told.event), id=str(told.number))
