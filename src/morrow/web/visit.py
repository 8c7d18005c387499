"""Who looks at a page, at which agent's memory, and in which language and light: resolved once per request."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from morrow.access.caller import known_agent
from morrow.access.credentials import authenticate, read_credentials
from morrow.access.identity import Identity
from morrow.agent import Agent
from morrow.agent.identity import zone_for
from morrow.i18n import LANGUAGES, translate
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Act, may

LANGUAGE_COOKIE = "morrow_language"
THEME_COOKIE = "morrow_theme"
THEMES = ("system", "light", "dark")
CSRF_FIELD = "csrf"


@dataclass(frozen=True, slots=True)
class Look:
    """In which language and light a page is shown; `theme` is system, light or dark."""

    lang: str
    theme: str


@dataclass(frozen=True, slots=True)
class Visit:
    """One look at one agent's memory by one owner; times are told in `zone`."""

    request: Request
    identity: Identity
    memory: Memory
    agent: Agent
    look: Look
    zone: str
    now: datetime

    @property
    def owner(self) -> Owner:
        """Return whose memory is looked at: one's own."""
        return self.identity.own

    @property
    def lang(self) -> str:
        """Return the language of the page."""
        return self.look.lang

    @property
    def is_part(self) -> bool:
        """Whether only the part that changes is wanted, because a script puts it into the page that is there."""
        return "hx-request" in self.request.headers

    def say(self, message: str, /, **values: Any) -> str:
        """Return a text in the language of the page."""
        return translate(message, self.lang, **values)

    def may(self, act: Act) -> bool:
        """Whether the visitor's role is enough for `act`."""
        return may(self.identity.role, act)

    def demand(self, *, shared: bool, act: Act = Act.WRITE_SHARED) -> None:
        """Raise NotAllowed for a change of shared memory that the visitor's role does not reach."""
        if shared:
            self.identity.demand(act)

    def address(self, path: str = "today") -> str:
        """Return the address of a page of this agent."""
        return f"/agents/{self.agent.name}/{path}"


def look_of(request: Request, default: str) -> Look:
    """Return how a page is to look: as chosen on this browser, else as it asks for, else in the server's language."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    wanted = [chosen, *(part.strip().lower()[:2] for part in request.headers.get("accept-language", "").split(","))]
    lang = next((one for one in wanted if one in LANGUAGES), default)
    theme = request.cookies.get(THEME_COOKIE, "")
    return Look(lang, theme if theme in THEMES else "system")


def _memory(request: Request) -> Memory:
    memory: Memory = request.app.state.memory()
    return memory


OpenMemory = Annotated[Memory, Depends(_memory)]
_AgentName = Annotated[str, Path(alias="agent")]


async def _identity(request: Request, memory: OpenMemory) -> Identity:
    """Return who asks; a form without scripts carries the session's secret in a field, since it can send no header."""
    shown = read_credentials(request.method, request.headers)
    if shown.changes and shown.csrf is None:
        field = (await request.form()).get(CSRF_FIELD)
        shown = replace(shown, csrf=field if isinstance(field, str) else None)
    return await authenticate(memory.parts.store, shown, now=memory.parts.clock())


Who = Annotated[Identity, Depends(_identity)]


async def _visit(request: Request, memory: OpenMemory, who: Who, name: _AgentName) -> Visit:
    who.demand(Act.OWN_MEMORY)
    agent = await known_agent(who, memory, name)
    return Visit(
        request=request,
        identity=who,
        memory=memory,
        agent=agent,
        look=look_of(request, memory.parts.language),
        zone=await zone_for(memory.parts, await agent.row(), who.own),
        now=memory.parts.clock(),
    )


Visiting = Annotated[Visit, Depends(_visit)]
