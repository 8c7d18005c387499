"""Speaks Anthropic's messages protocol through its SDK, an optional extra of the package.

Loaded when a model is opened. Nothing the server sends is trusted to have the form the SDK's types promise.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import anthropic
import httpx2
from anthropic import AsyncAnthropic

from morrow.models.address import AddressGuard
from morrow.models.asking import with_schema
from morrow.models.chat import Delta, FinishReason, JsonObject, Message, Reply, Request, Role, ToolCall
from morrow.models.errors import AnswerBroken, ModelError, ModelUnavailable
from morrow.models.failures import from_status
from morrow.models.transport import guarded_client
from morrow.models.wire import json_object, object_in, objects_in, said_in, text_in, usage_in

DEFAULT_MAX_TOKENS = 8192  # the protocol demands a limit
_FINISH = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "tool_use": FinishReason.TOOL_CALLS,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.FILTERED,
}


@dataclass(frozen=True, slots=True)
class AnthropicDialect:
    """One of Anthropic's models."""

    client: AsyncAnthropic
    provider: str
    model: str

    async def send(self, request: Request) -> Reply:
        """Return the whole answer to one request."""
        try:
            raw = await self.client.messages.with_raw_response.create(**self._asked(request))
            value = json_object(raw.http_response.content, self.model)
        except (anthropic.APIError, httpx2.HTTPError) as error:
            raise _failure(self.model, error) from None  # the SDK's error carries the whole request
        if not isinstance(value.get("content"), list):
            raise AnswerBroken(f"{self.model} answered without content")
        collected = _Collected()
        collected.start(value)
        for index, block in enumerate(objects_in(value, "content")):
            collected.add_block(index, block)
        return self._whole(collected, request)

    async def pieces(self, request: Request) -> AsyncIterator[Delta]:
        """Yield the pieces of one streamed answer."""
        collected = _Collected()
        try:
            async with await self.client.messages.create(**self._asked(request), stream=True) as stream:
                async for event in stream:
                    text = collected.add(_plain(event, self.model))
                    if text:
                        yield Delta(text)
        except (anthropic.APIError, httpx2.HTTPError, ValueError, RecursionError) as error:
            raise _failure(self.model, error) from None  # the SDK's error carries the whole request
        yield Delta("", self._whole(collected, request))

    async def aclose(self) -> None:
        """Close the connections."""
        await self.client.close()

    def _asked(self, request: Request) -> dict[str, Any]:
        messages = request.messages if request.schema is None else with_schema(request.messages, request.schema)
        system = "\n\n".join(message.text for message in messages if message.role is Role.SYSTEM)
        asked: dict[str, Any] = {
            "model": self.model,
            "max_tokens": request.max_tokens or DEFAULT_MAX_TOKENS,
            "messages": _turns(messages),
        }
        if system:
            asked["system"] = system
        if request.tools:
            asked["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
                for tool in request.tools
            ]
        return asked

    def _whole(self, collected: "_Collected", request: Request) -> Reply:
        text, usage = "".join(collected.texts), collected.usage
        reason = _FINISH.get(collected.finish, FinishReason.UNKNOWN)
        return Reply(
            text,
            collected.tool_calls(),
            reason,
            truncated=reason in {FinishReason.LENGTH, FinishReason.FILTERED} or not collected.finish,
            usage=usage_in(usage.get("input_tokens"), usage.get("output_tokens"), asked=request.text, answered=text),
            model=self.model,
            provider=self.provider,
        )


