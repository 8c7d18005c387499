"""Eight processes writing one document: `python -m benchmarks.concurrent_writes [--edits 100] [--home URL]`.

Persons save whole texts and merge what moved on, tools append through the gates, a slow run replaces lines that it read
in an earlier transaction. Afterwards each line must stand once, in the document or, once that is full, in its archive,
and the audit chain must verify.
"""

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Figures, report
from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.documents.entries import Add, Author, Operation, Replace
from morrow.documents.gates.context import RunInput
from morrow.errors import VersionConflict
from morrow.owners import Bucket
from morrow.store import Store
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose
from morrow.writing.verify import verify

ME = Owner.user(1)
NAME = "MEMORY.md"
KINDS = ("person", "tool", "person", "tool", "person", "tool", "run", "run")


@dataclass(frozen=True, slots=True)
class Writer:
    """One writer with its agent open; `number` tells its lines from all others."""

    memory: Memory
    agent: Agent
    bucket: Bucket
    number: int

    def line(self, edit: int) -> str:
        """Return the one line that an edit is about."""
        return f"- Writer {self.number} noted item {edit}."

    async def save(self, edit: int) -> None:
        """Save a whole text as a person; if it moved on meanwhile, save the merged one."""
        read = await self.agent.documents.read(NAME, owner=ME)
        text, version = f"{read.text.rstrip()}\n{self.line(edit)}\n", read.version
        while True:
            try:
                await self.agent.documents.write(NAME, text, owner=ME, if_match=version)
            except VersionConflict as conflict:
                text, version = conflict.merged, conflict.version
            else:
                return

    async def append(self, edit: int) -> None:
        """Add a line as a tool does, through the gates."""
        await self._propose(Add("Facts", self.line(edit)), read={})

    async def replace(self, edit: int) -> None:
        """Add a draft, read everything, and replace the draft in another transaction, as a run with a model does."""
        draft = f"- Writer {self.number} drafts item {edit}."
        await self._propose(Add("Facts", draft), read={})
        entries = (await self.agent.documents.read(NAME, owner=ME)).entries
        [mine] = [entry.id for entry in entries if entry.text == draft]
        await asyncio.sleep(0)
        await self._propose(Replace(mine, self.line(edit)), read={entry.id: entry.text for entry in entries})

    async def _propose(self, operation: Operation, *, read: dict[str, str]) -> None:
        change = Change(self.bucket, NAME, (operation,), read=read)
        by = By(Author.EXTRACTION, f"writer {self.number}", "benchmark")
        words = Words(inputs=(RunInput(getattr(operation, "text", "")),), asked=True)
        parts = self.memory.parts
        async with parts.store.write() as connection:
            await propose(connection, [change], by=by, words=words, settings=parts.settings, now=parts.clock())


def main() -> None:
    """Write at once, count what is lost or doubled, and leave it in `benchmarks/results/concurrent-writes.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.concurrent_writes")
    parser.add_argument("--edits", type=int, default=100, help="of each of the 8 writers")
    parser.add_argument("--home", help="an empty folder or a postgresql:// URL; without it, a new folder")
    wanted = parser.parse_args()
    if wanted.home:
        figures = write_at_once(wanted.home, wanted.edits)
    else:
        with tempfile.TemporaryDirectory() as folder:
            figures = write_at_once(str(Path(folder) / "home"), wanted.edits)
    report("concurrent-writes", {"8 processes": figures})


def write_at_once(home: str, edits: int) -> Figures:
    """Return how many lines of 8 processes are lost or doubled, and what `verify` finds."""
    start = multiprocessing.get_context("forkserver")
    start.set_forkserver_preload(["benchmarks.concurrent_writes"])
    asyncio.run(_begin(home))
    began = time.monotonic()
    processes = [start.Process(target=run_writer, args=(home, n, edits)) for n in range(len(KINDS))]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    seconds = time.monotonic() - began
    lines, problems, held, versions = asyncio.run(_end(home))
    wanted = [f"- Writer {number} noted item {edit}." for number in range(len(KINDS)) for edit in range(edits)]
    return {
        "edits": len(wanted),
        "lost": sum(lines[line] == 0 for line in wanted),
        "doubled": sum(lines[line] > 1 for line in wanted),
        "held": held,
        "writers failed": sum(process.exitcode != 0 for process in processes),
        "versions": versions,
        "problems found by verify": problems,
        "seconds": round(seconds, 1),
    }


def run_writer(home: str, number: int, edits: int) -> None:
    """Write in a process of its own."""
    asyncio.run(_write(home, number, edits))


async def _begin(home: str) -> None:
    async with Memory.open(home) as memory:
        await memory.agent("ada").documents.write(NAME, "# MEMORY\n\n## Facts\n- The first line.\n", owner=ME)


async def _write(home: str, number: int, edits: int) -> None:
    async with Memory.open(home) as memory:
        agent = memory.agent("ada")
        writer = Writer(memory, agent, Bucket.personal((await agent.row()).id, ME), number)
        act = {"person": writer.save, "tool": writer.append, "run": writer.replace}[KINDS[number]]
        for edit in range(edits):
            await act(edit)


async def _end(home: str) -> tuple[Counter[str], int, int, int]:
    async with Memory.open(home) as memory:
        agent = memory.agent("ada")
        document = await agent.documents.read(NAME, owner=ME)
        archives = await agent.documents.list(owner=ME, prefix="archive/")  # where the oldest go once it is full
        held = len(await agent.inbox(owner=ME))
    store = await Store.open(home)
    problems = len((await verify(store)).problems)
    await store.close()
    lines = Counter(line for one in (document, *archives) for line in one.text.split("\n"))
    return lines, problems, held, document.version


if __name__ == "__main__":
    main()
