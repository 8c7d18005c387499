"""Many writers and an editor at once on one mirrored file: `python -m benchmarks.concurrent_mirror [--edits 100]`.

Each edit adds one line of its own; afterwards every line must stand in store and file, exactly once.
"""

import argparse
import asyncio
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.figures import Figures, report
from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.documents.entries import Add, Author
from morrow.errors import VersionConflict
from morrow.owners import Bucket
from morrow.writing.change import By, Change
from morrow.writing.commit import commit

ME = Owner.user(1)
NAME = "MEMORY.md"
FILE = Path("workspace", "ada", "owners", "user%3a1", NAME)
PROCESSES = 2
KINDS = ("person", "tool", "run", "person")  # the writers of one process


def main() -> None:
    """Write at once, count what is lost or doubled, and leave it in `benchmarks/results/concurrent-mirror.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.concurrent_mirror")
    parser.add_argument("--edits", type=int, default=100, help="of each of the 8 writers and of the editor")
    report("concurrent-mirror", {"8 writers and an editor": write_at_once(parser.parse_args().edits)})


def write_at_once(edits: int) -> Figures:
    """Return how many of the lines that 8 writers and an editor added are lost or doubled."""
    start = multiprocessing.get_context("forkserver")
    start.set_forkserver_preload(["benchmarks.concurrent_mirror"])
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        asyncio.run(_begin(home))
        processes = [start.Process(target=run_writers, args=(str(home), n, edits)) for n in range(PROCESSES)]
        processes.append(start.Process(target=run_editor, args=(str(home), edits)))
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        failed = sum(process.exitcode != 0 for process in processes)
        stored, on_disk = asyncio.run(_end(home))
    wanted = [_line(kind, f"{p}{n}", i) for p in range(PROCESSES) for n, kind in enumerate(KINDS) for i in range(edits)]
    wanted += [_line("editor", "0", i) for i in range(edits)]
    counts = Counter(stored.split("\n"))
    print(*(line for line in wanted if not counts[line]), sep="\n", end="")
    return {
        "edits": len(wanted),
        "lost": sum(counts[line] == 0 for line in wanted),
        "doubled": sum(counts[line] > 1 for line in wanted),
        "file differs": int(stored != on_disk),
        "writers failed": failed,
        "seconds": round(time.monotonic() - began, 1),
    }


def run_writers(home: str, process: int, edits: int) -> None:
    """Write in a process of its own, as four writers."""
    asyncio.run(_write(Path(home), process, edits))


def run_editor(home: str, edits: int) -> None:
    """Add lines as editors do: read, think, save; four times of five under a new name, else in place."""
    path, dice = Path(home) / FILE, random.Random(3)  # noqa: S311 - moments, no secret
    for number in range(edits):
        text = _read_whole(path)
        time.sleep(dice.random() * 0.02)
        edited = text.rstrip("\n") + "\n" + _line("editor", "0", number) + "\n"
        if number % 5:
            path.with_name("MEMORY.md~").write_text(edited)
            path.with_name("MEMORY.md~").replace(path)
        else:
            path.write_text(edited)
        time.sleep(dice.random() * 0.05)


def _read_whole(path: Path) -> str:
    while True:
        text = path.read_text()
        if text:
            return text


async def _begin(home: Path) -> None:
    async with Memory.open(home) as memory:
        await memory.agent("ada").documents.write(NAME, "# MEMORY\n\n- first\n", owner=ME)


async def _end(home: Path) -> tuple[str, str]:
    async with Memory.open(home) as memory:
        document = await memory.agent("ada").documents.read(NAME, owner=ME)
    return document.text, (home / FILE).read_text()


async def _write(home: Path, process: int, edits: int) -> None:
    async with Memory.open(home) as memory:
        agent = memory.agent("ada")
        writers = [_write_as(memory, agent, kind, f"{process}{n}", edits) for n, kind in enumerate(KINDS)]
        await asyncio.gather(*writers)


async def _write_as(memory: Memory, agent: Agent, kind: str, writer: str, edits: int) -> None:
    bucket = Bucket.personal((await agent.row()).id, ME)
    for number in range(edits):
        line = _line(kind, writer, number)
        if kind == "person":
            await _save(agent, line)
        elif kind == "tool":
            await agent.documents.edit(NAME, "# MEMORY\n", f"# MEMORY\n\n{line}\n", owner=ME)
        else:
            by = By(Author.EXTRACTION, writer, "benchmark")
            async with memory.parts.store.write() as connection:
                await commit(connection, [Change(bucket, NAME, (Add("", line),))], by=by, now=memory.parts.clock())


async def _save(agent: Agent, line: str) -> None:
    """Save a whole text; if it moved on meanwhile, save the merged one."""
    read = await agent.documents.read(NAME, owner=ME)
    text, version = read.text.rstrip("\n") + "\n" + line + "\n", read.version
    while True:
        try:
            await agent.documents.write(NAME, text, owner=ME, if_match=version)
        except VersionConflict as conflict:
            text, version = conflict.merged, conflict.version
        else:
            return


def _line(kind: str, writer: str, number: int) -> str:
    return f"- {kind} {writer} wrote {number}"


if __name__ == "__main__":
    main()
