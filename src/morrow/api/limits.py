"""Stands before every route: refuses bodies that are too large or too deep, foreign hosts, and foreign pages."""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from fastapi.responses import Response

from morrow.api.problems import problem

MAX_BODY_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 64
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Limits:
    """ASGI middleware around the application; `hosts` are the names under which it may be asked."""

    def __init__(self, app: App, hosts: frozenset[str] = LOOPBACK) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, its body read and checked, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = _refuse_place(headers, self._hosts)
        if refusal is None:
            body = await _read(receive)
            refusal = _refuse_body(body)
            if refusal is None and body is not None:
                await self._app(scope, _replay(body, receive), send)
                return
        if refusal is not None:
            await refusal(scope, receive, send)


def host_of(header: str) -> str:
    """Return the host name of a Host header, without port and brackets, in lower case."""
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:
        return ""


def too_deep(body: bytes) -> bool:
    """Whether JSON text nests deeper than allowed; braces inside strings do not count."""
    depth = 0
    for token in _TOKENS.finditer(body):
        first = token.group()[:1]
        depth += (first in b"[{") - (first in b"]}")
        if depth > MAX_DEPTH:
            return True
    return False


def _refuse_place(headers: dict[str, str], hosts: frozenset[str]) -> Response | None:
    host = host_of(headers.get("host", ""))
    if host not in hosts:
        return problem(421, "wrong-host", f"this server answers as {', '.join(sorted(hosts))}, not as {host[:100]!r}")
    origin = headers.get("origin")
    if origin is not None and host_of(origin.partition("://")[2]) not in hosts:
        return problem(403, "wrong-origin", "a page of another site may not ask this server")
    return None


async def _read(receive: Receive) -> bytes | None:
    """Return the whole body, or None for one that is too large: no more of it is read than the limit."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _refuse_body(body: bytes | None) -> Response | None:
    if body is None:
        return problem(413, "too-large", f"a request has at most {MAX_BODY_BYTES} bytes; send it in parts")
    try:
        body.decode()
    except UnicodeDecodeError as error:
        return problem(400, "not-utf-8", f"the body is no UTF-8 (byte {error.start}); encode it as UTF-8")
    if too_deep(body):
        return problem(400, "too-deep", f"JSON may nest {MAX_DEPTH} levels deep")
    return None


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting = [body]

    async def again() -> MutableMapping[str, Any]:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again
