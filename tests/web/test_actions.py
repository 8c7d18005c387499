"""Whatever can be done on a page can be done over the API: each form of the pages has its route there."""

import httpx
from fastapi.openapi.utils import get_openapi

from morrow.memory import Memory
from morrow.web.application import create_pages

AGENT, OTHER = "/api/v1/agents/{agentId}", "/api/v1/memory/{agentId}"
INBOX, ENTRY = f"{OTHER}/inbox/{{itemId}}", f"{OTHER}/dream/reports/{{reportId}}/entries/{{entryId}}"
CONVERSATION = f"{AGENT}/conversations/{{conversationId}}"
FILE = f"{AGENT}/workspace/files/{{path}}"
# What a browser keeps for itself, and what only renders what is being typed, needs no route.
PAGES_ALONE = {"/preferences", "/agents/{agent}/preview"}
ROUTES: dict[str, tuple[str, str]] = {
    "/logout": ("DELETE", "/api/v1/session"),
    "/agents/{agent}/card/{report}/seen": ("POST", f"{OTHER}/dream/morning-card/seen"),
    "/agents/{agent}/card/{report}/{entry}/confirm": ("POST", f"{ENTRY}/confirm"),
    "/agents/{agent}/card/{report}/{entry}/edit": ("POST", f"{ENTRY}/edit"),
    "/agents/{agent}/card/{report}/{entry}/forget": ("POST", f"{ENTRY}/forget"),
    "/agents/{agent}/dreams": ("POST", f"{OTHER}/emergence"),
    "/agents/{agent}/dreams/{report}/revert": ("POST", f"{OTHER}/dream/reports/{{reportId}}/revert"),
    "/agents/{agent}/dreams/{report}/revert-change": ("POST", f"{FILE}/revert"),
    "/agents/{agent}/dreams/{report}/undo": ("POST", f"{FILE}/revert"),
    "/agents/{agent}/inbox/bulk": ("POST", f"{INBOX}/accept"),
    "/agents/{agent}/inbox/{item}/accept": ("POST", f"{INBOX}/accept"),
    "/agents/{agent}/inbox/{item}/edit": ("POST", f"{INBOX}/edit"),
    "/agents/{agent}/inbox/{item}/reject": ("POST", f"{INBOX}/reject"),
    "/agents/{agent}/inbox/{item}/reopen": ("POST", f"{INBOX}/reopen"),
    "/agents/{agent}/arrange": ("PUT", f"{AGENT}/workspace/prompt-files"),
    "/agents/{agent}/files/{name}": ("PUT", FILE),
    "/agents/{agent}/revert/{name}": ("POST", f"{FILE}/revert"),
    "/agents/{agent}/chat": ("POST", "/api/v1/chat"),
    "/agents/{agent}/chat/turns/{turn}/stop": ("POST", "/api/v1/chat/turns/{turnId}/stop"),
    "/agents/{agent}/chat/{conversation}/memory": ("PUT", f"{CONVERSATION}/memory"),
    "/agents/{agent}/chat/{conversation}/delete": ("DELETE", CONVERSATION),
    "/agents/{agent}/settings/switch": ("PUT", "/api/v1/owners/switches"),
    "/agents/{agent}/settings/schedule": ("PUT", f"{OTHER}/schedule"),
    "/agents/{agent}/settings/jobs/{job}/cancel": ("POST", "/api/v1/jobs/{jobId}/cancel"),
    "/agents/{agent}/settings/jobs/{job}/retry": ("POST", "/api/v1/jobs/{jobId}/retry"),
    "/agents/{agent}/settings/tokens": ("POST", "/api/v1/tokens"),
    "/agents/{agent}/settings/tokens/{token}/revoke": ("DELETE", "/api/v1/tokens/{tokenId}"),
}


def acts_of(memory: Memory) -> set[str]:
    """Return the path of every form of the pages."""
    described = get_openapi(title="pages", version="1", routes=create_pages(lambda: memory).routes)
    return {path for path, methods in described["paths"].items() if "post" in methods}


async def test_every_act_on_a_page_has_a_route_and_every_route_named_is_there(
    client: httpx.AsyncClient, memory: Memory
) -> None:
    described = (await client.get("/api/v1/openapi.json")).json()["paths"]
    there = {(method.upper(), path) for path, methods in described.items() for method in methods}

    assert acts_of(memory) - PAGES_ALONE == set(ROUTES)
    assert {route for route in ROUTES.values() if route not in there} == set()
