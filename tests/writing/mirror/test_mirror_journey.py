"""A person with an editor and a writer that thinks for long, on the same file."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.documents.entries import Author, Document
from morrow.documents.gates.context import UserMessage
from morrow.documents.names import MEMORY
from morrow.documents.operations import diff
from morrow.documents.shelf import load
from morrow.owners import Bucket
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose


@dataclass(slots=True)
class SlowWriter:
    """Reads a document, thinks until it may answer, then writes the whole text anew from what it had read."""

    memory: Memory
    bucket: Bucket
    has_read: asyncio.Event = field(default_factory=asyncio.Event)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def rewrite(self, old: str, new: str) -> Document:
        async with self.memory.parts.store.read_all() as connection:
            read = await load(connection, self.bucket, MEMORY)
        assert read is not None
        self.has_read.set()
        await self.may_answer.wait()
        operations = diff(read.entries, read.text.replace(old, new))
        now, by = self.memory.parts.clock(), By(Author.DREAM, "run-1", "dreamt", run="run-1")
        change = Change(self.bucket, MEMORY, operations, read={entry.id: entry.text for entry in read.entries})
        words = Words(user_messages=(UserMessage("m", new, now),), asked=True)
        async with self.memory.parts.store.write() as connection:
            [outcome] = await propose(
                connection, [change], by=by, words=words, settings=self.memory.parts.settings, now=now
            )
        return outcome.committed.document


async def test_a_person_edits_while_a_run_waits_for_its_model_and_both_survive(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await ada.remember("the deploy key rotates every Friday", owner=me)
    await ada.remember("Lin works at Siemens in Munich", owner=me)
    writer = SlowWriter(memory, Bucket.personal((await ada.row()).id, me))
    run = asyncio.create_task(
        writer.rewrite("Munich\n", "Munich\n- the team meets at 10:00 on Mondays\n- tea is better than coffee\n")
    )
    await writer.has_read.wait()

    path = mine / MEMORY
    edited = path.read_text().replace("every Friday", "every second Friday") + "- the spare key is with Lin\n"
    path.with_name("MEMORY.md~").write_text(edited)
    path.with_name("MEMORY.md~").replace(path)
    writer.may_answer.set()
    await run

    document = await ada.documents.read(MEMORY, owner=me)
    assert {entry.body: entry.author for entry in document.entries} == {
        "the deploy key rotates every second Friday": Author.DISK,
        "Lin works at Siemens in Munich": Author.AGENT,
        "the spare key is with Lin": Author.DISK,
        "the team meets at 10:00 on Mondays": Author.DREAM,
        "tea is better than coffee": Author.DREAM,
    }
    assert path.read_text() == document.text
