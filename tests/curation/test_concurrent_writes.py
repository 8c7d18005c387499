"""Eight writers at once on one document: a small run of `benchmarks.concurrent_writes`, over both stores."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.documents.entries import Add, Author, Replace
from morrow.documents.names import MEMORY
from morrow.errors import VersionConflict
from morrow.writing.propose import Outcome
from morrow.writing.verify import verify

ME = Owner.user(42)
EDITS = 2
Write = Callable[..., Awaitable[Outcome]]
Texts = Callable[..., Awaitable[list[str]]]


async def _save(agent: Agent, edit: Callable[[str], str]) -> None:
    """Save as a person does: if the document moved on meanwhile, save the merged text."""
    read = await agent.documents.read(MEMORY, owner=ME)
    text, version = edit(read.text), read.version
    while True:
        try:
            await agent.documents.write(MEMORY, text, owner=ME, if_match=version)
        except VersionConflict as conflict:
            text, version = conflict.merged, conflict.version
        else:
            return


def _appended(line: str) -> Callable[[str], str]:
    return lambda text: f"{text.rstrip()}\n{line}\n"


async def test_eight_writers_at_once_lose_and_double_nothing(
    agent: Agent, memory: Memory, add: Texts, write: Write
) -> None:
    await add("The first line.")

    async def person(n: int) -> None:
        for edit in range(EDITS):
            await _save(agent, _appended(f"- Writer {n} noted item {edit}."))

    async def tool(n: int) -> None:
        for edit in range(EDITS):
            await write(Add("Facts", f"- Writer {n} noted item {edit}."), author=Author.AGENT)

    await asyncio.gather(*(person(n) for n in range(4)), *(tool(n) for n in range(4, 8)))

    lines = Counter((await agent.documents.read(MEMORY, owner=ME)).text.split("\n"))
    assert [lines[f"- Writer {n} noted item {edit}."] for n in range(8) for edit in range(EDITS)] == [1] * 8 * EDITS
    assert (await verify(memory.parts.store)).problems == ()


async def test_a_slow_run_and_a_person_both_keep_their_words(agent: Agent, add: Texts, write: Write) -> None:
    ids = await add(*(f"Item {n} stands." for n in range(4)))
    read = {entry.id: entry.text for entry in (await agent.documents.read(MEMORY, owner=ME)).entries}

    async def run(n: int) -> None:
        await write(Replace(ids[n], f"- Item {n} stands, says run {n}."), read=read, run=f"run {n}")

    edited = _save(agent, lambda text: text.replace("Item 0 stands.", "Item 0 stands, says a person."))
    await asyncio.gather(edited, *(run(n) for n in (1, 2)))
    await run(0)

    text = (await agent.documents.read(MEMORY, owner=ME)).text
    waiting = [item.text for item in await agent.inbox(owner=ME)]
    assert "Item 0 stands, says a person." in text
    assert ["Item 1 stands, says run 1." in text, "Item 2 stands, says run 2." in text] == [True, True]
    assert waiting == ["- Item 0 stands, says run 0."]
