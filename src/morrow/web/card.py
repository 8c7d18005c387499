"""What a person does with an entry of the morning card: confirm, edit, forget; and taking the card off."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Response

from morrow.agent.cards import Settled
from morrow.curation.wording import removed_told
from morrow.errors import VersionConflict
from morrow.web.rendering import goto, part
from morrow.web.visit import Visit, Visiting
from morrow.web.wording import OUTCOMES, STATES, TONES

router = APIRouter(prefix="/agents/{agent}/card/{report}")
_Report = Annotated[str, Path(alias="report", max_length=80)]
_Entry = Annotated[str, Path(alias="entry", max_length=80)]
_Version = Annotated[int, Form(ge=0, description="The version of the file that was read; 0: none")]


@router.post("/seen")
async def seen(report: _Report, visit: Visiting) -> Response:
    """Take the card off."""
    await visit.agent.cards.seen(report, owner=visit.owner)
    return goto(visit.address())


@router.post("/{entry}/confirm")
async def confirm(report: _Report, entry: _Entry, visit: Visiting, version: _Version = 0) -> Response:
    """Confirm an entry: it is trusted from now on."""
    how = _how(visit, version)
    return await _settle(visit, report, entry, lambda: visit.agent.cards.confirm(report, entry, **how))


@router.post("/{entry}/edit")
async def edit(
    report: _Report, entry: _Entry, visit: Visiting, text: Annotated[str, Form(max_length=8000)], version: _Version = 0
) -> Response:
    """Put an entry in a person's own words."""
    how = _how(visit, version)
    return await _settle(visit, report, entry, lambda: visit.agent.cards.edit(report, entry, text, **how), text)


@router.post("/{entry}/forget")
async def forget(report: _Report, entry: _Entry, visit: Visiting, version: _Version = 0) -> Response:
    """Forget an entry, wherever its words stand; the page has waited, and there is no way back from here."""
    how = _how(visit, version)
    return await _settle(visit, report, entry, lambda: visit.agent.cards.forget(report, entry, **how))


def _how(visit: Visit, version: int) -> dict[str, Any]:
    return {"owner": visit.owner, "lang": visit.lang, "if_match": version or None}


async def _settle(
    visit: Visit, report: str, entry: str, act: Callable[[], Awaitable[Settled]], typed: str = ""
) -> Response:
    """Return the entry as it stands after the act, or, where somebody was quicker, with what stands there now."""
    words: dict[str, Any] = {"outcomes": OUTCOMES, "tones": TONES, "states": STATES, "report": report}
    words |= {"conflict": None, "removed": "", "is_editing": False, "typed": typed}
    try:
        done = await act()
    except VersionConflict as conflict:
        if not visit.is_part:
            raise
        card = await visit.agent.cards.newest(owner=visit.owner, lang=visit.lang)
        found = next((one for one in card.entries if one.id == entry), None) if card else None
        if found is None:
            raise
        return part(
            visit, "today_entry.html", **words | {"entry": found, "conflict": conflict, "is_editing": bool(typed)}
        )
    if not visit.is_part:
        return goto(visit.address())
    removed = removed_told(done.receipt.removed, visit.lang) if done.receipt else ""
    return part(visit, "today_entry.html", **words | {"entry": done.entry, "removed": removed})
