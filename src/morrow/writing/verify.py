"""Finds what was changed behind memory's back: walks every audit chain, every document's revisions, and its entries.

Reads everything and changes nothing. It finds accidents and plain tampering; who can write the whole database can also
compute its hashes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.names import is_structured
from morrow.documents.parse import parse
from morrow.documents.revisions import Delta, apply_delta, hash_of
from morrow.errors import InvalidInput
from morrow.owners import Bucket, Scope
from morrow.store import Store
from morrow.writing.audit import Act, Action, link_hash, revision_detail
from morrow.writing.proposals import settled_detail
from morrow.writing.table import audit, proposal

_Row = Any  # a row by its columns; SQLAlchemy types rows by position only


@dataclass(frozen=True, slots=True)
class Problem:
    """One row that is not as it was written. `place` names it; `what` says what is wrong with it."""

    place: str
    what: str


@dataclass(frozen=True, slots=True)
class Verified:
    """How a check came out, and how much was looked at."""

    problems: tuple[Problem, ...]
    documents: int
    revisions: int
    acts: int

    @property
    def is_ok(self) -> bool:
        """Whether every row is as it was written."""
        return not self.problems


async def verify(store: Store) -> Verified:
    """Return whether documents, revisions, entries, proposals and the audit chains are as they were written."""
    async with store.read_all() as connection:
        acts = await _acts(connection)
        revisions = await _revisions(connection)
        documents = (await connection.execute(select(table.document).order_by(table.document.c.id))).all()
        settled = (await connection.execute(select(proposal).where(proposal.c.settled_by.is_not(None)))).all()
        entries = await _living_entries(connection)
    problems = [problem for bucket, links in acts.items() for problem in _check_chain(bucket, links)]
    noted = {link.subject: link for links in acts.values() for link in links if link.action == Action.REVISION}
    for document in documents:
        problems += _check_document(document, revisions.get(document.id, []), noted)
        problems += _check_entries(document, entries.get(document.id, []))
    known = {row.id for rows in revisions.values() for row in rows}
    problems += [
        Problem(f"audit {link.agent} {link.seq}", "speaks of a revision that is gone")
        for revision, link in noted.items()
        if revision not in known
    ]
    problems += _check_settled(settled, acts)
    counted = sum(len(links) for links in acts.values())
    return Verified(tuple(problems), len(documents), sum(map(len, revisions.values())), counted)


async def _acts(connection: AsyncConnection) -> Mapping[Bucket, list[_Row]]:
    found: dict[Bucket, list[_Row]] = defaultdict(list)
    for row in await connection.execute(select(audit).order_by(audit.c.seq)):
        found[_bucket(row)].append(row)
    return found


async def _revisions(connection: AsyncConnection) -> Mapping[str, list[_Row]]:
    found: dict[str, list[_Row]] = defaultdict(list)
    for row in await connection.execute(select(table.revision).order_by(table.revision.c.version)):
        found[row.document].append(row)
    return found


async def _living_entries(connection: AsyncConnection) -> Mapping[str, list[_Row]]:
    c = table.entry.c
    found: dict[str, list[_Row]] = defaultdict(list)
    for row in await connection.execute(select(c.id, c.document, c.text).where(c.retired_at.is_(None))):
        found[row.document].append(row)
    return found


def _check_chain(bucket: Bucket, links: list[_Row]) -> Iterator[Problem]:
    previous, expected = "", 1
    for link in links:
        place = f"audit {bucket.key} {link.seq}"
        if link.seq != expected:
            yield Problem(place, f"number {expected} of the chain is missing")
        elif link.previous != previous:
            yield Problem(place, "does not follow the row before it")
        act = Act(link.actor, Action(link.action), link.subject, link.detail)
        if link.hash != link_hash(bucket, link.seq, link.previous, link.at, act):
            yield Problem(place, "was changed after it was written")
        previous, expected = link.hash, link.seq + 1


def _check_document(document: _Row, revisions: list[_Row], noted: Mapping[str, _Row]) -> Iterator[Problem]:
    place = f"{_bucket(document).key} {document.name}"
    text: str | None = ""
    previous = ""
    for expected, revision in enumerate(revisions, start=1):
        here = f"{place} version {revision.version}"
        if revision.version != expected:
            yield Problem(here, f"version {expected} is missing")
            return
        if revision.parent_hash != previous:
            yield Problem(here, "does not follow the version before it")
        text = _text_of(revision, text)
        if revision.redacted_at is None:
            if text is None or hash_of(text) != revision.hash:
                yield Problem(here, "its text was changed after it was written")
            yield from _check_noted(here, revision, noted.get(revision.id))
        previous = revision.hash
    is_redacted = bool(revisions) and revisions[-1].redacted_at is not None
    if document.version != len(revisions):
        yield Problem(place, f"says version {document.version}, but has {len(revisions)} revisions")
    elif hash_of(document.text) != previous and not is_redacted:
        yield Problem(place, "its text is not the one of its last revision")


def _text_of(revision: _Row, before: str | None) -> str | None:
    """Return the text after a revision, or None if its delta does not fit."""
    if revision.whole is not None:
        return str(revision.whole)
    if before is None or revision.delta is None:
        return None
    try:
        return apply_delta(before, Delta.decode(revision.delta))
    except InvalidInput:
        return None


def _check_noted(place: str, revision: _Row, link: _Row | None) -> Iterator[Problem]:
    if link is None:
        yield Problem(place, "stands in no audit chain")
        return
    detail = revision_detail(
        revision.parent_hash, revision.hash, revision.author, revision.actor, revision.reason, revision.operations
    )
    if link.detail != detail:
        yield Problem(place, "its author, reason or changes are not those that were written")


def _check_entries(document: _Row, entries: list[_Row]) -> Iterator[Problem]:
    texts = {piece.text for piece in parse(document.text, is_structured(document.name)).entries}
    for entry in entries:
        if entry.text not in texts:
            yield Problem(f"entry {entry.id}", f"its words do not stand in {document.name}")


def _check_settled(settled: Sequence[_Row], acts: Mapping[Bucket, list[_Row]]) -> Iterator[Problem]:
    settlements = {Action.ACCEPT, Action.EDIT, Action.REJECT}
    noted = {link.subject: link for links in acts.values() for link in links if link.action in settlements}
    for row in settled:
        link = noted.get(row.id)
        if link is not None and link.detail != settled_detail(row.status, row.revision):
            yield Problem(f"proposal {row.id}", "was settled in another way than the audit chain says")
        elif link is None and row.settled_by != "system":  # the system takes back only what it asked itself
            yield Problem(f"proposal {row.id}", "was settled, but stands in no audit chain")


def _bucket(row: _Row) -> Bucket:
    return Bucket(row.agent, Scope(row.scope), row.owner)
