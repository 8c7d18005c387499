"""The OpenAPI document, and what the framework cannot know of it: problem documents and what the tags mean."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict, Field

from morrow.access.credentials import SESSION_COOKIE
from morrow.api.problems import MEDIA_TYPE, TITLES
from morrow.api.rights import ACT, LEAST, UNDECLARED, needs

DESCRIPTION = """Long-term memory for AI agents. Bodies are JSON with camelCase keys; errors are problem documents
(RFC 9457) whose `detail` says what to do next. Every operation but the health ones takes a token
(`Authorization: Bearer mrw_…`) or a browser session with its `X-CSRF-Token`; `x-least-role` is the least role it takes,
`x-least-role-shared` the one with `scope=shared`."""
SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "`morrow tokens create` makes one"},
    "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE, "description": "A browser session"},
}
TAGS = [
    {"name": "access", "description": "Who asks: browser sessions and tokens."},
    {"name": "agents", "description": "Who remembers: make agents, switch parts of memory, delete them."},
    {"name": "owners", "description": "Whose memory is here: show, set, export and erase it."},
    {"name": "chat", "description": "What was said: record turns, read one's conversations."},
    {"name": "memory", "description": "Search memory, and keep something in it."},
    {"name": "files", "description": "The documents that memory is made of, and their past."},
    {"name": "dreaming", "description": "Dreams, their reports, and the morning card."},
    {"name": "jobs", "description": "Background work: what runs, what waits and why, what failed."},
    {"name": "timeline", "description": "What happened to memory, and sharing a line of one's own."},
    {"name": "inbox", "description": "Proposals that wait for a person."},
    {"name": "why", "description": "Where something that is remembered comes from."},
    {"name": "usage", "description": "What calls to models took, in tokens and cost."},
    {"name": "health", "description": "Whether the process lives and can work."},
]


class Problem(BaseModel):
    """Why a request was not carried out, and what to do next (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: Annotated[str, Field(description="Stable", examples=["urn:morrow:problem:not-found"])]
    title: Annotated[str, Field(examples=["Not found"])]
    status: Annotated[int, Field(examples=[404])]
    detail: Annotated[str, Field(description="What was asked, and the mend")]


class Conflict(Problem):
    """The document moved on: what was read, what stands there now, what was sent, and the two joined."""

    version: Annotated[int, Field(description="The present version")]
    base: str
    theirs: str
    yours: str
    merged: str


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the answers of those statuses as a route's `responses` take them."""
    return {
        status: {"description": TITLES[status], "content": {MEDIA_TYPE: {"schema": _schema(status)}}}
        for status in statuses
    }


def _schema(status: int) -> dict[str, str]:
    kind = Conflict if status == 412 else Problem
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def describing(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """Return what gives the OpenAPI document of `app`, made when first asked for."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes, tags=TAGS
            )
            for kind in (Problem, Conflict):
                document["components"]["schemas"][kind.__name__] = kind.model_json_schema()
            document["components"]["securitySchemes"] = SECURITY
            document["security"] = [{name: []} for name in SECURITY]
            for operation in (one for path in document["paths"].values() for one in path.values()):
                if ACT not in operation:
                    operation[LEAST] = needs(UNDECLARED)[LEAST]
            app.openapi_schema = document
        return app.openapi_schema

    return openapi
