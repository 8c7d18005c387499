"""One request for each route: what a caller sends who may send it. A route without a row here fails the matrix.

A new route needs two things:
1. beside the route: `openapi_extra=needs(Act.…)` from `morrow.api.rights`, which says the least role it takes
   (`shared=Act.…` where `scope=shared` takes more); without it the route is for admins;
2. here: a row `(METHOD, path): Example(…)`.

Blanks in paths, queries and bodies (`{blank}`) are filled from what the caller owns (`World.ids`): `agentId`,
`conversationId`, `turnId`, `reportId`, `itemId`, `jobId`, `message`, `entry`; `path` is MEMORY.md, `workspace` the
default one. A row that needs something fresh makes it in `prepare`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from tests.api.matrix.world import World

from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant

Prepare = Callable[[World, Owner, bool], Awaitable[Mapping[str, str]]]


@dataclass(frozen=True, slots=True)
class Example:
    """A request that is carried out for whoever may make it.

    `status` is what that caller gets. `shows` says that the answer holds the caller's own words. `prepare` makes what
    the request uses up, for an owner or (True) the shared memory, and returns it as blanks.
    """

    body: Mapping[str, object] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    status: tuple[int, ...] = (200,)
    shows: bool = False
    prepare: Prepare | None = None


async def _item(world: World, owner: Owner, shared: bool) -> Mapping[str, str]:
    return {"itemId": await world.file_item(None if shared else owner)}


async def _settled_item(world: World, owner: Owner, shared: bool) -> Mapping[str, str]:
    item = await _item(world, owner, shared)
    await world.memory.agent().inbox_items.reject(item["itemId"], owner=owner, shared=shared)
    return item


async def _link(world: World, _owner: Owner, _shared: bool) -> Mapping[str, str]:
    return {"link": await world.memory.tokens.login_link("ana", Role.VIEWER)}


async def _versions(world: World, owner: Owner, shared: bool) -> Mapping[str, str]:
    """Give a document another version, so that there is one to take back."""
    documents = world.memory.agent().documents
    whose = None if shared else owner
    listed = {d.name: d for d in await documents.list(owner=whose) if d.bucket.is_shared is shared}
    version = listed["fresh.md"].version if "fresh.md" in listed else None
    await documents.write("fresh.md", f"- {version}\n", owner=whose, shared=shared, if_match=version)
    return {"path": "fresh.md"}


async def _to_delete(world: World, owner: Owner, shared: bool) -> Mapping[str, str]:
    name = (await _new_name(world, owner, shared))["path"]
    await world.memory.agent().documents.write(name, "- short-lived\n", owner=owner, shared=shared)
    return {"path": name, "version": '"1"'}


async def _new_name(world: World, _owner: Owner, _shared: bool) -> Mapping[str, str]:
    world.clock.advance(seconds=1)
    return {"path": f"notes-{world.clock():%H%M%S}.md"}


async def _kept(world: World, owner: Owner, shared: bool) -> Mapping[str, str]:
    await world.memory.agent().structured.remember("feedback", "tone", "Answer kindly.", owner=owner, shared=shared)
    return {"type": "feedback", "key": "tone"}


async def _token(world: World, _owner: Owner, _shared: bool) -> Mapping[str, str]:
    return {"tokenId": (await world.memory.tokens.create(Grant("guest", Role.VIEWER))).token.id}


async def _guest(world: World, _owner: Owner, _shared: bool) -> Mapping[str, str]:
    await world.memory.members.set("guest", Role.VIEWER)
    return {"user": "guest"}


async def _line(world: World, owner: Owner, _shared: bool) -> Mapping[str, str]:
    world.clock.advance(seconds=1)
    entry = await world.memory.agent().remember(f"The gate opens at {world.clock():%H:%M:%S} o'clock.", owner=owner)
    return {"line": entry.id}


async def _sharing(world: World, owner: Owner, shared: bool) -> Mapping[str, str]:
    line = await _line(world, owner, shared)
    return {"shareId": (await world.memory.agent().share(line["line"], owner=owner)).id}


async def _talk(world: World, owner: Owner, _shared: bool) -> Mapping[str, str]:
    recorded = await world.memory.agent().record("It rains.", "I see.", owner=owner, at=world.clock())
    return {"conversationId": recorded.conversation, "said": recorded.messages[0]}


_ASKED = "Which coffee do I prefer in the morning?"
_TALKS = "/api/v1/agents/{agentId}/conversations"
_MEMORY, _FILES = "/api/v1/memory/{agentId}", "/api/v1/agents/{agentId}/workspace/files"
_CARD_ENTRY = f"{_MEMORY}/dream/reports/{{reportId}}/entries/{{entryId}}"  # few dreams leave any: 404 is an answer
_SOLD = "coffee in the morning"
EXAMPLES: dict[tuple[str, str], Example] = {
    ("GET", "/healthz"): Example(),
    ("GET", "/readyz"): Example(),
    ("POST", "/api/v1/session"): Example({"link": "{link}"}, status=(201,), prepare=_link),
    ("GET", "/api/v1/session"): Example(),
    ("DELETE", "/api/v1/session"): Example(status=(204,)),
    ("POST", "/api/v1/tokens"): Example({"role": "viewer", "user": "ana"}, status=(201,)),
    ("GET", "/api/v1/tokens"): Example(),
    ("DELETE", "/api/v1/tokens/{tokenId}"): Example(status=(204,), prepare=_token),
    ("GET", "/api/v1/workspaces"): Example(),
    ("DELETE", "/api/v1/workspaces/{workspace}"): Example(query={"dryRun": "true"}),
    ("GET", "/api/v1/workspaces/{workspace}/members"): Example(),
    ("PUT", "/api/v1/workspaces/{workspace}/members/{user}"): Example(
        {"role": "viewer"}, status=(204,), prepare=_guest
    ),
    ("DELETE", "/api/v1/workspaces/{workspace}/members/{user}"): Example(status=(204,), prepare=_guest),
    ("GET", "/api/v1/usage"): Example(),
    ("GET", "/api/v1/jobs"): Example(query={"agentId": "{agentId}"}),
    ("GET", "/api/v1/jobs/{jobId}"): Example(),
    ("POST", "/api/v1/jobs/{jobId}/cancel"): Example(status=(200, 409, 422)),
    ("POST", "/api/v1/jobs/{jobId}/retry"): Example(status=(200, 409, 422)),
    ("POST", f"{_MEMORY}/summarize/{{conversationId}}"): Example(),
    ("GET", "/api/v1/agents"): Example(),
    ("POST", "/api/v1/agents"): Example({"name": "{path}"}, status=(201,), prepare=_new_name),
    ("PUT", "/api/v1/agents/{agentId}/switches"): Example({"switch": "dream", "on": True}),
    ("DELETE", "/api/v1/agents/{agentId}"): Example(query={"dryRun": "true"}),
    ("GET", "/api/v1/owners"): Example(),
    ("GET", "/api/v1/owners/show"): Example(),
    ("PUT", "/api/v1/owners/settings"): Example({"zone": "UTC"}),
    ("PUT", "/api/v1/owners/switches"): Example({"switch": "recall", "on": True}),
    ("GET", "/api/v1/owners/export"): Example(shows=True),
    ("POST", "/api/v1/owners/erase"): Example(query={"dryRun": "true"}),
    ("POST", "/api/v1/chat/turns"): Example({"agentId": "{agentId}", "message": "Good morning."}, status=(201,)),
    ("POST", "/api/v1/chat"): Example({"agentId": "{agentId}", "message": _ASKED}, shows=True),
    ("POST", "/api/v1/chat/stream"): Example({"agentId": "{agentId}", "message": _ASKED}, shows=True),
    ("GET", "/api/v1/chat/turns/{turnId}/events"): Example(shows=True),
    ("POST", "/api/v1/chat/turns/{turnId}/stop"): Example(),
    ("GET", _TALKS): Example(prepare=_talk),
    ("GET", f"{_TALKS}/{{conversationId}}"): Example(),
    ("GET", f"{_TALKS}/{{conversationId}}/messages"): Example(shows=True),
    ("DELETE", f"{_TALKS}/{{conversationId}}"): Example(prepare=_talk),
    ("POST", f"{_TALKS}/{{conversationId}}/rewind"): Example({"messageId": "{said}"}, prepare=_talk),
    ("PUT", f"{_TALKS}/{{conversationId}}/memory"): Example({"memory": "off"}, prepare=_talk),
    ("GET", f"{_MEMORY}/context"): Example(query={"message": _ASKED}, shows=True),
    ("GET", f"{_MEMORY}/search"): Example(query={"q": _SOLD}, shows=True),
    ("POST", f"{_MEMORY}/search"): Example({"query": _SOLD}, shows=True),
    ("POST", f"{_MEMORY}/remember"): Example({"content": "I drink water at night."}, status=(201,)),
    ("GET", f"{_MEMORY}/structured"): Example(),
    ("PUT", f"{_MEMORY}/structured/{{type}}/{{key}}"): Example({"content": "Answer briefly."}, prepare=_kept),
    ("DELETE", f"{_MEMORY}/structured/{{type}}/{{key}}"): Example(status=(204,), prepare=_kept),
    ("GET", f"{_MEMORY}/schedule"): Example(),
    ("PUT", f"{_MEMORY}/schedule"): Example(body={"cron": "0 30 2 * * ?"}),
    ("POST", f"{_MEMORY}/emergence"): Example(),
    ("POST", f"{_MEMORY}/dreaming/focused"): Example({"topic": "coffee"}),
    ("POST", f"{_MEMORY}/dreaming/simulate"): Example(),
    ("GET", f"{_MEMORY}/dreaming/status"): Example(shows=True),
    ("GET", f"{_MEMORY}/dream/reports"): Example(shows=True),
    ("GET", f"{_MEMORY}/dreaming/dreams"): Example(shows=True),
    ("GET", f"{_MEMORY}/dream/reports/{{reportId}}"): Example(shows=True),
    ("POST", f"{_MEMORY}/dream/reports/{{reportId}}/revert"): Example(status=(200, 404)),
    ("GET", f"{_MEMORY}/dream/morning-card"): Example(),
    ("POST", f"{_MEMORY}/dream/morning-card/seen"): Example({"report": "{reportId}"}, status=(200, 404)),
    ("POST", f"{_CARD_ENTRY}/confirm"): Example(status=(200, 404)),
    ("POST", f"{_CARD_ENTRY}/edit"): Example({"text": "- mine now"}, status=(200, 404)),
    ("POST", f"{_CARD_ENTRY}/forget"): Example(status=(200, 404)),
    ("GET", f"{_MEMORY}/today"): Example(),
    ("GET", f"{_MEMORY}/timeline"): Example(),
    ("GET", f"{_MEMORY}/dreaming/candidates"): Example(shows=True),
    ("GET", f"{_MEMORY}/dream/events"): Example(),
    ("POST", f"{_MEMORY}/share"): Example({"entry": "{line}"}, prepare=_line),
    ("DELETE", f"{_MEMORY}/share/{{shareId}}"): Example(prepare=_sharing),
    ("GET", f"{_MEMORY}/dream/reports/{{reportId}}/changes"): Example(),
    ("GET", _FILES): Example(),
    ("GET", f"{_FILES}/{{path}}"): Example(shows=True),
    ("PUT", f"{_FILES}/{{path}}"): Example({"content": "# mine\n"}, status=(201,), prepare=_new_name),
    ("DELETE", f"{_FILES}/{{path}}"): Example(headers={"If-Match": "{version}"}, status=(204,), prepare=_to_delete),
    ("GET", f"{_FILES}/{{path}}/history"): Example(shows=True),
    ("GET", f"{_FILES}/{{path}}/diff"): Example(query={"from": "0"}, shows=True),
    ("POST", f"{_FILES}/{{path}}/revert"): Example({"version": 1}, prepare=_versions),
    ("GET", f"{_MEMORY}/why"): Example(query={"target": "{entry}"}, shows=True),
    ("GET", f"{_MEMORY}/inbox"): Example(shows=True),
    ("POST", f"{_MEMORY}/inbox/{{itemId}}/accept"): Example(prepare=_item),
    ("POST", f"{_MEMORY}/inbox/{{itemId}}/edit"): Example({"text": "- mine now"}, prepare=_item),
    ("POST", f"{_MEMORY}/inbox/{{itemId}}/reject"): Example(prepare=_item),
    ("POST", f"{_MEMORY}/inbox/{{itemId}}/reopen"): Example(prepare=_settled_item),
    ("GET", "/api/v1/agents/{agentId}/workspace/prompt-files"): Example(),
    ("PUT", "/api/v1/agents/{agentId}/workspace/prompt-files"): Example({"files": ["MEMORY.md"]}),
}
