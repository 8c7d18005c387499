"""A dream: what it looked at, what became memory and what did not, each change with its way back. Dreams on demand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Response

from morrow.access.documents import demand_change
from morrow.agent.documents import Written
from morrow.documents.names import DREAMS
from morrow.dreaming.report import Report, ReportItem
from morrow.dreaming.wording import explain_item, explain_skip
from morrow.owners import Owner, Scope
from morrow.roster.roles import Act
from morrow.web.rendering import goto, page
from morrow.web.visit import Visit, Visiting
from morrow.web.wording import (
    EFFECT_TONES,
    EFFECTS,
    OUTCOMES,
    SCORE_PARTS,
    STATUS_TONES,
    STATUSES,
    TONES,
    lasted,
)
from morrow.writing.change import Effect, EntryChange

router = APIRouter(prefix="/agents/{agent}/dreams")
Shared = Annotated[bool, Query(description="The shared memory's, in place of one's own")]
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
    """Dream now, about everything or one topic, and show the report."""
    visit.identity.demand(Act.WRITE_SHARED)
    report = await visit.agent.dream(owner=_whose(visit, shared=shared), topic=topic.strip() or None)
    return goto(_address(visit, report.id, shared=shared))


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
