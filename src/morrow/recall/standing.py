"""Puts what memory made of messages before the messages: whoever took something back is not told the old words first.

Ranks nothing by its words; that is the search's.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.names import MEMORY, PROFILE
from morrow.documents.table import entry_source
from morrow.search.question import Found

_KEPT = frozenset({MEMORY, PROFILE})


async def kept_before_said(connection: AsyncConnection, found: Sequence[Found]) -> list[Found]:
    """Return `found` with each line of MEMORY.md and PROFILE.md before what it rests on: messages, and lines of notes.

    A kept line answers at least as well as the best of its sources, for it is what they came to.
    """
    kept = [one for one in found if one.document in _KEPT]
    notes = [one for one in found if one.kind == "note"]
    if not kept or len(kept) == len(found):
        return list(found)
    messages = await _messages_of(connection, [one.ref for one in (*kept, *notes)])
    resting = {one.ref: messages.get(one.ref, frozenset()) for one in notes}
    resting |= {one.ref: frozenset({one.ref}) for one in found if one.kind == "message"}
    raised = [_raised(one, messages.get(one.ref, frozenset()), found, resting) for one in found]
    return sorted(raised, key=lambda one: (-one.score, one.document not in _KEPT))


def _raised(one: Found, sources: frozenset[str], found: Sequence[Found], resting: dict[str, frozenset[str]]) -> Found:
    if one.document not in _KEPT:
        return one
    scores = [other.score for other in found if (said := resting.get(other.ref)) and said <= sources]
    return replace(one, score=max(one.score, *scores)) if scores else one


async def _messages_of(connection: AsyncConnection, entries: Sequence[str]) -> dict[str, frozenset[str]]:
    rows = await connection.execute(
        select(entry_source.c.entry, entry_source.c.message).where(entry_source.c.entry.in_(entries))
    )
    messages: defaultdict[str, set[str]] = defaultdict(set)
    for entry, message in rows:
        messages[entry].add(message)
    return {entry: frozenset(said) for entry, said in messages.items()}
