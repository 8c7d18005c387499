"""Speaks OpenAI's chat-completions protocol through its SDK, to any server that understands it.

Loaded when a model is opened. Nothing the server sends is trusted to have the form the SDK's types promise.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx2
import openai
from openai import AsyncOpenAI

from morrow.models.address import AddressGuard
from morrow.models.asking import AnswerFormat, with_schema
from morrow.models.chat import (
    AnswerSchema,
    Delta,
    FinishReason,
    JsonObject,
    Message,
    Reply,
    Request,
    ToolCall,
    ToolSpec,
)
from morrow.models.errors import AnswerBroken, ModelError, ModelUnavailable
from morrow.models.failures import from_status
from morrow.models.transport import guarded_client
from morrow.models.wire import json_object, object_in, objects_in, said_in, text_in, usage_in

_FINISH = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.FILTERED,
}


@dataclass(frozen=True, slots=True)
class OpenAIDialect:
    """One model of one server; `limits_completion` is OpenAI's own newer name for the answer's limit."""

    client: AsyncOpenAI
    provider: str
    model: str
    answer_format: AnswerFormat = AnswerFormat.PROMPT
    limits_completion: bool = False

    async def send(self, request: Request) -> Reply:
        """Return the whole answer to one request."""
        try:
            raw = await self.client.chat.completions.with_raw_response.create(**self._asked(request))
            value = json_object(raw.http_response.content, self.model)
        except (openai.APIError, httpx2.HTTPError) as error:
            raise _failure(self.model, error) from None  # the SDK's error carries the whole request
        return self._reply(value, request)

    async def pieces(self, request: Request) -> AsyncIterator[Delta]:
        """Yield the pieces of one streamed answer."""
        collected = _Collected()
        try:
            stream = await self.client.chat.completions.create(
                **self._asked(request), stream=True, stream_options={"include_usage": True}
            )
            async with stream:
                async for chunk in stream:
                    text = collected.add(_plain(chunk, self.model))
                    if text:
                        yield Delta(text)
        except (openai.APIError, httpx2.HTTPError, ValueError, RecursionError) as error:
            raise _failure(self.model, error) from None  # the SDK's error carries the whole request
        yield Delta("", self._whole(collected, request))

    async def aclose(self) -> None:
        """Close the connections."""
        await self.client.close()

    def _asked(self, request: Request) -> dict[str, Any]:
        messages = request.messages
        asked: dict[str, Any] = {"model": self.model}
        if request.schema is not None:
            if self.answer_format is not AnswerFormat.JSON_SCHEMA:
                messages = with_schema(messages, request.schema)
            if self.answer_format is not AnswerFormat.PROMPT:
                asked["response_format"] = _response_format(request.schema, self.answer_format)
        asked["messages"] = [_message(message) for message in messages]
        if request.tools:
            asked["tools"] = [_tool(tool) for tool in request.tools]
        if request.max_tokens is not None:
            asked["max_completion_tokens" if self.limits_completion else "max_tokens"] = request.max_tokens
        return asked

    def _reply(self, value: JsonObject, request: Request) -> Reply:
        choices = objects_in(value, "choices")
        if not choices:
            raise AnswerBroken(f"{self.model} answered without a choice")
        collected = _Collected()
        collected.add(
            {"choices": [{**choices[0], "delta": object_in(choices[0], "message")}], "usage": value.get("usage")}
        )
        return self._whole(collected, request, is_open_ended=False)

    def _whole(self, collected: "_Collected", request: Request, *, is_open_ended: bool = True) -> Reply:
        text, calls = "".join(collected.texts), collected.tool_calls()
        reason = _FINISH.get(collected.finish, FinishReason.UNKNOWN)
        # A stream that stops without a reason was cut; a whole answer without one comes from servers that give none.
        is_cut = reason in {FinishReason.LENGTH, FinishReason.FILTERED} or (is_open_ended and not collected.finish)
        usage = collected.usage
        return Reply(
            text,
            calls,
            reason,
            truncated=is_cut,
            usage=usage_in(
                usage.get("prompt_tokens"), usage.get("completion_tokens"), asked=request.text, answered=text
            ),
            model=self.model,
            provider=self.provider,
        )


@dataclass(slots=True)
class _Collected:
    texts: list[str] = field(default_factory=list)
    calls: dict[int, list[str]] = field(default_factory=dict)
    finish: str = ""
    usage: JsonObject = field(default_factory=dict)

    def add(self, chunk: JsonObject) -> str:
        """Take in one chunk and return the text it brought."""
        self.usage = object_in(chunk, "usage") or self.usage
        choices = objects_in(chunk, "choices")
        if not choices:
            return ""
        self.finish = text_in(choices[0], "finish_reason") or self.finish
        delta = object_in(choices[0], "delta")
        for position, call in enumerate(objects_in(delta, "tool_calls")):
            index = call.get("index")
            self._add_call(index if isinstance(index, int) else position, call)
        text = text_in(delta, "content")
        self.texts.append(text)
        return text

    def _add_call(self, index: int, call: JsonObject) -> None:
        function = object_in(call, "function")
        known = self.calls.setdefault(index, ["", "", ""])
        known[0] = known[0] or text_in(call, "id")
        known[1] = known[1] or text_in(function, "name")
        known[2] += text_in(function, "arguments")

    def tool_calls(self) -> tuple[ToolCall, ...]:
        """Return the calls in their order; one without a name is none."""
        return tuple(
            ToolCall(known or f"call_{index}", name, arguments)
            for index, (known, name, arguments) in sorted(self.calls.items())
            if name
        )


def _message(message: Message) -> JsonObject:
    wire: dict[str, object] = {"role": str(message.role), "content": message.text}
    if message.tool_calls:
        wire["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        wire["tool_call_id"] = message.tool_call_id
    return wire


def _tool(tool: ToolSpec) -> JsonObject:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _response_format(schema: AnswerSchema, answer_format: AnswerFormat) -> JsonObject:
    if answer_format is AnswerFormat.JSON_OBJECT:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": schema.name, "schema": schema.schema}}


def _plain(chunk: object, who: str) -> JsonObject:
    if not isinstance(chunk, openai.BaseModel):
        raise AnswerBroken(f"{who} streamed something that is no chunk")
    return chunk.to_dict(warnings=False)


def _failure(who: str, error: Exception) -> ModelError:
    if isinstance(error.__cause__, ModelError):
        return error.__cause__  # raised by the transport, and wrapped on its way through the SDK
    if isinstance(error, openai.APIStatusError):
        return from_status(who, error.status_code, error.response.headers, said_in(error.body))
    if isinstance(error, openai.APIConnectionError | httpx2.HTTPError):
        return ModelUnavailable(f"{who} cannot be reached, or broke off: {error.__cause__ or error}")
    if isinstance(error, openai.APIError):
        return ModelUnavailable(f"{who} reported an error: {said_in(error.body)}")
    return AnswerBroken(f"{who} streamed something that is no JSON")


def open_openai(guard: AddressGuard, base_url: str, key: str | None) -> AsyncOpenAI:
    """Return an SDK client that goes out through the guard only; the key is known to the transport alone."""
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    client = guarded_client(guard, headers)
    return AsyncOpenAI(api_key="unused", base_url=base_url, max_retries=0, timeout=client.timeout, http_client=client)