@dataclass(slots=True)
class _Collected:
    texts: list[str] = field(default_factory=list)
    calls: dict[int, list[str]] = field(default_factory=dict)
    finish: str = ""
    usage: dict[str, object] = field(default_factory=dict)

    def add(self, event: JsonObject) -> str:
        """Take in one event of a stream and return the text it brought."""
        kind, delta = text_in(event, "type"), object_in(event, "delta")
        index = event.get("index")
        if kind == "message_start":
            self.start(object_in(event, "message"))
        elif kind == "message_delta":
            self.start({**delta, "usage": event.get("usage")})
        elif kind == "content_block_start" and isinstance(index, int):
            return self.add_block(index, object_in(event, "content_block"))
        elif kind == "content_block_delta" and isinstance(index, int):
            if index in self.calls:
                self.calls[index][2] += text_in(delta, "partial_json")
            self.texts.append(text_in(delta, "text"))
            return self.texts[-1]
        return ""

    def start(self, message: JsonObject) -> None:
        """Take in what stands beside the content: why it stopped, and what it took."""
        self.finish = text_in(message, "stop_reason") or self.finish
        self.usage.update(object_in(message, "usage"))

    def add_block(self, index: int, block: JsonObject) -> str:
        """Take in a block of content, whole or at its beginning."""
        if text_in(block, "type") == "tool_use":
            arguments = object_in(block, "input")
            written = json.dumps(arguments, ensure_ascii=False) if arguments else ""
            self.calls[index] = [text_in(block, "id"), text_in(block, "name"), written]
            return ""
        text = text_in(block, "text")  # blocks of thinking have none
        self.texts.append(text)
        return text

    def tool_calls(self) -> tuple[ToolCall, ...]:
        """Return the calls in their order; one without a name is none."""
        return tuple(
            ToolCall(known or f"call_{index}", name, arguments or "{}")
            for index, (known, name, arguments) in sorted(self.calls.items())
            if name
        )


def _turns(messages: tuple[Message, ...]) -> list[JsonObject]:
    turns: list[tuple[str, list[JsonObject]]] = []
    for message in messages:
        if message.role is Role.SYSTEM:
            continue
        role = "assistant" if message.role is Role.ASSISTANT else "user"
        if not turns or turns[-1][0] != role:  # the roles have to take turns
            turns.append((role, []))
        turns[-1][1].extend(_blocks(message))
    return [{"role": role, "content": blocks} for role, blocks in turns if blocks]


def _blocks(message: Message) -> list[JsonObject]:
    if message.role is Role.TOOL:
        return [{"type": "tool_result", "tool_use_id": message.tool_call_id or "", "content": message.text}]
    text: list[JsonObject] = [{"type": "text", "text": message.text}] if message.text.strip() else []
    calls: list[JsonObject] = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _arguments(call)} for call in message.tool_calls
    ]
    return text + calls


def _arguments(call: ToolCall) -> JsonObject:
    try:
        value = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _plain(event: object, who: str) -> JsonObject:
    if not isinstance(event, anthropic.BaseModel):
        raise AnswerBroken(f"{who} streamed something that is no event")
    return event.to_dict(warnings=False)


def _failure(who: str, error: Exception) -> ModelError:
    if isinstance(error.__cause__, ModelError):
        return error.__cause__  # raised by the transport, and wrapped on its way through the SDK
    if isinstance(error, anthropic.APIStatusError):
        return from_status(who, error.status_code, error.response.headers, said_in(error.body))
    if isinstance(error, anthropic.APIConnectionError | httpx2.HTTPError):
        return ModelUnavailable(f"{who} cannot be reached, or broke off: {error.__cause__ or error}")
    if isinstance(error, anthropic.APIError):
        return ModelUnavailable(f"{who} reported an error: {said_in(error.body)}")
    return AnswerBroken(f"{who} streamed something that is no JSON")


def open_anthropic(guard: AddressGuard, base_url: str, key: str | None) -> AsyncAnthropic:
    """Return an SDK client that goes out through the guard only; the key is known to the transport alone."""
    headers = {} if key is None else {"x-api-key": key}
    client = guarded_client(guard, headers)
    return AsyncAnthropic(
        api_key="unused", base_url=base_url, max_retries=0, timeout=client.timeout, http_client=client
    )
