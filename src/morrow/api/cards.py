"""Routes of the morning card: show it, take it off, and confirm, edit or forget what stands on it."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query

from morrow.api.caller import Asking, KnownAgent
from morrow.api.curation_shapes import WordsIn
from morrow.api.description import problems
from morrow.api.files import IfMatch, version_in
from morrow.api.report_shapes import CardOut, ForgetIn, MorningOut, SeenIn, SettledOut
from morrow.api.rights import needs
from morrow.api.today_shapes import TodayOut
from morrow.i18n import LANGUAGES
from morrow.roster.roles import Act

router = APIRouter(prefix="/memory/{agentId}", tags=["dreaming"])
_ENTRY = "/dream/reports/{reportId}/entries/{entryId}"
_Language = Annotated[str | None, Header(alias="Accept-Language", examples=["zh-CN, en;q=0.5"])]
_ReportId = Annotated[str, Path(alias="reportId", description="A report's id")]
_EntryId = Annotated[str, Path(alias="entryId", description="An entry's id, exactly as the card has it")]


@router.get("/dream/morning-card", summary="The morning card", openapi_extra=needs(Act.OWN_MEMORY))
async def morning_card(
    agent: KnownAgent,
    asking: Asking,
    seen: Annotated[bool, Query(description="Also the newest card if it was seen already")] = False,
    language: _Language = None,
) -> MorningOut:
    """Return what the newest unseen dream means to the caller; `card` is null if there is none."""
    lang = language_of(language)
    found = await (agent.cards.newest if seen else agent.cards.unseen)(owner=asking.owner, lang=lang)
    return MorningOut(card=None if found is None else CardOut.model_validate(found))


@router.get("/today", summary="The morning at a glance", openapi_extra=needs(Act.OWN_MEMORY))
async def today(agent: KnownAgent, asking: Asking, language: _Language = None) -> TodayOut:
    """Return the card, how full memory is, what this month's dreams took, what waits, and the first steps."""
    return TodayOut.of(await agent.today(owner=asking.owner, lang=language_of(language)))


@router.post("/dream/morning-card/seen", summary="Take the morning card off", openapi_extra=needs(Act.OWN_MEMORY))
async def seen(card: SeenIn, agent: KnownAgent, asking: Asking) -> MorningOut:
    """Note that the card of a report was seen, and return the next unseen one, if there is any."""
    await agent.cards.seen(card.report, owner=asking.owner)
    found = await agent.cards.unseen(owner=asking.owner, lang=language_of(None))
    return MorningOut(card=None if found is None else CardOut.model_validate(found))


@router.post(
    _ENTRY + "/confirm", summary="Confirm an entry", responses=problems(412), openapi_extra=needs(Act.OWN_MEMORY)
)
async def confirm(
    report: _ReportId, entry: _EntryId, agent: KnownAgent, asking: Asking, if_match: IfMatch = None,
    language: _Language = None,
) -> SettledOut:  # fmt: skip
    """Trust an entry of the card: no dream changes it any more. With `If-Match`, only as the card showed it."""
    done = await agent.cards.confirm(
        report, entry, owner=asking.owner, lang=language_of(language), if_match=version_in(if_match)
    )
    return SettledOut.model_validate(done)


@router.post(_ENTRY + "/edit", summary="Edit an entry", responses=problems(412), openapi_extra=needs(Act.OWN_MEMORY))
async def edit(
    report: _ReportId, entry: _EntryId, words: WordsIn, agent: KnownAgent, asking: Asking, if_match: IfMatch = None,
    language: _Language = None,
) -> SettledOut:  # fmt: skip
    """Give an entry of the card the caller's own words; 412 with both texts if it was changed since `If-Match`."""
    done = await agent.cards.edit(
        report, entry, words.text, owner=asking.owner, lang=language_of(language), if_match=version_in(if_match)
    )
    return SettledOut.model_validate(done)


@router.post(
    _ENTRY + "/forget", summary="Forget an entry", responses=problems(412), openapi_extra=needs(Act.OWN_MEMORY)
)
async def forget(
    report: _ReportId, entry: _EntryId, agent: KnownAgent, asking: Asking, how: ForgetIn | None = None,
    if_match: IfMatch = None, language: _Language = None,
) -> SettledOut:  # fmt: skip
    """Forget an entry of the card, wherever its words stand, and return a receipt without them; there is no undo."""
    done = await agent.cards.forget(
        report, entry, owner=asking.owner, lang=language_of(language), if_match=version_in(if_match),
        keep_messages=how is not None and how.keep_messages,
    )  # fmt: skip
    return SettledOut.model_validate(done)


def language_of(header: str | None) -> str:
    """Return the first language of `Accept-Language` that there are texts in, else English."""
    wanted = (part.strip().lower()[:2] for part in (header or "").split(","))
    return next((language for language in wanted if language in LANGUAGES), "en")
