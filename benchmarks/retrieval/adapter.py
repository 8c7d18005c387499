"""Records a chat and asks its questions, as a user of the library would. All that touches morrow stands here."""

import asyncio
import tempfile

from benchmarks.retrieval.sets import Chat
from morrow import Memory, Owner

_OWNER = Owner.user("bench")


async def answer(chat: Chat, *, limit: int) -> list[list[str]]:
    """Return the ids of the messages that each question of `chat` brings back, best first."""
    with tempfile.TemporaryDirectory() as home:
        async with Memory.open(home) as memory:
            agent = memory.agent("bench")
            await agent.row()  # made before, so that the turns below are taken in the order in which they stand
            turns = await asyncio.gather(
                *(
                    agent.record(
                        unit.text, owner=_OWNER, conversation=unit.session, at=unit.at, speaker=unit.speaker or None,
                        role=unit.role,
                    )
                    for unit in chat.units
                )
            )  # fmt: skip
            unit_of = {turn.messages[0]: unit.id for turn, unit in zip(turns, chat.units, strict=True)}
            answers = [await agent.recall(q.text, owner=_OWNER, limit=limit) for q in chat.questions]
    return [[unit_of[hit.message] for hit in hits if hit.message in unit_of] for hits in answers]
