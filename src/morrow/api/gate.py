"""Stands before everything under the REST prefix: finds out who asks, before a byte of the body is read."""

from starlette.datastructures import Headers

from morrow.access.credentials import authenticate, read_credentials
from morrow.access.identity import Identity
from morrow.access.rate import Rate
from morrow.api.limits import App, Receive, Scope, Send
from morrow.api.problems import describe
from morrow.errors import MorrowError
from morrow.memory import Memory


class Gate:
    """ASGI middleware; puts the caller's identity into the request's state.

    Strangers are turned away, and so is whoever asks too often.

    `open_routes` are the methods and paths under `prefix` that anybody may ask.
    """

    def __init__(self, app: App, *, prefix: str, open_routes: frozenset[tuple[str, str]]) -> None:
        self._app = app
        self._prefix = prefix + "/"
        self._open = open_routes
        self._rate: Rate | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its identity, or answer why not."""
        if scope["type"] == "http" and self._is_guarded(scope):
            try:
                identity = await self._identify(scope)
            except MorrowError as error:
                await describe(error)(scope, receive, send)
                return
            scope.setdefault("state", {})["identity"] = identity
        await self._app(scope, receive, send)

    def _is_guarded(self, scope: Scope) -> bool:
        return scope["path"].startswith(self._prefix) and (scope["method"], scope["path"]) not in self._open

    async def _identify(self, scope: Scope) -> Identity:
        memory: Memory = scope["app"].state.memory
        now = memory.parts.clock()
        shown = read_credentials(scope["method"], Headers(scope=scope))
        identity = await authenticate(memory.parts.store, shown, now=now)
        if self._rate is None:  # the settings are known once the memory is open
            self._rate = Rate(memory.parts.settings.server.requests_per_minute)
        self._rate.count(identity.id, now=now)
        return identity
