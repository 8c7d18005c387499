"""The ways in which a model's server can misbehave, and how each looks on the wire."""

import asyncio
import gzip
import json
from asyncio import StreamWriter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from morrow.models.chat import FinishReason, JsonObject, Reply
from morrow.testing.protocols import Protocol, empty_answer, error_body, whole_answer

BIG_BYTES = 8_000_000
BOMB_BYTES = 50_000_000


class Fault(StrEnum):
    """What a server does instead of answering well."""

    ECHO = "echo"
    EMPTY = "empty"
    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    NOT_FOUND = "404"
    CONTEXT_TOO_LONG = "context-too-long"
    RATE_LIMITED = "429"
    RATE_LIMITED_FOR_A_WHILE = "429-retry-after"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    OVERLOADED = "503"
    FLAKY = "flaky"
    HANG = "hang"
    SLOW = "slow"
    DRIP = "drip"
    RESET_BEFORE_HEAD = "reset-headers"
    RESET_IN_BODY = "reset-body"
    SHORTER_THAN_SAID = "trunc"
    LYING_CHUNK = "chunk-lie"
    GZIP_BOMB = "gzip-bomb"
    BIG = "big"
    REDIRECT_TO_METADATA = "redirect-meta"
    WRONG_CONTENT_TYPE = "wrong-ctype"
    NOT_JSON = "not-json"
    HTML = "html"
    NO_CHOICES = "nochoices"
    LENGTH = "length"
    FILTERED = "filter"
    ENDLESS_STREAM = "sse-forever"
    STREAM_CUT_SHORT = "sse-cut"
    SAME_REQUEST_ID = "dup-id"
    LYING_TOKENS = "tokens-lie"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request in service: in which protocol, what it said, its number from 0, and when the server closes."""

    protocol: Protocol
    asked: str
    number: int
    answer: Reply
    pace_seconds: float
    closing: asyncio.Event


Misbehave = Callable[[StreamWriter, Exchange], Awaitable[None]]


def response(body: bytes, *, status: int = 200, content_type: str = "application/json", extra: str = "") -> bytes:
    """Return the bytes of a whole HTTP response."""
    head = f"HTTP/1.1 {status} Scripted\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}{extra}Connection: close\r\n\r\n".encode() + body


def answer_bytes(exchange: Exchange, **changes: object) -> bytes:
    """Return the exchange's own answer as a whole response, with top-level fields of its body changed."""
    return response(_json({**whole_answer(exchange.protocol, exchange.answer), **changes}))


async def misbehave(fault: Fault, writer: StreamWriter, exchange: Exchange) -> None:
    """Do what `fault` says."""
    if fault in _BYTES:
        writer.write(_BYTES[fault](exchange))
    elif fault in _STATUSES:
        status, message, extra = _STATUSES[fault]
        writer.write(response(_json(error_body(message)), status=status, extra=extra))
    else:
        await _ACTS[fault](writer, exchange)
    await writer.drain()


def _json(value: JsonObject) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _finished(exchange: Exchange, reason: FinishReason, text: str) -> bytes:
    cut = replace(exchange.answer, text=text, finish_reason=reason)
    return answer_bytes(replace(exchange, answer=cut))


def _echo(exchange: Exchange) -> bytes:
    return _finished(exchange, FinishReason.STOP, exchange.asked)


def _flaky(exchange: Exchange) -> bytes:
    if exchange.number % 2:
        return answer_bytes(exchange)
    return response(_json(error_body("try again")), status=503)


def _lying_tokens(exchange: Exchange) -> bytes:
    return answer_bytes(exchange, usage={"prompt_tokens": -5, "completion_tokens": "many", "input_tokens": -5})


def _shorter_than_said(exchange: Exchange) -> bytes:
    head, separator, body = answer_bytes(exchange).partition(b"\r\n\r\n")
    said = b"Content-Length: %d"
    return head.replace(said % len(body), said % (len(body) + 500)) + separator + body


