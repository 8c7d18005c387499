"""A model server on loopback that follows a script: real HTTP, two protocols, whole or streamed, sound or faulty."""

import asyncio
import json
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from morrow.models.chat import JsonObject, Reply
from morrow.testing.faults import Exchange, Fault, answer_bytes, misbehave, response
from morrow.testing.protocols import Protocol, error_body, streamed_answer
from morrow.testing.scripted import reply

DEFAULT_PACE_SECONDS = 0.01
DEFAULT_ANSWER = '{"should_update": false, "reason": "scripted"}'


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """What came in over HTTP; the names of `headers` are lower-case."""

    path: str
    headers: Mapping[str, str]
    body: JsonObject


ServerStep = str | Reply | Fault
ServerScript = Callable[[ServedRequest], ServerStep]


class ModelServer:
    """Serves `steps` one after the other, or whatever `answering` returns for a request.

    Use it with `async with`. `url` is a base URL for OpenAI's protocol, `anthropic_url` one for Anthropic's; `requests`
    holds what came in. A request beyond the script is answered with 400. `pace_seconds` is how slow slow is.
    """

    def __init__(
        self, *steps: ServerStep, answering: ServerScript | None = None, pace_seconds: float = DEFAULT_PACE_SECONDS
    ) -> None:
        self._steps = list(steps)
        self._answering = answering
        self._pace_seconds = pace_seconds
        self._closing = asyncio.Event()
        self._asked = asyncio.Event()
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.requests: list[ServedRequest] = []

    async def __aenter__(self) -> Self:
        """Listen on a free port of 127.0.0.1."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening and end every connection."""
        assert self._server is not None  # noqa: S101 - entered before
        self._closing.set()
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    @property
    def port(self) -> int:
        """Return the port it listens on."""
        assert self._server is not None, "enter the server with `async with` first"  # noqa: S101
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def url(self) -> str:
        """Return the base URL for OpenAI's protocol."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def anthropic_url(self) -> str:
        """Return the base URL for Anthropic's protocol."""
        return f"http://127.0.0.1:{self.port}"

    def then(self, *steps: ServerStep) -> None:
        """Add steps to the end of the script."""
        self._steps.extend(steps)

    async def asked(self) -> ServedRequest:
        """Return the newest request once one has come in that this has not returned yet."""
        await self._asked.wait()
        self._asked.clear()
        return self.requests[-1]

    async def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        connection = asyncio.current_task()
        assert connection is not None  # noqa: S101 - always inside a task
        self._connections.add(connection)
        try:
            await self._serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or the server closes
        finally:
            self._connections.discard(connection)
            writer.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = await _read_request(reader)
        number = len(self.requests)
        self.requests.append(request)
        self._asked.set()
        step = self._next(request)
        if step is None:
            writer.write(response(json.dumps(error_body("the script has ended")).encode(), status=400))
            await writer.drain()
            return
        protocol = Protocol.ANTHROPIC if request.path.endswith(Protocol.ANTHROPIC) else Protocol.OPENAI
        exchange = Exchange(protocol, _asked(request), number, _reply(step), self._pace_seconds, self._closing)
        if isinstance(step, Fault):
            await misbehave(step, writer, exchange)
        else:
            await _answer(writer, exchange, is_stream=request.body.get("stream") is True)

    def _next(self, request: ServedRequest) -> ServerStep | None:
        if self._steps:
            return self._steps.pop(0)
        return self._answering(request) if self._answering is not None else None


async def _answer(writer: StreamWriter, exchange: Exchange, *, is_stream: bool) -> None:
    if not is_stream:
        writer.write(answer_bytes(exchange))
    else:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for event in streamed_answer(exchange.protocol, exchange.answer):
            writer.write(event)
            await writer.drain()
    await writer.drain()


async def _read_request(reader: StreamReader) -> ServedRequest:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:]) if name}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    value = json.loads(body or b"{}")
    return ServedRequest(head[0].split(" ")[1], headers, value if isinstance(value, dict) else {})


def _reply(step: ServerStep) -> Reply:
    if isinstance(step, Fault):
        return reply(DEFAULT_ANSWER)
    return step if isinstance(step, Reply) else reply(step)


def _asked(request: ServedRequest) -> str:
    return json.dumps(request.body.get("messages"), ensure_ascii=False)
