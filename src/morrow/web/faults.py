"""Errors as pages for people: what was asked, and what to do next. One table says which kind is which status."""

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from morrow.errors import (
    AlreadyRunning,
    InvalidInput,
    MorrowError,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    PreconditionRequired,
    StoreError,
    VersionConflict,
)
from morrow.i18n import msgid
from morrow.models.errors import ModelError
from morrow.web.rendering import bare
from morrow.web.visit import look_of

# The first kind that an error is an instance of decides; so a kind stands before the one it is made from.
STATUSES: tuple[tuple[type[MorrowError], int], ...] = (
    (NotFound, 404),
    (NotAuthenticated, 401),
    (NotAllowed, 403),
    (PreconditionRequired, 428),
    (VersionConflict, 412),
    (AlreadyRunning, 409),
    (InvalidInput, 422),
    (StoreError, 503),
    (ModelError, 502),
    (MorrowError, 422),
)
_TITLES = {
    401: msgid("You are signed out"),
    403: msgid("This is not allowed"),
    404: msgid("There is nothing here"),
    405: msgid("There is nothing here"),
    409: msgid("This runs already"),
    412: msgid("It was changed meanwhile"),
    500: msgid("Something broke"),
    502: msgid("The model does not answer"),
    503: msgid("The memory cannot be read"),
}
_OTHERWISE = msgid("This could not be done")


async def on_error(request: Request, error: Exception) -> Response:
    """Answer one of the project's own errors."""
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
    return answer(request, status, str(error))


async def on_invalid(request: Request, error: Exception) -> Response:
    """Answer a form or an address whose parts have the wrong form; the values themselves are not repeated."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for that kind only
    told = "; ".join(f"{fault['loc'][-1]}: {fault['msg']}" for fault in error.errors()[:5])
    return answer(request, 422, told)


async def on_http(request: Request, error: Exception) -> Response:
    """Answer what the framework itself refuses."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for that kind only
    return answer(request, error.status_code, "")


async def on_fault(request: Request, _error: Exception) -> Response:
    """Answer a fault that nobody foresaw; the log has more."""
    return answer(request, 500, "")


def answer(request: Request, status: int, detail: str) -> Response:
    """Return an error as a page, or as a notice for the page that is there."""
    memory = request.app.state.memory()
    look = look_of(request, memory.parts.language)
    title = _TITLES.get(status, _OTHERWISE)
    if status == 401 and "hx-request" not in request.headers:
        return bare(look, request, "login.html", status=401)
    if "hx-request" not in request.headers:
        return bare(look, request, "error.html", status=status, title=title, detail=detail)
    notice = bare(look, request, "notice.html", status=status, title=title, detail=detail)
    notice.headers.update({"HX-Retarget": "#notices", "HX-Reswap": "beforeend"})
    return notice