_STATUSES: dict[Fault, tuple[int, str, str]] = {
    Fault.UNAUTHORIZED: (401, "no such key", ""),
    Fault.FORBIDDEN: (403, "not for you", ""),
    Fault.NOT_FOUND: (404, "no such model", ""),
    Fault.CONTEXT_TOO_LONG: (400, "This model's maximum context length is 8192 tokens", ""),
    Fault.RATE_LIMITED: (429, "too fast", ""),
    Fault.RATE_LIMITED_FOR_A_WHILE: (429, "too fast", "Retry-After: 2\r\n"),
    Fault.SERVER_ERROR: (500, "broken", ""),
    Fault.BAD_GATEWAY: (502, "no one behind", ""),
    Fault.OVERLOADED: (503, "too busy", ""),
    Fault.REDIRECT_TO_METADATA: (302, "over there", "Location: http://169.254.169.254/latest/meta-data/\r\n"),
}
_BYTES: dict[Fault, Callable[[Exchange], bytes]] = {
    Fault.ECHO: _echo,
    Fault.EMPTY: lambda exchange: _finished(exchange, FinishReason.STOP, ""),
    Fault.FLAKY: _flaky,
    Fault.SHORTER_THAN_SAID: _shorter_than_said,
    Fault.LYING_CHUNK: lambda _: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n{",
    Fault.GZIP_BOMB: lambda _: response(gzip.compress(b" " * BOMB_BYTES, 1), extra="Content-Encoding: gzip\r\n"),
    Fault.WRONG_CONTENT_TYPE: lambda exchange: answer_bytes(exchange).replace(b"application/json", b"image/png", 1),
    Fault.NOT_JSON: lambda _: response(b"\xff\xfe\x00nope"),
    Fault.HTML: lambda _: response(b"<html>gateway</html>", content_type="text/html"),
    Fault.NO_CHOICES: lambda exchange: response(_json(empty_answer(exchange.protocol))),
    Fault.LENGTH: lambda exchange: _finished(exchange, FinishReason.LENGTH, '{"should_update": true, "memory_upd'),
    Fault.FILTERED: lambda exchange: _finished(exchange, FinishReason.FILTERED, ""),
    Fault.SAME_REQUEST_ID: lambda exchange: answer_bytes(exchange).replace(b"\r\n", b"\r\nX-Request-Id: same\r\n", 1),
    Fault.LYING_TOKENS: _lying_tokens,
}


async def _hang(_: StreamWriter, exchange: Exchange) -> None:
    await exchange.closing.wait()


async def _slow(writer: StreamWriter, exchange: Exchange) -> None:
    await asyncio.sleep(exchange.pace_seconds)
    writer.write(answer_bytes(exchange))


async def _drip(writer: StreamWriter, exchange: Exchange) -> None:
    for byte in answer_bytes(exchange):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(exchange.pace_seconds)


async def _reset_before_head(writer: StreamWriter, _: Exchange) -> None:
    writer.transport.abort()


async def _reset_in_body(writer: StreamWriter, exchange: Exchange) -> None:
    writer.write(answer_bytes(exchange)[:-20])
    await writer.drain()
    writer.transport.abort()


async def _big(writer: StreamWriter, _: Exchange) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
    for _piece in range(BIG_BYTES // 100_000):
        writer.write(b" " * 100_000)
        await writer.drain()


async def _endless_stream(writer: StreamWriter, exchange: Exchange) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    while True:
        writer.write(b'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n')
        await writer.drain()
        await asyncio.sleep(exchange.pace_seconds)


async def _stream_cut_short(writer: StreamWriter, _: Exchange) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    writer.write(b'data: {"choices":[{"index":0,"delta":{"content":"half an ans"}}]}\n\n')


_ACTS: dict[Fault, Misbehave] = {
    Fault.HANG: _hang,
    Fault.SLOW: _slow,
    Fault.DRIP: _drip,
    Fault.RESET_BEFORE_HEAD: _reset_before_head,
    Fault.RESET_IN_BODY: _reset_in_body,
    Fault.BIG: _big,
    Fault.ENDLESS_STREAM: _endless_stream,
    Fault.STREAM_CUT_SHORT: _stream_cut_short,
}
