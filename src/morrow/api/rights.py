"""The least role of a route, declared beside it: it stands in the OpenAPI document, and nothing is answered without it.

A route that declares nothing is for admins. `scope=shared` in the address takes what `shared` names.
"""

from typing import Annotated, Any

from fastapi import Depends, Request

from morrow.access.identity import Identity
from morrow.errors import NotAuthenticated
from morrow.roster.roles import LEAST_ROLE, Act

LEAST, LEAST_SHARED, ACT, ACT_SHARED = "x-least-role", "x-least-role-shared", "x-act", "x-act-shared"
UNDECLARED = Act.ADMINISTER


def needs(act: Act, *, shared: Act | None = None) -> dict[str, Any]:
    """Return the `openapi_extra` of a route that takes `act`, and with `scope=shared` also `shared`."""
    told = {ACT: str(act), LEAST: str(LEAST_ROLE[act])}
    if shared is not None:
        told |= {ACT_SHARED: str(shared), LEAST_SHARED: str(LEAST_ROLE[shared])}
    return told


def open_to_all() -> dict[str, Any]:
    """Return the `openapi_extra` of a route that anybody may ask: it reads no memory."""
    return {ACT: "", "security": []}


def authorize(request: Request) -> None:
    """Let a request pass whose caller has the role that its route takes. Raises NotAuthenticated, NotAllowed."""
    declared = getattr(request.scope.get("route"), "openapi_extra", None) or {}
    wanted = declared.get(ACT, str(UNDECLARED))
    if not wanted:
        return
    identity = identity_of(request)
    identity.demand(Act(wanted))
    if ACT_SHARED in declared and request.query_params.get("scope") == "shared":
        identity.demand(Act(declared[ACT_SHARED]))


def identity_of(request: Request) -> Identity:
    """Return who asks. Raises NotAuthenticated where nobody known does."""
    found: Identity | None = request.scope.get("state", {}).get("identity")
    if found is None:
        raise NotAuthenticated("this takes a token: send `Authorization: Bearer mrw_…`")
    return found


Who = Annotated[Identity, Depends(identity_of)]
