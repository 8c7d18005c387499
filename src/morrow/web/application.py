"""The application of the pages: their routes, what stands around them, and their errors."""

from collections.abc import Callable

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from morrow.errors import MorrowError
from morrow.memory import Memory
from morrow.web import assets, card, chat, dreams, files, inbox, preferences, search, settings, timeline, today, why
from morrow.web.faults import on_error, on_fault, on_http, on_invalid
from morrow.web.headers import Guarded

_SCREENS = (assets, preferences, today, card, dreams, inbox, files, chat, search, settings, timeline, why)


def create_pages(memory: Callable[[], Memory], *, is_stopping: Callable[[], bool] = lambda: False) -> FastAPI:
    """Return the pages as an application; `memory` gives the memory that somebody else holds open.

    Streams end by themselves once `is_stopping`.
    """
    app = FastAPI(title="morrow", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.memory, app.state.is_stopping = memory, is_stopping
    app.add_middleware(GZipMiddleware, minimum_size=800)
    app.add_middleware(Guarded)  # the last one added is the outermost
    for kind, handle in (
        (MorrowError, on_error),
        (RequestValidationError, on_invalid),
        (HTTPException, on_http),
        (Exception, on_fault),
    ):
        app.add_exception_handler(kind, handle)
    for screen in _SCREENS:
        app.include_router(screen.router)
    return app
