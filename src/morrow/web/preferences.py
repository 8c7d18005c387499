"""Where a visit begins and ends: signing in and out, the first page, and what a browser remembers of how it looks."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request, Response

from morrow.access.caller import FIRST_AGENT, any_agent
from morrow.access.credentials import SESSION_COOKIE
from morrow.web.rendering import bare, goto, names_of_agents
from morrow.web.visit import LANGUAGE_COOKIE, THEME_COOKIE, OpenMemory, Who, look_of

router = APIRouter()
_A_YEAR = 365 * 24 * 3600


@router.get("/")
async def begin(memory: OpenMemory, who: Who) -> Response:
    """Go to Today of the agent that the visitor has; without any, the first one is made."""
    names = await names_of_agents(memory, who)
    if not names:
        await (await any_agent(who, memory, FIRST_AGENT)).row()
        names = [FIRST_AGENT]
    return goto(f"/agents/{FIRST_AGENT if FIRST_AGENT in names else names[0]}/today")


@router.get("/login")
async def login(request: Request, memory: OpenMemory) -> Response:
    """Show the page that a login link opens; its script trades what stands behind `#` for a session."""
    return bare(look_of(request, memory.parts.language), request, "login.html")


@router.post("/logout")
async def logout(memory: OpenMemory, who: Who) -> Response:
    """End the session, and show where to sign in."""
    if who.kind == "session":
        await memory.tokens.close_session(who.id)
    answer = goto("/login")
    answer.delete_cookie(SESSION_COOKIE, path="/", httponly=True, samesite="strict")
    return answer


@router.post("/preferences")
async def prefer(
    back: Annotated[str, Form(max_length=2000)] = "/",
    language: Annotated[Literal["en", "zh"] | None, Form()] = None,
    theme: Annotated[Literal["system", "light", "dark"] | None, Form()] = None,
) -> Response:
    """Remember the choice in this browser, and go back to the page."""
    answer = goto(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    for name, value in ((LANGUAGE_COOKIE, language), (THEME_COOKIE, theme)):
        if value is not None:
            answer.set_cookie(name, value, max_age=_A_YEAR, samesite="strict", httponly=True, path="/")
    return answer
