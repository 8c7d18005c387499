"""Why something is remembered: the quoted messages, who wrote it, and all that was done to it since."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from morrow.curation.wording import told
from morrow.web.rendering import page, part
from morrow.web.visit import Visiting
from morrow.web.wording import EFFECT_TONES, EFFECTS, SCORE_PARTS

router = APIRouter(prefix="/agents/{agent}")


@router.get("/why")
async def why(target: Annotated[str, Query(max_length=400)], visit: Visiting) -> Response:
    """Show why, as a part of the page that asks or as a page of its own."""
    found = await visit.agent.why(target, owner=visit.owner)
    values: dict[str, Any] = {
        "why": found,
        "told": lambda word: told(word, visit.lang),
        "effects": EFFECTS,
        "effect_tones": EFFECT_TONES,
        "score_parts": SCORE_PARTS,
    }
    if visit.is_part:
        return part(visit, "why_part.html", **values)
    return await page(visit, "why.html", **values)
