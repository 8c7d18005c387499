"""Writes a reply in the two protocols that model servers speak, whole or as a stream of events. Sends nothing."""

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum

from morrow.models.chat import FinishReason, JsonObject, Reply, ToolCall

PIECE_LENGTH = 8
_STOP_REASONS = {
    FinishReason.STOP: "end_turn",
    FinishReason.TOOL_CALLS: "tool_use",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.FILTERED: "refusal",
}


class Protocol(StrEnum):
    """Which protocol a request is made in; its value is the end of the request's path."""

    OPENAI = "/chat/completions"
    ANTHROPIC = "/messages"


def whole_answer(protocol: Protocol, reply: Reply) -> JsonObject:
    """Return the JSON body of an answer that is not streamed."""
    return _openai_answer(reply) if protocol is Protocol.OPENAI else _anthropic_answer(reply)


def streamed_answer(protocol: Protocol, reply: Reply) -> Iterator[bytes]:
    """Yield the server-sent events of a streamed answer."""
    return _openai_events(reply) if protocol is Protocol.OPENAI else _anthropic_events(reply)


def empty_answer(protocol: Protocol) -> JsonObject:
    """Return a body that holds no answer at all."""
    return {"choices": []} if protocol is Protocol.OPENAI else {"type": "message", "content": None}


def error_body(message: str) -> JsonObject:
    """Return the body of an error, as both protocols have it."""
    return {"type": "error", "error": {"type": "scripted", "message": message}}


def _openai_answer(reply: Reply) -> JsonObject:
    message: dict[str, object] = {"role": "assistant", "content": reply.text or None}
    if reply.tool_calls:
        message["tool_calls"] = [_openai_call(index, call) for index, call in enumerate(reply.tool_calls)]
    choice = {"index": 0, "message": message, "finish_reason": str(reply.finish_reason)}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [choice],
        "usage": _openai_usage(reply),
    }


def _openai_usage(reply: Reply) -> JsonObject:
    usage = reply.usage
    counts = {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}
    return {**counts, "total_tokens": usage.total_tokens}


def _openai_call(index: int, call: ToolCall) -> JsonObject:
    function = {"name": call.name, "arguments": call.arguments}
    return {"index": index, "id": call.id, "type": "function", "function": function}


def _openai_events(reply: Reply) -> Iterator[bytes]:
    yield _openai_event({"role": "assistant", "content": ""})
    for piece in _pieces(reply.text):
        yield _openai_event({"content": piece})
    for index, call in enumerate(reply.tool_calls):
        yield _openai_event({"tool_calls": [{**_openai_call(index, call), "function": {"name": call.name}}]})
        for piece in _pieces(call.arguments):
            yield _openai_event({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield _openai_event({}, finish_reason=str(reply.finish_reason))
    yield _data({"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": _openai_usage(reply)})
    yield b"data: [DONE]\n\n"


def _openai_event(delta: JsonObject, *, finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    return _data({**chunk, "choices": [choice]})


def _anthropic_answer(reply: Reply) -> JsonObject:
    text = [{"type": "text", "text": reply.text}] if reply.text else []
    calls = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": json.loads(call.arguments)}
        for call in reply.tool_calls
    ]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [*text, *calls],
        "stop_reason": _STOP_REASONS.get(reply.finish_reason),
        "usage": {"input_tokens": reply.usage.prompt_tokens, "output_tokens": reply.usage.completion_tokens},
    }


def _anthropic_events(reply: Reply) -> Iterator[bytes]:
    usage = {"input_tokens": reply.usage.prompt_tokens, "output_tokens": 0}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []}
    yield _event("message_start", message={**message, "stop_reason": None, "usage": usage})
    yield from _anthropic_block(
        0, {"type": "text", "text": ""}, ({"type": "text_delta", "text": piece} for piece in _pieces(reply.text))
    )
    for index, call in enumerate(reply.tool_calls, start=1):
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        deltas = ({"type": "input_json_delta", "partial_json": piece} for piece in _pieces(call.arguments))
        yield from _anthropic_block(index, block, deltas)
    stop = {"stop_reason": _STOP_REASONS.get(reply.finish_reason), "stop_sequence": None}
    yield _event("message_delta", delta=stop, usage={"output_tokens": reply.usage.completion_tokens})
    yield _event("message_stop")


def _anthropic_block(index: int, block: JsonObject, deltas: Iterable[JsonObject]) -> Iterator[bytes]:
    yield _event("content_block_start", index=index, content_block=block)
    for delta in deltas:
        yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(name: str, **fields: object) -> bytes:
    return f"event: {name}\n".encode() + _data({"type": name, **fields})


def _data(value: JsonObject) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n\n"


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE_LENGTH] for start in range(0, len(text), PIECE_LENGTH)]
