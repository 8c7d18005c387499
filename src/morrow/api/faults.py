"""Stands around everything: what nobody foresaw becomes a problem document and a line in the log."""

import structlog

from morrow.api.limits import App, Message, Receive, Scope, Send
from morrow.api.problems import problem

log = structlog.get_logger(__name__)


class NeverBare:
    """ASGI middleware: a request that breaks is answered all the same, if its answer has not begun."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer 500 if it breaks."""
        begun = False

        async def watch(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception:  # the door's last promise: a caller hears of a fault, and no other request is touched
            if begun or scope["type"] != "http":
                raise
            log.exception("a request failed", method=scope["method"], path=scope["path"])
            answer = problem(500, "fault", "something broke here; nothing half-written was kept. The log has more")
            await answer(scope, receive, send)
