"""Finds what a principal remembers about a question, over documents and conversations."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.names import AGENTS, SOUL
from morrow.documents.shelf import load_plain
from morrow.errors import InvalidInput
from morrow.owners import Bucket, Principal, Scope
from morrow.recall.standing import kept_before_said
from morrow.roster.switches import is_on
from morrow.search.question import Found, find
from morrow.search.ranking import Period
from morrow.text.clean import clean
from morrow.text.dates import dates_in_question

MAX_LIMIT = 200
# What an agent is told about itself stands in every prompt already and answers no question about a person.
_ALWAYS_TOLD = frozenset({AGENTS, SOUL})
# What a tool brought in from outside is no memory of anybody; brought back, its orders would be given again.
_OUTSIDE = frozenset({"tool"})


@dataclass(frozen=True, slots=True)
class Hit:
    """One remembered thing that answers a question; `score` is about 1 when it says all of it.

    `kind` is entry, note, fact or message; `document` and `line` are None for messages.
    """

    id: str
    kind: str
    score: float
    text: str
    document: str | None
    line: int | None
    conversation: str | None
    message: str | None
    snippet: str
    date: datetime | None
    scope: Scope
    owner: str
    speaker: str


async def recall(
    connection: AsyncConnection, principal: Principal, question: str, *, limit: int, now: datetime, zone: str
) -> list[Hit]:
    """Return the `limit` best hits for `question`, best first, out of what `principal` may see.

    A period that the question names ("last Tuesday", 上周二) raises what happened in it. Where the agent or the owner
    has recall switched off, nothing comes back. Raises InvalidInput for a limit outside 1 to 200.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInput(f"limit {limit}: ask for 1 to {MAX_LIMIT} hits")
    if not await is_on(connection, Bucket.personal(principal.agent, principal.owner), "recall"):
        return []
    asked = clean(question)
    period = _period(asked, now, zone)
    found = await find(
        connection, principal, asked, now=now, limit=limit, left_out=_ALWAYS_TOLD, left_out_roles=_OUTSIDE,
        period=period,
    )  # fmt: skip
    found = await kept_before_said(connection, found)
    texts = await _texts(connection, found)
    return [_hit(one, texts) for one in found]


def _period(question: str, now: datetime, zone: str) -> Period | None:
    days = dates_in_question(question, now, zone)
    return None if days is None else Period.of_days(*days, zone)


async def _texts(connection: AsyncConnection, found: list[Found]) -> dict[tuple[Bucket, str], str]:
    wanted = {(_bucket(one), one.document) for one in found if one.document is not None}
    texts: dict[tuple[Bucket, str], str] = {}
    for bucket, name in wanted:
        document = await load_plain(connection, bucket, name)
        if document is not None:
            texts[(bucket, name)] = document.text
    return texts


def _bucket(found: Found) -> Bucket:
    return Bucket(found.agent, found.scope, found.owner)


def _hit(found: Found, texts: dict[tuple[Bucket, str], str]) -> Hit:
    line = None
    if found.document is not None:
        line = line_of(texts.get((_bucket(found), found.document), ""), found.text)
    return Hit(
        id=found.ref,
        kind=found.kind,
        score=found.score,
        text=found.text,
        document=found.document,
        line=line,
        conversation=found.conversation,
        message=found.message,
        snippet=found.snippet,
        date=found.date,
        scope=found.scope,
        owner=found.owner,
        speaker=found.speaker,
    )


def line_of(text: str, words: str) -> int | None:
    """Return the line, from 1, at which `words` begin in a document's text, or None if they are not there."""
    first = words.split("\n", 1)[0]
    start = text.find(first)
    return None if start < 0 else text.count("\n", 0, start) + 1
