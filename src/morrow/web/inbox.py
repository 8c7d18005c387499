"""The inbox: what waits for a person, to be accepted, put in other words or turned down; one by one or many at once."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Path, Query, Response

from morrow.access.documents import demand_settling
from morrow.agent.inbox import SUSPECT, InboxItem
from morrow.curation.wording import explain_held, told
from morrow.errors import VersionConflict
from morrow.i18n import msgid
from morrow.web.rendering import goto, page, part
from morrow.web.visit import Visit, Visiting

router = APIRouter(prefix="/agents/{agent}/inbox")
PAGE = 50
_Id = Annotated[str, Path(alias="item", max_length=80)]
_KINDS = {
    "add": msgid("New"),
    "replace": msgid("Change"),
    "retire": msgid("Take out"),
    "move": msgid("Move"),
    "question": msgid("Question"),
}
_TONES = {"add": "ok", "replace": "warn", "retire": "bad", "move": "plain", "question": "accent"}
_DECIDED = {
    "accepted": msgid("Accepted"),
    "edited": msgid("Accepted in your words"),
    "rejected": msgid("Turned down"),
    "withdrawn": msgid("Withdrawn"),
}


@router.get("")
async def inbox(
    visit: Visiting,
    suspect: Annotated[bool, Query()] = False,
    after: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """Show what waits; behind the item `after`, as a further part of the list."""
    values = await _waiting(visit, suspect=suspect, after=after)
    if visit.is_part:
        return part(visit, "inbox_rows.html", **values)
    return await page(visit, "inbox.html", **values)


@router.post("/bulk")
async def bulk(
    visit: Visiting,
    action: Annotated[Literal["accept", "reject", "reopen"], Form()],
    item: Annotated[list[str] | None, Form(max_length=200)] = None,
) -> Response:
    """Decide about many at once, and show what was done with its way back; one changed since stays where it is."""
    decide = getattr(visit.agent.inbox_items, action)
    done: list[str] = []
    left = 0
    for one in item or ():
        await demand_settling(visit.identity, visit.agent, one, owner=visit.owner, shared=True)
        try:
            await decide(one, owner=visit.owner, shared=True)
            done.append(one)
        except VersionConflict:
            left += 1
    values = await _waiting(visit)
    return await page(visit, "inbox.html", **values, done=[] if action == "reopen" else done, left=left)


async def _waiting(visit: Visit, *, suspect: bool = False, after: str = "") -> dict[str, Any]:
    """Return one page of what waits, with the words to tell it in."""
    found = await visit.agent.inbox_items.list(
        owner=visit.owner, shared=True, suspect=suspect, after=after, limit=PAGE + 1
    )
    more = found[PAGE - 1].id if len(found) > PAGE else ""
    return {"items": found[:PAGE], "suspect": suspect, "more": more, **_words(visit)}


@router.post("/{item}/accept")
async def accept(item: _Id, visit: Visiting) -> Response:
    """Carry a proposal out."""
    return await _decide(visit, item, lambda: visit.agent.inbox_items.accept(item, owner=visit.owner, shared=True))


@router.post("/{item}/edit")
async def edit(item: _Id, visit: Visiting, text: Annotated[str, Form(max_length=100_000)]) -> Response:
    """Carry a proposal out in other words."""
    return await _decide(visit, item, lambda: visit.agent.inbox_items.edit(item, text, owner=visit.owner, shared=True))


@router.post("/{item}/reject")
async def reject(item: _Id, visit: Visiting) -> Response:
    """Turn a proposal down."""
    return await _decide(visit, item, lambda: visit.agent.inbox_items.reject(item, owner=visit.owner, shared=True))


@router.post("/{item}/reopen")
async def reopen(item: _Id, visit: Visiting) -> Response:
    """Take the decision back."""
    return await _decide(visit, item, lambda: visit.agent.inbox_items.reopen(item, owner=visit.owner, shared=True))


async def _decide(visit: Visit, item: str, deciding: Callable[[], Awaitable[InboxItem]]) -> Response:
    """Return the item as it stands after the decision; where its entry was changed since, both texts."""
    await demand_settling(visit.identity, visit.agent, item, owner=visit.owner, shared=True)
    conflict = None
    try:
        done = await deciding()
    except VersionConflict as error:
        conflict = error
        found = await visit.agent.inbox_items.show(item, owner=visit.owner, shared=True)
        done = replace(found, present=error.theirs or None)
    if not visit.is_part:
        return goto(visit.address("inbox"))
    waiting = await visit.agent.inbox_items.count(owner=visit.owner, shared=True)
    values = {**_words(visit), "item": done, "conflict": conflict, "waiting": waiting}
    return part(visit, "inbox_decided.html", **values)


def _words(visit: Visit) -> dict[str, Any]:
    return {
        "conflict": None,
        "kinds": _KINDS,
        "kind_tones": _TONES,
        "decided": _DECIDED,
        "suspects": SUSPECT,
        "explained": lambda item: explain_held(item.reason, visit.lang),
        "told": lambda word: told(word, visit.lang),
    }
