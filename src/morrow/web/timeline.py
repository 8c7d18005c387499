"""The timeline: what happened to memory, day by day; the newest first, narrowed by kind, day and whose it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Response

from morrow.agent.timeline import Sought, Whose
from morrow.clock import local_day
from morrow.curation.timeline import Event, EventKind
from morrow.curation.wording import told
from morrow.i18n import msgid
from morrow.web.rendering import page, part
from morrow.web.visit import Visit, Visiting
from morrow.web.wording import STATUS_TONES, STATUSES

router = APIRouter(prefix="/agents/{agent}")
SHOWN = 60
KINDS = {
    EventKind.DREAM: msgid("Dream"),
    EventKind.CAPTURE: msgid("Capture"),
    EventKind.EDIT: msgid("Edit"),
    EventKind.IMPORT: msgid("Import"),
    EventKind.FORGET: msgid("Forgetting"),
    EventKind.ARCHIVE: msgid("Archive"),
    EventKind.SHARE: msgid("Sharing"),
}
TONES = {EventKind.DREAM: "accent", EventKind.EDIT: "warn", EventKind.IMPORT: "ok", EventKind.FORGET: "bad"}
_WHOSE = {"all": msgid("All"), "personal": msgid("Mine"), "shared": msgid("Shared")}


@dataclass(frozen=True, slots=True)
class Day:
    """What happened on one local day; `first` is the newest of it."""

    first: Event
    events: tuple[Event, ...]


@router.get("/timeline")
async def timeline(
    visit: Visiting,
    kind: Annotated[EventKind | None, Query()] = None,
    day: Annotated[str, Query(max_length=10)] = "",
    whose: Annotated[Whose, Query()] = "all",
    after: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Show what happened; behind the event `after`, as a further part of the list."""
    sought = Sought((kind,) if kind else (), _read_day(day), whose)
    found = await visit.agent.timeline(sought, owner=visit.owner, after=after, limit=SHOWN)
    wanted = {"kind": kind or "", "day": day, "whose": whose}
    values: dict[str, Any] = {
        "days": days(found.events, visit.zone),
        "more": _address(visit, wanted | {"after": found.next}) if found.next else "",
        "wanted": wanted,
        "narrowed": lambda **change: _address(visit, wanted | change),
        "kinds": KINDS,
        "kind_tones": TONES,
        "whose_told": _WHOSE,
        "statuses": STATUSES,
        "status_tones": STATUS_TONES,
        "told": lambda word: told(word, visit.lang),
    }
    return (
        part(visit, "timeline_days.html", **values) if visit.is_part else await page(visit, "timeline.html", **values)
    )


def days(events: Sequence[Event], zone: str) -> list[Day]:
    """Return the events by the local day on which they happened, in their order."""
    grouped = groupby(events, key=lambda event: local_day(event.at, zone))
    return [Day(found[0], found) for found in (tuple(group) for _, group in grouped)]


def _address(visit: Visit, wanted: dict[str, str]) -> str:
    query = urlencode({name: value for name, value in wanted.items() if value and (name, value) != ("whose", "all")})
    return visit.address("timeline") + (f"?{query}" if query else "")


def _read_day(text: str) -> date | None:
    """Return the day that a field holds, or None while it is empty or not yet a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
