"""A dream: what it looked at, what became memory and what did not, each change with its way back. Dreams on demand."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Response
from fastapi.responses import StreamingResponse
from markupsafe import Markup

from morrow.access.documents import demand_change
from morrow.agent.documents import Written
from morrow.documents.names import DREAMS
from morrow.dreaming.report import Report, ReportItem
from morrow.dreaming.wording import explain_item, explain_skip
from morrow.jobs.ledger import Run, Status
from morrow.owners import Owner, Scope
from morrow.roster.roles import Act
from morrow.web.rendering import goto, page, text_of
from morrow.web.visit import Visit, Visiting
from morrow.web.wording import (
    EFFECT_TONES,
    EFFECTS,
    OUTCOMES,
    SCORE_PARTS,
    STATUS_TONES,
    STATUSES,
    STEPS,
    TONES,
    lasted,
)
from morrow.writing.change import Effect, EntryChange

router = APIRouter(prefix="/agents/{agent}/dreams")
Shared = Annotated[bool, Query(description="The shared memory's, in place of one's own")]
_LOOK_EVERY_SECONDS = 0.25
_Id = Annotated[str, Path(alias="report")]


@dataclass(frozen=True, slots=True)
class Hunk:
    """One change of one document: `before` and `after` as lines, whether it still stands, and what it rests on."""

    document: str
    version: int
    change: EntryChange
    stands: bool
    item: ReportItem | None

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the lines of a diff, each with its sign."""
        old = [("del", line) for line in self.change.before.split("\n") if self.change.before]
        new = [("add", line) for line in self.change.after.split("\n") if self.change.after]
        if self.change.effect is Effect.MOVED:
            return (*(("ctx", line) for _, line in new),)
        return (*old, *new)


@router.post("")
async def dream(
    visit: Visiting,
    topic: Annotated[str, Form(max_length=200)] = "",
    shared: Annotated[bool, Form()] = False,
) -> Response:
    """Ask for a dream, about everything or one topic, and show how it goes."""
    visit.identity.demand(Act.WRITE_SHARED)
    run = await visit.agent.dream_later(owner=_whose(visit, shared=shared), topic=topic.strip() or None)
    return goto(visit.address(f"dreams/{run.id}/live"))


@router.get("/{report}/live")
async def live(report: _Id, visit: Visiting) -> Response:
    """Show how a dream goes; one that has ended is shown as a report."""
    run = await visit.memory.jobs.get(report, owner=visit.owner)
    if run.report:
        return goto(_address(visit, run.id, shared=run.bucket.is_shared))
    return await page(visit, "dream_live.html", run=run, progress=Markup(_progress(visit, run)))  # noqa: S704 - a template's


@router.get("/{report}/events")
async def events(report: _Id, visit: Visiting) -> Response:
    """Tell how a dream goes until it has ended, then where its report is."""
    await visit.memory.jobs.get(report, owner=visit.owner)
    return StreamingResponse(_stream(visit, report), media_type="text/event-stream")


async def _stream(visit: Visit, report: str) -> AsyncIterator[str]:
    """Look at the job again and again: whichever process dreams, its ledger tells how far it is."""
    told = ""
    while not visit.request.app.state.is_stopping():
        run = await visit.memory.jobs.get(report, owner=visit.owner)
        if run.report:
            address = _address(visit, run.id, shared=run.bucket.is_shared)
            yield f"event: done\ndata: {json.dumps(address)}\n\n"
            return
        html = _progress(visit, run)
        yield ": still here\n\n" if html == told else f"event: progress\ndata: {json.dumps(html)}\n\n"
        told = html
        if run.status in (Status.FAILED, Status.CANCELED) and run.retry_at is None:
            yield "event: ended\ndata: null\n\n"
            return
        await asyncio.sleep(_LOOK_EVERY_SECONDS)


def _progress(visit: Visit, run: Run) -> str:
    """Return how far a run is, as HTML."""
    return text_of(visit, "dream_progress.html", run=run, statuses=STATUSES, status_tones=STATUS_TONES, steps=STEPS)


@router.get("/{report}")
async def show(
    report: _Id, visit: Visiting, shared: Shared = False, undo: Annotated[str, Query(max_length=80)] = ""
) -> Response:
    """Show a report; `undo` names what was just taken back, which can be brought back."""
    owner = _whose(visit, shared=shared)
    found = await visit.agent.dreams.report(report, owner=owner)
    written = await visit.agent.documents.changed_by(report, owner=visit.owner, shared=shared)
    return await page(
        visit,
        "dream.html",
        report=found,
        shared=shared,
        undo=undo,
        hunks=hunks(found, written),
        lasted=lasted(found, visit.lang),
        reason=explain_skip(found.reason, visit.lang) if found.reason else "",
        explained=lambda item: explain_item(item, visit.lang),
        words=_WORDS,
    )


@router.post("/{report}/revert")
async def revert(report: _Id, visit: Visiting, shared: Annotated[bool, Form()] = False) -> Response:
    """Take back all that a dream wrote and that was not changed since."""
    visit.demand(shared=shared)
    found = await visit.agent.dreams.report(report, owner=_whose(visit, shared=shared))
    done = await visit.agent.documents.revert_run(found.id, owner=visit.owner, shared=shared)
    return goto(_address(visit, report, shared=shared, undo=done.id))


@router.post("/{report}/revert-change")
async def revert_change(
    report: _Id,
    visit: Visiting,
    document: Annotated[str, Form(max_length=300)],
    version: Annotated[int, Form(ge=1)],
    entry: Annotated[str, Form(max_length=80)],
    shared: Annotated[bool, Form()] = False,
) -> Response:
    """Take back one change of a dream."""
    demand_change(visit.identity, document, Scope.TEAM if shared else Scope.PERSONAL)
    done = await visit.agent.documents.revert_change(document, version, entry=entry, owner=visit.owner, shared=shared)
    return goto(_address(visit, report, shared=shared, undo=done.id))


@router.post("/{report}/undo")
async def undo(
    report: _Id, visit: Visiting, revert: Annotated[str, Form(max_length=80)], shared: Annotated[bool, Form()] = False
) -> Response:
    """Bring back what a revert took back."""
    visit.demand(shared=shared)
    await visit.agent.documents.revert_run(revert, owner=visit.owner, shared=shared)
    return goto(_address(visit, report, shared=shared))


_WORDS = {
    "outcomes": OUTCOMES,
    "tones": TONES,
    "statuses": STATUSES,
    "status_tones": STATUS_TONES,
    "effects": EFFECTS,
    "effect_tones": EFFECT_TONES,
    "score_parts": SCORE_PARTS,
}


def hunks(report: Report, written: Sequence[Written]) -> list[Hunk]:
    """Return the changes of a dream, its diary left out, each with the candidate that it was made of."""
    items = {item.entry: item for item in report.items if item.entry}
    return [
        Hunk(one.document.name, one.revision.version, change, one.stands(change), items.get(change.entry))
        for one in written
        if one.document.name != DREAMS
        for change in one.revision.changes
    ]


def _whose(visit: Visit, *, shared: bool) -> Owner | None:
    return None if shared else visit.owner


def _address(visit: Visit, report: str, *, shared: bool, undo: str = "") -> str:
    query = "&".join([*(["shared=true"] if shared else []), *([f"undo={undo}"] if undo else [])])
    return visit.address(f"dreams/{report}") + (f"?{query}" if query else "")
