"""The memory files: read, edit with a way out of conflicts, look into the past and go back, choose what is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Path, Query, Response

from morrow.access.documents import demand_change
from morrow.agent.today import budgets
from morrow.curation.wording import told
from morrow.documents.entries import Document
from morrow.documents.names import AGENTS, MEMORY, SOUL
from morrow.errors import NotAllowed, NotFound, VersionConflict
from morrow.owners import Scope
from morrow.roster.roles import Act
from morrow.web.rendering import goto, page, part
from morrow.web.visit import Visit, Visiting
from morrow.web.wording import EFFECT_TONES, EFFECTS

router = APIRouter(prefix="/agents/{agent}")
VERSIONS = 50
_Shared = Annotated[bool, Form()]
_Name = Annotated[str, Path(alias="name")]
Step = Literal["on", "off", "up", "down"]
View = Literal["read", "edit", "history", "diff"]


@dataclass(frozen=True, slots=True)
class Look:
    """What of a document is looked at; `undo` is the version before a revert, `saved` that it was just stored."""

    view: View = "read"
    old: int = 0
    new: int | None = None
    undo: int | None = None
    saved: bool = False


def _look(
    view: Annotated[View, Query()] = "read",
    old: Annotated[int, Query(alias="from", ge=0)] = 0,
    new: Annotated[int | None, Query(alias="to", ge=0)] = None,
    undo: Annotated[int | None, Query(ge=0)] = None,
    saved: Annotated[bool, Query()] = False,
) -> Look:
    return Look(view, old, new, undo, saved)


Looking = Annotated[Look, Depends(_look)]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents of one bucket as the tree shows them: those with a name of their own, then folder by folder."""

    shared: bool
    top: tuple[Document, ...]
    folders: tuple[tuple[str, tuple[Document, ...]], ...]


def shelf(documents: Sequence[Document], *, shared: bool) -> Shelf:
    """Return the documents of one bucket in the order of the tree; in a folder the newest name comes first."""
    own = [one for one in documents if one.bucket.is_shared == shared]
    names = sorted({one.name.partition("/")[0] for one in own if "/" in one.name})
    folders = tuple(
        (name, tuple(sorted((one for one in own if one.name.startswith(f"{name}/")), key=_name, reverse=True)))
        for name in names
    )
    return Shelf(shared, tuple(one for one in own if "/" not in one.name), folders)


def rearranged(documents: Sequence[Document], name: str, step: Step) -> list[str]:
    """Return the names that are told in every turn after one was switched on or off, or moved by one place."""
    names = [one.name for one in documents if one.enabled and one.name != name]
    at = [one.name for one in documents if one.enabled].index(name) if step in ("up", "down") else len(names)
    if step == "off":
        return names
    at = {"on": at, "up": max(at - 1, 0), "down": at + 1}[step]
    return [*names[:at], name, *names[at:]]


@router.get("/files")
async def files(visit: Visiting) -> Response:
    """Show one's own MEMORY.md, or the shared one beside the tree."""
    return await _shown(visit, MEMORY, Look(), shared=False)


@router.post("/arrange")
async def arrange(
    visit: Visiting,
    name: Annotated[str, Form(max_length=300)],
    step: Annotated[Step, Form()],
    shared: _Shared = False,
) -> Response:
    """Switch a document on or off, or move it up or down among those that are told in every turn."""
    visit.demand(shared=shared)
    found = await visit.agent.documents.list(owner=visit.owner)
    own = [one for one in found if one.bucket.is_shared == shared]
    if name not in {one.name for one in own}:
        raise NotFound(f"{name!r}: there is no such document here")
    await visit.agent.documents.arrange(rearranged(own, name, step), owner=visit.owner, shared=shared)
    return goto(file_address(visit, name, shared=shared))


@router.post("/preview")
async def preview(visit: Visiting, content: Annotated[str, Form()] = "") -> Response:
    """Return a text as it will be read."""
    return part(visit, "file_preview.html", text=content)


@router.get("/new-file")
async def new_file(
    visit: Visiting, name: Annotated[str, Query(max_length=300)], shared: Annotated[bool, Query()] = False
) -> Response:
    """Begin a document of that name."""
    named = name.strip() if name.strip().endswith(".md") else f"{name.strip()}.md"
    return goto(file_address(visit, named, shared=shared, view="edit"))


