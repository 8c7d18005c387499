"""Errors as problem documents (RFC 9457): one table says which kind is which status. The mend is in `detail`."""

import json
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from morrow.errors import (
    AlreadyRunning,
    InvalidInput,
    MorrowError,
    NotAllowed,
    NotFound,
    PreconditionRequired,
    SchemaTooNew,
    StoreError,
    StoreFull,
    VersionConflict,
)
from morrow.text.clean import clean

MEDIA_TYPE = "application/problem+json"
# The first kind that an error is an instance of decides; so a kind stands before the one it is made from.
_STATUS: tuple[tuple[type[MorrowError], int, str], ...] = (
    (NotFound, 404, "not-found"),
    (NotAllowed, 403, "not-allowed"),
    (PreconditionRequired, 428, "precondition-required"),
    (VersionConflict, 412, "version-conflict"),
    (AlreadyRunning, 409, "already-running"),
    (InvalidInput, 422, "invalid-input"),
    (StoreFull, 507, "disk-full"),
    (SchemaTooNew, 503, "schema-too-new"),
    (StoreError, 503, "store"),
)
_TITLES = {
    400: "The request cannot be read",
    403: "Not allowed",
    404: "Not found",
    405: "No such method here",
    409: "Busy",
    412: "The document moved on",
    413: "Too large",
    421: "Not this server",
    422: "Not accepted as it is",
    428: "Say which version you read",
    500: "A fault of morrow's",
    503: "The store is not ready",
    507: "The disk is full",
}


def problem(status: int, kind: str, detail: str, **more: Any) -> Response:
    """Return a problem document; `kind` is the stable name of what went wrong, `more` its own members."""
    body = {"type": f"urn:morrow:problem:{kind}", "title": _TITLES[status], "status": status, "detail": clean(detail)}
    return Response(json.dumps(body | more, ensure_ascii=False), status, media_type=MEDIA_TYPE)


def describe(error: MorrowError) -> Response:
    """Return the problem document of one of the project's own errors."""
    status, kind = next(((s, k) for known, s, k in _STATUS if isinstance(error, known)), (422, "invalid-input"))
    more: dict[str, Any] = {}
    if isinstance(error, VersionConflict):
        more = {
            "version": error.version,
            "base": clean(error.base),
            "theirs": clean(error.theirs),
            "yours": clean(error.yours),
            "merged": clean(error.merged),
        }
    return problem(status, kind, str(error), **more)


async def on_error(_request: Request, error: Exception) -> Response:
    """Answer one of the project's own errors."""
    assert isinstance(error, MorrowError)  # noqa: S101 - registered for that kind only
    return describe(error)


async def on_invalid(_request: Request, error: Exception) -> Response:
    """Answer a request whose parts have the wrong form: where, and what was expected, never the value itself."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for that kind only
    faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    return problem(422, "invalid-request", "; ".join(faults[:10]))


async def on_http(_request: Request, error: Exception) -> Response:
    """Answer what the framework itself refuses: an unknown path, a wrong method, a body that is no JSON."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for that kind only
    status = error.status_code if error.status_code in _TITLES else 400
    kinds = {404: "no-such-route", 405: "no-such-method"}
    return problem(status, kinds.get(status, "unreadable"), str(error.detail))
