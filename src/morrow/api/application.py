"""The REST application: its routes under one prefix, what stands before them, its errors in one form."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from morrow.api import (
    cards,
    conversations,
    curation,
    dream_events,
    dreams,
    files,
    health,
    household,
    jobs,
    owners,
    remembering,
    schedules,
    signing_in,
    structured,
    talking,
    timeline,
    usage,
)
from morrow.api.description import describing, problems
from morrow.api.faults import NeverBare
from morrow.api.gate import Gate
from morrow.api.limits import LOCALHOST, Bodies, Limits
from morrow.api.problems import on_error, on_http, on_invalid
from morrow.api.repeats import Once
from morrow.api.rights import authorize
from morrow.errors import MorrowError
from morrow.memory import Memory

PREFIX = "/api/v1"
# Before one has a session one cannot show it; everything else under the prefix takes a token or a session.
_OPEN = frozenset({("POST", f"{PREFIX}/session")})
_AREAS = (
    signing_in,
    household,
    owners,
    talking,
    conversations,
    remembering,
    structured,
    curation,  # a file's history stands before the file of that name
    files,
    dreams,
    cards,
    dream_events,
    jobs,
    schedules,
    timeline,
    usage,
)


def create_app(
    opening: Callable[[], AbstractAsyncContextManager[Memory]], *, hosts: frozenset[str] = LOCALHOST
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
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url=f"{PREFIX}/openapi.json",
        dependencies=[Depends(authorize)],
        responses=problems(400, 401, 403, 413, 421, 422, 429, 500, 503),
    )
    app.state.is_stopping = False
    app.add_middleware(Once, prefix=PREFIX)
    app.add_middleware(Bodies)
    app.add_middleware(Gate, prefix=PREFIX, open_routes=_OPEN)
    app.add_middleware(Limits, hosts=hosts)
    app.add_middleware(NeverBare)  # the last one added is the outermost
    for kind, answer in ((MorrowError, on_error), (RequestValidationError, on_invalid), (HTTPException, on_http)):
        app.add_exception_handler(kind, answer)
    for area in _AREAS:
        app.include_router(area.router, prefix=PREFIX, responses=problems(404))
    app.include_router(health.router)
    app.openapi = describing(app)  # type: ignore[method-assign]
    return app
