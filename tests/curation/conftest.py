"""A memory with one morning on its clock, and short ways to write into it as a machine and as a person."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.documents.entries import Add, Author, Document, Operation, Source
from morrow.documents.gates.context import RunInput
from morrow.documents.names import MEMORY
from morrow.owners import Bucket
from morrow.testing import Clock
from morrow.writing.change import By, Change
from morrow.writing.propose import Outcome, Words, propose

ME = Owner.user(42)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-04-09T08:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def agent(memory: Memory) -> Agent:
    return memory.agent("ada")


@pytest.fixture
def write(memory: Memory, agent: Agent, clock: Clock) -> Callable[..., Awaitable[Outcome]]:
    """Give a way to write as a run does; what it writes is in its inputs, so that the gates know it was heard."""

    async def write(
        *operations: Operation, name: str = MEMORY, run: str = "run-1", author: Author = Author.DREAM,
        read: dict[str, str] | None = None, hold_all: bool = False, words: Words | None = None, shared: bool = False,
        owner: Owner = ME,
    ) -> Outcome:  # fmt: skip
        row, now = await agent.row(), clock()
        bucket = Bucket.team(row.id) if shared else Bucket.personal(row.id, owner)
        heard = words or Words(inputs=tuple(RunInput(getattr(one, "text", ""), now) for one in operations))
        change = Change(bucket, name, operations, "# MEMORY\n", read=read or {})
        by = By(author, run, "for a test", run=run)
        async with memory.parts.store.write() as connection:
            [outcome] = await propose(
                connection, [change], by=by, words=heard, settings=memory.parts.settings, now=now, hold_all=hold_all
            )
        return outcome

    return write


@pytest.fixture
def add(write: Callable[..., Awaitable[Outcome]], clock: Clock) -> Callable[..., Awaitable[list[str]]]:
    """Give a way to add lines as a dream does, each with a source; it returns their entries' ids."""

    async def add(*texts: str, section: str = "Facts", **how: Any) -> list[str]:
        adds = [Add(section, f"- {text}", (Source("c1", f"m {text}", text, clock()),)) for text in texts]
        outcome = await write(*adds, **how)
        return [change.entry for change in outcome.committed.changes]

    return add


@pytest.fixture
def save(agent: Agent) -> Callable[..., Awaitable[Document]]:
    """Give a way to replace words of the present text by hand, as a person who read it does."""

    async def save(old: str, new: str, name: str = MEMORY) -> Document:
        present = await agent.documents.read(name, owner=ME)
        assert old in present.text
        return await agent.documents.write(name, present.text.replace(old, new), owner=ME, if_match=present.version)

    return save