@router.get("/files/{name:path}")
async def show(name: _Name, visit: Visiting, look: Looking, shared: Annotated[bool, Query()] = False) -> Response:
    """Show a document: to read, to edit, its versions, or how one became another."""
    return await _shown(visit, name, look, shared=shared)


async def _shown(visit: Visit, name: str, look: Look, *, shared: bool) -> Response:
    document = await _found(visit, name, shared=shared)
    view = "edit" if document is None and name != MEMORY else look.view
    values = await _values(visit, name, document, shared=shared)
    values |= {"view": view, "undo": look.undo, "saved": look.saved}
    documents = visit.agent.documents
    if document is not None and view == "history":
        found = await documents.history(name, owner=visit.owner, shared=shared, limit=VERSIONS)
        values |= {"versions": found, "effects": EFFECTS, "effect_tones": EFFECT_TONES}
    if document is not None and view == "diff":
        diff = await documents.diff(name, look.old, look.new, owner=visit.owner, shared=shared)
        values |= {"diff": diff, "old": look.old, "new": look.new or document.version}
    return await page(visit, "file.html", **values)


@router.post("/files/{name:path}")
async def save(
    name: _Name,
    visit: Visiting,
    version: Annotated[int, Form(ge=0)],
    content: Annotated[str, Form()] = "",
    shared: _Shared = False,
) -> Response:
    """Store a whole text; if somebody was quicker, show both and their merge, and keep what was typed."""
    demand_change(visit.identity, name, Scope.TEAM if shared else Scope.PERSONAL)
    text = content.replace("\r\n", "\n")  # as forms send it
    try:
        await visit.agent.documents.write(name, text, owner=visit.owner, shared=shared, if_match=version or None)
    except VersionConflict as conflict:
        values = await _values(visit, name, await _found(visit, name, shared=shared), shared=shared)
        values |= {"view": "edit", "conflict": conflict}
        return await page(visit, "file.html", status=412, **values)
    return goto(file_address(visit, name, shared=shared, saved="true"))


@router.post("/revert/{name:path}")
async def revert(
    name: _Name, visit: Visiting, version: Annotated[int, Form(ge=0)], shared: _Shared = False
) -> Response:
    """Give a document the text of an older version, as a new version."""
    demand_change(visit.identity, name, Scope.TEAM if shared else Scope.PERSONAL)
    before = await visit.agent.documents.read(name, owner=visit.owner, shared=shared)
    await visit.agent.documents.revert(name, version, owner=visit.owner, shared=shared)
    return goto(file_address(visit, name, shared=shared, view="history", undo=str(before.version)))


def file_address(visit: Visit, name: str, *, shared: bool, **more: str) -> str:
    """Return the address of a document; `more` stands in the query."""
    query = "&".join([*(["shared=true"] if shared else []), *(f"{key}={value}" for key, value in more.items())])
    return visit.address(f"files/{quote(name)}") + (f"?{query}" if query else "")


async def _found(visit: Visit, name: str, *, shared: bool) -> Document | None:
    """Return the document of just that bucket, or None: the shared one is no stand-in for one's own to edit."""
    try:
        found = await visit.agent.documents.read(name, owner=visit.owner, shared=shared)
    except NotFound:
        return None
    return found if found.bucket.is_shared == shared else None


async def _values(visit: Visit, name: str, document: Document | None, *, shared: bool) -> dict[str, Any]:
    listed = await visit.agent.documents.list(owner=visit.owner)
    budget = next(
        (one for one in budgets(listed, visit.memory.parts.settings, visit.owner) if one.document == name), None
    )
    return {
        "name": name,
        "document": document,
        "shared": shared,
        "shelves": (shelf(listed, shared=False), shelf(listed, shared=True)),
        "budget": None if shared else budget,
        "may_edit": _may_edit(visit, name, shared=shared),
        "may_arrange": not shared or visit.may(Act.WRITE_SHARED),
        "file_url": lambda file, **more: file_address(visit, file, **more),
        "told": lambda word: told(word, visit.lang),
        "is_agents_own": name in (SOUL, AGENTS),
        "conflict": None,
        "undo": None,
        "saved": False,
    }


def _may_edit(visit: Visit, name: str, *, shared: bool) -> bool:
    try:
        demand_change(visit.identity, name, Scope.TEAM if shared else Scope.PERSONAL)
    except NotAllowed:
        return False
    return True


def _name(document: Document) -> str:
    return document.name
