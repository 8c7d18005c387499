"""The REST application: its routes under one prefix, its errors in one form, its description."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from morrow.api import curation, dreams, files, remembering, talking
from morrow.api.caller import OpenMemory
from morrow.api.limits import LOOPBACK, Limits
from morrow.api.problems import on_error, on_http, on_invalid, problem
from morrow.errors import MorrowError
from morrow.memory import Memory

log = structlog.get_logger(__name__)
PREFIX = "/api/v1"
DESCRIPTION = """Long-term memory for AI agents. Bodies are JSON with camelCase keys; errors are problem documents
(RFC 9457) whose `detail` says what to do next. Until tokens exist it answers on loopback only, as `user:local`."""
_PROBLEM = {"description": "A problem document", "content": {"application/problem+json": {}}}


def create_app(
    opening: Callable[[], AbstractAsyncContextManager[Memory]], *, hosts: frozenset[str] = LOOPBACK
) -> FastAPI:
    """Return the application; `opening` gives the memory that it holds open while it runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opening() as memory:
            app.state.memory = memory
            yield

    app = FastAPI(
        title="morrow",
        version="1",
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{PREFIX}/openapi.json",
        responses=dict.fromkeys((400, 403, 404, 413, 422, 503), _PROBLEM),
    )
    app.add_middleware(_NeverBare)
    app.add_middleware(Limits, hosts=hosts)
    for kind, answer in ((MorrowError, on_error), (RequestValidationError, on_invalid), (HTTPException, on_http)):
        app.add_exception_handler(kind, answer)
    for module in (talking, remembering, curation, files, dreams):  # a file's history before the file of that name
        app.include_router(module.router, prefix=PREFIX)
    _add_health(app)
    return app


def _add_health(app: FastAPI) -> None:
    @app.get("/healthz", tags=["health"], summary="Is the process alive?")
    async def healthz() -> dict[str, str]:
        """Answer as long as the process runs."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["health"], summary="Can it work?")
    async def readyz(memory: OpenMemory) -> Response:
        """Answer 200 when the store answers."""
        await memory.agents()
        return JSONResponse({"status": "ready"})


class _NeverBare:
    """Turns what nobody foresaw into a problem document, and writes it down."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        begun = False

        async def watch(message: Any) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception:  # the door's last promise: a caller hears of a fault, and no other request is touched
            log.exception("a request failed", path=scope.get("path"))
            if begun or scope["type"] != "http":
                raise
            answer = problem(500, "fault", "something broke here; nothing half-written was kept. The log has more")
            await answer(scope, receive, send)
