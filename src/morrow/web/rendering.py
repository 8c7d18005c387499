"""Renders templates: what every one of them may say and ask. Fetches nothing but what the frame of a page shows."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from morrow.access.identity import Identity
from morrow.i18n import translate
from morrow.memory import Memory
from morrow.web import assets, markdown, wording
from morrow.web.visit import CSRF_FIELD, Look, Visit

FOLDER = Path(__file__).parent / "templates"
_HTMX = next(name for name in assets.files() if name.startswith("vendor/htmx-") and name.endswith(".js"))
_CODE = next(name for name in assets.files() if name.startswith("vendor/editor.") and name.endswith(".js"))
# Scripts in answers are not run and none is made of text; nothing is styled in place, and no page is kept.
_HTMX_SETTINGS = {
    "allowEval": False,
    "allowScriptTags": False,
    "includeIndicatorStyles": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "responseHandling": [{"code": "204", "swap": False}, {"code": "...", "swap": True}],
}


async def page(visit: Visit, template: str, *, status: int = 200, **values: Any) -> Response:
    """Return a whole page: the template within the frame, with what waits in the inbox and the agents there are."""
    waiting = await visit.agent.inbox_items.count(owner=visit.owner, shared=True)
    agents = await names_of_agents(visit.memory, visit.identity)
    return part(visit, template, status=status, waiting=waiting, agents=agents, **values)


def part(visit: Visit, template: str, *, status: int = 200, **values: Any) -> Response:
    """Return a template as it stands, for a page that is there already."""
    return HTMLResponse(text_of(visit, template, **values), status)


def text_of(visit: Visit, template: str, **values: Any) -> str:
    """Return the HTML of a template."""
    secret = visit.identity.csrf
    frame = {
        "visit": visit,
        "here": visit.agent.name,
        "url": visit.address,
        "csrf": secret,
        "csrf_field": Markup('<input type="hidden" name="{}" value="{}">').format(CSRF_FIELD, secret),
        "when": lambda at: wording.when_told(at, visit.lang, visit.zone, now=visit.now),
        "day": lambda at: wording.date_told(at, visit.lang, visit.zone, now=visit.now),
        "clock": lambda at: wording.time_told(at, visit.zone),
    }
    made = environment().get_template(template)
    return made.render(**_frame(visit.look, visit.request), **frame, **values)


def bare(look: Look, request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """Return a page that stands outside any agent's memory."""
    return HTMLResponse(environment().get_template(template).render(**_frame(look, request), **values), status)


async def names_of_agents(memory: Memory, who: Identity) -> list[str]:
    """Return the names of the agents that the visitor may look at."""
    found = await memory.agents()
    if who.agent is None:
        return [agent.name for agent in found]
    return [agent.name for agent in found if (await agent.row()).id == who.agent]


def goto(address: str) -> Response:
    """Return the answer to a form: look there."""
    return RedirectResponse(address, 303)


@cache
def environment() -> Environment:
    """Return the templates with what does not depend on who looks."""
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        asset=assets.address_of,
        htmx=_HTMX,
        code=_CODE,
        htmx_settings=json.dumps(_HTMX_SETTINGS),
        amount=wording.amount,
        money=wording.money,
        markdown=markdown.rendered,
        line=markdown.rendered_line,
        highlighted=markdown.highlighted,
    )
    return made


def _frame(look: Look, request: Request) -> dict[str, Any]:
    def say(message: str, /, **values: Any) -> str:
        return translate(message, look.lang, **values)

    return {"t": say, "lang": look.lang, "theme": look.theme, "path": request.url.path}
