"""Stands before every route: refuses foreign hosts and pages, odd addresses, and bodies too large or too deep.

Two pieces, with the gate between them: nobody unknown has a body read.
"""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from itertools import accumulate
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from fastapi.responses import Response

from morrow.api.problems import problem

MAX_BODY_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 64
LOCALHOST = frozenset({"localhost"})
# A string, to the end of the body if it is not closed. Possessive, so that it never looks back.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {**dict.fromkeys(b"[{", 1), **dict.fromkeys(b"]}", -1)}

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Limits:
    """ASGI middleware around the application; besides the addresses of this machine it may be asked as `hosts`."""

    def __init__(self, app: App, hosts: frozenset[str] = LOCALHOST) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with an address and headers that can be, or answer why not."""
        refusal = None
        if scope["type"] == "http":
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
            refusal = _refuse_place(headers, self._hosts) or _refuse_address(scope) or _refuse_size(headers)
        await (refusal or self._app)(scope, receive, send)


class Bodies:
    """ASGI middleware: reads and checks the body of a request before its route does."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, its body read and checked, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = await _read(receive)
        if isinstance(body, bytes):
            body = _refuse_body(body) or body
        if isinstance(body, Response):
            await body(scope, receive, send)
        elif body is not None:
            await self._app(scope, _replay(body, receive), send)


async def whole_body(receive: Receive) -> tuple[bytes, Receive]:
    """Return the body of a request that `Bodies` let pass, and what gives it once more."""
    body: bytes = (await receive()).get("body", b"")
    return body, _replay(body, receive)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`, a name or an address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(authority: str) -> str:
    """Return the host of `host:port` in lower case, or nothing if it cannot be read."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:
        return ""


def too_deep(body: bytes) -> bool:
    """Whether JSON text nests deeper than allowed; brackets inside strings do not count."""
    if body.count(b"[") + body.count(b"{") <= MAX_DEPTH:
        return False
    brackets = _STRING.sub(b"", body).translate(None, _NO_BRACKETS)
    return any(depth > MAX_DEPTH for depth in accumulate(map(_STEPS.__getitem__, brackets)))


def _refuse_place(headers: dict[str, str], hosts: frozenset[str]) -> Response | None:
    """Refuse names that could be anybody's (a page may bind its own to this machine), and other sites' pages."""
    authority = headers.get("host", "")
    host = host_of(authority)
    if host not in hosts and not is_loopback(host):
        return problem(421, "wrong-host", f"ask for this server as localhost or 127.0.0.1, not as {host[:100]!r}")
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2].lower() != authority.lower():
        return problem(403, "wrong-origin", "a page of another site may not ask this server")
    return None


def _refuse_address(scope: Scope) -> Response | None:
    address = unquote_to_bytes(scope.get("raw_path") or b"") + b"?" + unquote_to_bytes(scope["query_string"])
    fault = _utf8_fault(address)
    if fault is not None:
        return problem(400, "not-utf-8", "the address is no UTF-8; percent-encode its text as UTF-8")
    if b"\x00" in address:
        return problem(400, "nul", "the address holds a NUL character; leave it out")
    return None


def _refuse_size(headers: dict[str, str]) -> Response | None:
    announced = headers.get("content-length", "0")
    is_small = announced.isdecimal() and len(announced) < 20 and int(announced) <= MAX_BODY_BYTES
    return None if is_small else _too_large()


async def _read(receive: Receive) -> bytes | Response | None:
    """Return the whole body, a refusal as soon as it is too large, or None if the caller left before its end."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY_BYTES:
            return _too_large()
        if not message.get("more_body", False):
            return b"".join(parts)


def _refuse_body(body: bytes) -> Response | None:
    fault = _utf8_fault(body)
    if fault is not None:
        return problem(400, "not-utf-8", f"the body is no UTF-8 (byte {fault}); encode it as UTF-8")
    if too_deep(body):
        return problem(400, "too-deep", f"JSON may nest {MAX_DEPTH} levels deep; flatten it")
    return None


def _too_large() -> Response:
    return problem(413, "too-large", f"a request has at most {MAX_BODY_BYTES} bytes; send it in parts")


def _utf8_fault(octets: bytes) -> int | None:
    """Return where `octets` stop being UTF-8, if they do."""
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting = [body]

    async def again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again
