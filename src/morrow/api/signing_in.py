"""Routes of a browser's session: open one with a one-time link, see whose it is, close it."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from morrow.access.credentials import SESSION_COOKIE
from morrow.api.caller import OpenMemory
from morrow.api.description import problems
from morrow.api.rights import Who, needs, open_to_all
from morrow.api.shapes import Answer, Moment, Shape
from morrow.roster.browsers import SESSION_LIVES, NewSession
from morrow.roster.roles import Act, Role

router = APIRouter(tags=["access"])


class LinkIn(Shape):
    """The secret of a login link."""

    link: Annotated[str, Field(max_length=200, description="What stands behind `#` in the link that `serve` printed")]


class SessionOut(Answer):
    """A browser session just opened; its cookie came with it. `csrf` goes into `X-CSRF-Token` with every change."""

    user: Annotated[str, Field(examples=["local"])]
    role: Role
    csrf: str
    expires_at: Moment


class WhoOut(Answer):
    """Who asks, and how far the credentials reach; `csrf` is empty for a token."""

    kind: Annotated[str, Field(examples=["token"])]
    user: Annotated[str, Field(examples=["local"])]
    role: Role
    owner_key: Annotated[str, Field(description="Whose memory is meant when none is named", examples=["user:local"])]
    agent: Annotated[str | None, Field(description="The id of the only agent it reaches")]
    namespace: str | None
    channel: str | None
    csrf: str


@router.post(
    "/session",
    status_code=201,
    summary="Sign in with a login link",
    openapi_extra=open_to_all(),
    responses=problems(403),
)
async def open_session(wanted: LinkIn, memory: OpenMemory, request: Request, response: Response) -> SessionOut:
    """Open a browser session, once for each link; the cookie is HttpOnly and SameSite=Strict."""
    opened = await memory.tokens.open_session(wanted.link)
    set_session_cookie(response, opened, is_secure=request.url.scheme == "https")
    return SessionOut.model_validate(opened.session)


@router.get("/session", summary="Who am I?", openapi_extra=needs(Act.OWN_MEMORY))
async def whoami(who: Who) -> WhoOut:
    """Return who asks with this token or session, with which role and limits."""
    return WhoOut(
        kind=who.kind, user=who.user, role=who.role, owner_key=who.own.key, agent=who.agent,
        namespace=who.namespace, channel=who.channel, csrf=who.csrf,
    )  # fmt: skip


@router.delete("/session", status_code=204, summary="Sign out", openapi_extra=needs(Act.OWN_MEMORY))
async def close_session(who: Who, memory: OpenMemory, response: Response) -> None:
    """End the browser session that asks; nothing happens to a token."""
    if who.kind == "session":
        await memory.tokens.close_session(who.id)
    response.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")


def set_session_cookie(response: Response, opened: NewSession, *, is_secure: bool) -> None:
    """Put a session's secret where no script reads it and no other site sends it."""
    response.set_cookie(
        SESSION_COOKIE, opened.secret, max_age=int(SESSION_LIVES.total_seconds()), path="/",
        httponly=True, samesite="strict", secure=is_secure,
    )  # fmt: skip
