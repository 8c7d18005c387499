"""`Prefer: respond-async` (RFC 7240): whoever sends it gets a job at once instead of waiting for the work."""

from typing import Annotated

from fastapi import Header, Request, Response

Prefer = Annotated[
    str | None,
    Header(alias="Prefer", description="`respond-async`: answer 202 with the job", examples=["respond-async"]),
]


def wants_job(prefer: str | None) -> bool:
    """Whether the header asks not to wait."""
    return any(part.split(";")[0].strip().lower() == "respond-async" for part in (prefer or "").split(","))


def accepted(request: Request, response: Response, job: str) -> None:
    """Make `response` say that the work was taken on, and where its job is."""
    prefix = request.url.path[: request.url.path.index("/memory/")]
    response.status_code = 202
    response.headers["Location"] = f"{prefix}/jobs/{job}"
    response.headers["Preference-Applied"] = "respond-async"
