"""Records a chat and asks its questions. All that touches morrow stands here."""

import tempfile
from datetime import UTC, datetime

from benchmarks.retrieval.sets import Chat
from morrow.owners import Bucket, Owner, Principal
from morrow.search import Item, Period, add, find
from morrow.store import Store
from morrow.text.dates import dates_in_question

_OWNER = Owner.user("bench")
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def answer(chat: Chat, *, limit: int) -> list[list[str]]:
    """Return the ids of the messages that each question of `chat` brings back, best first."""
    principal = Principal("bench", _OWNER)
    with tempfile.TemporaryDirectory() as home:
        store = await Store.open(home)
        async with store.write() as connection:
            await add(connection, _items(chat))
        answers = []
        for question in chat.questions:
            period = _period(question.text)
            async with store.read(principal) as connection:
                hits = await find(connection, principal, question.text, now=_NOW, limit=limit, period=period)
            answers.append([hit.ref for hit in hits])
        await store.close()
    return answers


def _period(question: str) -> Period | None:
    days = dates_in_question(question, _NOW, "UTC")
    return None if days is None else Period.of_days(*days, "UTC")


def _items(chat: Chat) -> list[Item]:
    positions: dict[str, int] = {}
    items = []
    for unit in chat.units:
        positions[unit.session] = positions.get(unit.session, 0) + 1
        items.append(
            Item(
                bucket=Bucket.personal("bench", _OWNER), kind="message", ref=unit.id, text=unit.text,
                conversation=unit.session, position=positions[unit.session], speaker=unit.speaker, role=unit.role,
                at=unit.at,
            )
        )  # fmt: skip
    return items
