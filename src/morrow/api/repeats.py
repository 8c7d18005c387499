"""Stands behind the gate: a POST with an `Idempotency-Key` is carried out once, and its answer given again."""

from starlette.datastructures import Headers
from starlette.responses import Response

from morrow.access.identity import Identity
from morrow.access.repeats import MAX_KEPT_CHARACTERS, Repeats, request_of
from morrow.api.limits import App, Message, Receive, Scope, Send, whole_body
from morrow.api.problems import describe
from morrow.errors import MorrowError
from morrow.memory import Memory
from morrow.roster.answers import Request

# Their answers hold secrets, which are shown once and kept nowhere.
_SECRET = ("/tokens", "/session")
_KEPT_MEDIA = ("application/json", "application/problem+json")


class Once:
    """ASGI middleware; the body was read before, so it can be compared."""

    def __init__(self, app: App, *, prefix: str) -> None:
        self._app = app
        self._secret = tuple(prefix + path for path in _SECRET)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry a request out, or give its first answer again."""
        key = Headers(scope=scope).get("idempotency-key") if scope["type"] == "http" else None
        identity: Identity | None = scope.get("state", {}).get("identity")
        if key is None or identity is None or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        memory: Memory = scope["app"].state.memory
        repeats = Repeats(memory.parts.store, memory.parts.clock)
        body, again = await whole_body(receive)
        address = scope["path"] + "?" + scope["query_string"].decode("latin-1")
        try:
            request = request_of(identity, scope["method"], address, key=key, body=body)
            standing = await repeats.begin(request, identity)
        except MorrowError as error:
            await describe(error)(scope, again, send)
            return
        if standing != "new":
            media = "application/json" if standing.status < 400 else "application/problem+json"
            answer = Response(standing.text, standing.status, {"Idempotency-Replayed": "true"}, media)
            await answer(scope, again, send)
            return
        await self._first(repeats, request, scope, again, send)

    async def _first(self, repeats: Repeats, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(send)
        try:
            await self._app(scope, receive, answer.send)
        except BaseException:
            await repeats.give_up(request)
            raise
        is_secret = scope["path"] in self._secret
        await repeats.end(request, answer.status, None if is_secret else answer.text)


class _Answer:
    """Passes an answer on, and keeps what may be given again."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._parts: list[bytes] | None = []
        self._size = 0
        self.status = 500

    @property
    def text(self) -> str | None:
        """Return the whole answer, or None if it is a stream or too long to keep."""
        return None if self._parts is None else b"".join(self._parts).decode()

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            media = Headers(raw=list(message.get("headers", []))).get("content-type", "").partition(";")[0]
            if media and media not in _KEPT_MEDIA:
                self._parts = None
        elif self._parts is not None:
            self._parts.append(message.get("body", b""))
            self._size += len(self._parts[-1])
            if self._size > MAX_KEPT_CHARACTERS:
                self._parts = None
        await self._send(message)
