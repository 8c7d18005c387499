"""Errors as problem documents (RFC 9457): one table says which kind is which status. The mend is in `detail`."""

import json
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from morrow.chat.errors import TurnFailed, TurnStopped
from morrow.errors import (
    AlreadyRunning,
    Forged,
    InvalidInput,
    LeaseLost,
    MorrowError,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    PreconditionRequired,
    RepeatedRequest,
    SchemaTooNew,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    TooManyRequests,
    VersionConflict,
)
from morrow.models.errors import BudgetExceeded, ModelError, ModelNotConfigured, ModelUnavailable
from morrow.text.clean import clean

MEDIA_TYPE = "application/problem+json"
# The first kind that an error is an instance of decides; so a kind stands before the one it is made from.
STATUSES: tuple[tuple[type[MorrowError], int, str], ...] = (
    (NotFound, 404, "not-found"),
    (NotAuthenticated, 401, "not-authenticated"),
    (Forged, 403, "forged"),
    (NotAllowed, 403, "not-allowed"),
    (PreconditionRequired, 428, "precondition-required"),
    (VersionConflict, 412, "version-conflict"),
    (AlreadyRunning, 409, "already-running"),
    (LeaseLost, 409, "lease-lost"),
    (RepeatedRequest, 409, "repeated"),
    (TooManyRequests, 429, "too-many-requests"),
    (TurnStopped, 409, "turn-stopped"),
    (InvalidInput, 422, "invalid-input"),
    (StoreFull, 507, "disk-full"),
    (StoreReadOnly, 503, "store-read-only"),
    (StoreCorrupt, 503, "store-corrupt"),
    (SchemaTooNew, 503, "schema-too-new"),
    (StoreError, 503, "store"),
    (BudgetExceeded, 429, "budget-exceeded"),
    (ModelNotConfigured, 501, "no-model"),
    (ModelUnavailable, 503, "model-unavailable"),
    (ModelError, 502, "model"),
    (MorrowError, 422, "not-possible"),
)
TITLES = {
    400: "The request cannot be read",
    401: "Say who you are",
    403: "Not allowed",
    404: "Not found",
    405: "No such method here",
    409: "Busy",
    412: "The document moved on",
    413: "Too large",
    421: "Not this server",
    422: "Not accepted as it is",
    428: "Say which version you read",
    429: "Too much for now",
    500: "A fault of morrow's",
    501: "A capability is missing",
    502: "The model's answer is of no use",
    503: "Not ready",
    507: "The disk is full",
}
_FAULT = (500, "fault")
_FAULT_DETAIL = "something broke here; the log has more"
_TOLD_FAULTS = 10
_TOLD_CHARACTERS = 300


def problem(status: int, kind: str, detail: str, **more: Any) -> Response:
    """Return a problem document; `kind` is the stable name of what went wrong, `more` its own members."""
    body = {"type": f"urn:morrow:problem:{kind}", "title": TITLES[status], "status": status, "detail": clean(detail)}
    return Response(json.dumps(body | more, ensure_ascii=False), status, media_type=MEDIA_TYPE)


def describe(error: MorrowError) -> Response:
    """Return the problem document of one of the project's own errors."""
    if isinstance(error, TurnFailed):
        return _describe_turn(error)
    status, kind = _status_of(error)
    if isinstance(error, TurnStopped):
        return problem(status, kind, str(error), turnId=error.turn, conversationId=error.conversation)
    if isinstance(error, NotAuthenticated):
        answer = problem(status, kind, str(error))
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer
    if isinstance(error, TooManyRequests):
        answer = problem(status, kind, str(error))
        answer.headers["Retry-After"] = str(error.retry_after_seconds)
        return answer
    if not isinstance(error, VersionConflict):
        return problem(status, kind, str(error))
    texts = {name: clean(getattr(error, name)) for name in ("base", "theirs", "yours", "merged")}
    return problem(status, kind, str(error), version=error.version, **texts)


def body_of(error: Exception) -> dict[str, object]:
    """Return the problem that an error is to whoever watches a turn."""
    status, kind = _status_of(error) if isinstance(error, MorrowError) else _FAULT
    detail = str(error) if isinstance(error, MorrowError) else _FAULT_DETAIL
    return {"type": f"urn:morrow:problem:{kind}", "title": TITLES[status], "status": status, "detail": clean(detail)}


def _describe_turn(error: TurnFailed) -> Response:
    """Return what ended a turn, with the turn and the conversation in which what was said is kept."""
    cause = error.__cause__
    status, kind = _status_of(cause) if isinstance(cause, MorrowError) else _FAULT
    detail = str(cause) if isinstance(cause, MorrowError) else _FAULT_DETAIL
    told = f"{detail}; what was said is kept in its conversation"
    return problem(status, kind, told, turnId=error.turn, conversationId=error.conversation)


def _status_of(error: MorrowError) -> tuple[int, str]:
    return next((status, kind) for known, status, kind in STATUSES if isinstance(error, known))


async def on_error(_request: Request, error: Exception) -> Response:
    """Answer one of the project's own errors."""
    assert isinstance(error, MorrowError)  # noqa: S101 - registered for that kind only
    return describe(error)


async def on_invalid(_request: Request, error: Exception) -> Response:
    """Answer a request whose parts have the wrong form: where, and what was expected, never the value itself."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for that kind only
    faults = error.errors()
    broken = next((fault for fault in faults if fault["type"] == "json_invalid"), None)
    if broken is not None:
        reason = broken.get("ctx", {}).get("error", broken["msg"])
        return problem(400, "not-json", f"the body is no JSON: {reason}, at character {broken['loc'][-1]}")
    told = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"[:_TOLD_CHARACTERS] for fault in faults]
    return problem(422, "invalid-request", "; ".join(told[:_TOLD_FAULTS]))


async def on_http(_request: Request, error: Exception) -> Response:
    """Answer what the framework itself refuses: an unknown path, a wrong method, a body that is no JSON."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for that kind only
    status = error.status_code if error.status_code in TITLES else 400
    kinds = {404: "no-such-route", 405: "no-such-method"}
    answer = problem(status, kinds.get(status, "unreadable"), str(error.detail))
    answer.headers.update(error.headers or {})
    return answer
