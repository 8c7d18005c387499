"""Search: what is remembered about a question as it is typed, and what an agent would be told with a message."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from morrow.context.errors import ContextTooSmall
from morrow.i18n import msgid
from morrow.web.rendering import page, part
from morrow.web.visit import Visiting

router = APIRouter(prefix="/agents/{agent}/search")
_Question = Annotated[str, Query(max_length=4000)]
SUGGESTED = 7
FOUND = 30
BLOCKS = {
    "system": msgid("what the agent is told about itself, and the shared files"),
    "tools": msgid("the tools it may use"),
    "summary": msgid("a summary of older turns"),
    "goal": msgid("what the conversation is about"),
    "conversation": msgid("the conversation so far"),
    "recall": msgid("what is remembered about you"),
    "current": msgid("the message itself"),
}


@router.get("/suggestions")
async def suggestions(visit: Visiting, q: _Question = "") -> Response:
    """Show the best hits for what is typed so far."""
    hits = await visit.agent.look_up(q, owner=visit.owner, limit=SUGGESTED) if q.strip() else []
    return part(visit, "search_suggestions.html", hits=hits, q=q.strip())


@router.get("")
async def search(visit: Visiting, q: _Question = "") -> Response:
    """Show what is remembered about a question, and the prompt that it would make as a message."""
    asked = q.strip()
    hits = await visit.agent.look_up(asked, owner=visit.owner, limit=FOUND) if asked else []
    preview, problem = None, ""
    if asked:
        try:
            preview = await visit.agent.context(asked, owner=visit.owner)
        except ContextTooSmall as error:
            problem = str(error)
    return await page(visit, "search.html", q=asked, hits=hits, preview=preview, problem=problem, blocks=BLOCKS)
