"""Today: the morning card, how full memory is, what dreams cost, when the next one is, and how to begin."""

from fastapi import APIRouter, Response

from morrow.web.rendering import page
from morrow.web.visit import Visiting
from morrow.web.wording import OUTCOMES, STATES, TONES

router = APIRouter(prefix="/agents/{agent}")


@router.get("/today")
async def today(visit: Visiting) -> Response:
    """Show the morning."""
    found = await visit.agent.today(owner=visit.owner, lang=visit.lang)
    return await page(visit, "today.html", today=found, outcomes=OUTCOMES, tones=TONES, states=STATES)
