"""Lets a model answer badly, in many ways, and counts what became of memory.

`python -m benchmarks.malformed_answers --answers FILE --memory FILE` reads JSON lines {cls, must, reply} and the
MEMORY.md that stands before each. Every answer passes the reader, the plan and the gates; with `--whole` it goes all
the way, from a recorded message through the extraction job to the commit. `must` is write, no-write, gate, or
no-write-or-…; a valid answer follows a message that says its `new fact N` and `10:00`, any other small talk.
"""

import argparse
import asyncio
import itertools
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.figures import RESULTS
from morrow import Memory, Owner
from morrow.conversations.turns import Message
from morrow.documents.entries import Add, Author, Document, Origin, Replace, Retire, body_of
from morrow.documents.gates.context import GateContext, RunInput, UserMessage
from morrow.documents.gates.pipeline import judge_run
from morrow.documents.names import MEMORY
from morrow.documents.operations import rewrite
from morrow.documents.shelf import list_documents, with_entries
from morrow.extraction.by_model import Plan
from morrow.extraction.evidence import Window
from morrow.extraction.listening import Shelf
from morrow.models.answers import Unreadable, read_extraction
from morrow.owners import Bucket, Principal
from morrow.settings import load_settings
from morrow.testing import Clock, ScriptedModel
from morrow.writing.change import By, Rewrite
from morrow.writing.commit import commit

NOON = datetime(2026, 4, 9, 12, tzinfo=UTC)
_FACT = re.compile(r"new fact \d+")
_SMALL_TALK = "What a lovely day it is, let us talk about the weather for a while."
_HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.mirror.enabled": False, "mate.memory.nudge-enabled": False,
    "mate.memory.soul-update-interval": 0, "mate.memory.engine.extraction": "model",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a model, and what may become of it."""

    cls: str
    must: str
    reply: str

    @property
    def is_valid(self) -> bool:
        """Whether the answer holds a whole and honest proposal; of two whole objects the first counts."""
        return self.must != "gate" and (self.must != "no-write" or self.cls == "json.two-objects")

    @property
    def facts(self) -> list[str]:
        """The new facts that it proposes."""
        return _FACT.findall(self.reply)

    @property
    def said(self) -> str:
        """What the user said before it: what a valid answer is made of, small talk otherwise."""
        return f"Please note: {self.facts[0]}, told at 10:00, and ok." if self.is_valid and self.facts else _SMALL_TALK


async def run(answers: Iterable[Answer], before: str) -> dict[str, object]:
    """Let each answer meet a memory of its own, and return the counts and the answers that went wrong."""
    current: list[str] = [""]
    model = ScriptedModel(answering=lambda _: current[0])
    settings = load_settings(None, environ={}, overrides=_HERE)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        async with Memory.open(
            home, settings=settings, clock=Clock("2026-04-09T10:00:00+00:00"), models=model
        ) as memory:
            for number, answer in enumerate(answers):
                current[0] = answer.reply
                verdict = await _meet(memory, Owner.user(number), answer, before)
                counts[verdict] += 1
                counts["valid"] += answer.must == "write"
                if verdict in ("forbidden", "crash", "missed"):
                    wrong.append(f"{answer.cls}: {verdict}")
    return {"counts": dict(counts), "wrong": dict(Counter(wrong))}


async def _meet(memory: Memory, owner: Owner, answer: Answer, before: str) -> str:
    """Return applied, kept, forbidden, missed or crash."""
    agent = memory.agent()
    bucket = Bucket.personal((await agent.row()).id, owner)
    by = By(Author.EXTRACTION, "earlier", "stood there before", origin=Origin.USER)
    async with memory.parts.store.write() as connection:
        await commit(connection, [Rewrite(bucket, MEMORY, before)], by=by, now=memory.parts.clock())
    old = await _entries(memory, bucket)
    await agent.record(answer.said, "I see.", owner=owner)
    try:
        await memory.idle()
    except Exception:  # a crash is what is counted here  # noqa: BLE001
        return "crash"
    after = await _entries(memory, bucket)
    kept = "\n".join(text for _, text in after)
    lost = [text for _, text in old - after if answer.must == "gate" or body_of(text) not in kept]
    return _verdict(answer, [text for _, text in after - old], is_lost=bool(lost))


def _verdict(answer: Answer, new: Sequence[str], *, is_lost: bool) -> str:
    if is_lost or (new and not answer.is_valid) or not all(_is_told(text, answer.said) for text in new):
        return "forbidden"
    if answer.facts and any(answer.facts[0] in text for text in new):
        return "applied"
    return "missed" if answer.must == "write" else "kept"


async def _entries(memory: Memory, bucket: Bucket) -> set[tuple[str, str]]:
    principal = Principal(bucket.agent, Owner(bucket.owner))
    async with memory.parts.store.read(principal) as connection:
        found = [await with_entries(connection, one) for one in await list_documents(connection, bucket)]
    return {(document.name, entry.text) for document in found for entry in document.entries}


def _is_told(text: str, said: str) -> bool:
    """Whether a new line says only what the user said, or the `ok` of the daily entry."""
    return all(fact in said for fact in _FACT.findall(text))


def run_pure(answers: Iterable[Answer], before: str) -> dict[str, object]:
    """Let each answer pass the reader, the plan and the gates only, as the job does, with nothing stored."""
    shelf = _shelf(before)
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for answer in answers:
        try:
            verdict = _judged(shelf, answer)
        except Exception:  # a crash is what is counted here  # noqa: BLE001
            verdict = "crash"
        counts[verdict] += 1
        counts["valid"] += answer.must == "write"
        if verdict in ("forbidden", "crash", "missed"):
            wrong[f"{answer.cls}: {verdict}"] += 1
    return {"counts": dict(counts), "wrong": dict(wrong)}


def _judged(shelf: Shelf, answer: Answer) -> str:
    said = answer.said
    heard = _message("user", said, "user"), _message("assistant", "I see.", "agent")
    read = read_extraction(answer.reply, False)
    if isinstance(read, Unreadable) or read.is_nothing:
        return "missed" if answer.must == "write" else "kept"
    plan = Plan(shelf, Window(heard, read.evidence, "UTC"), NOON.date(), keeps_own=True)
    told = (UserMessage(heard[0].id, said, NOON),)
    inputs = (RunInput(shelf.text(MEMORY)), RunInput("I see."))
    parts = [
        (
            change.operations,
            GateContext(change.name, Author.EXTRACTION, shelf.entries(change.name), user_messages=told, inputs=inputs),
        )
        for change in plan.changes(read, 1_000)
    ]
    accepted = [operation for verdicts in judge_run(parts) for operation in verdicts.operations]
    new = [operation.text for operation in accepted if isinstance(operation, Add | Replace)]
    gone = [operation for operation in accepted if isinstance(operation, Retire | Replace)]
    kept = "\n".join(new)
    old = {entry.id: entry for entry in shelf.entries(MEMORY)}
    lost = [one for one in gone if answer.must == "gate" or old[one.entry].body not in kept]
    return _verdict(answer, new, is_lost=bool(lost))


def _shelf(before: str) -> Shelf:
    numbers = itertools.count()
    applied = rewrite(
        "", (), before, author=Author.EXTRACTION, origin=Origin.USER, now=NOON, new_id=lambda: str(next(numbers))
    )
    bucket = Bucket.personal("a", Owner.user(1))
    document = Document("d", bucket, MEMORY, before, 1, True, 0, NOON, applied.entries)
    return Shelf(bucket, "UTC", {MEMORY: document})


def _message(role: str, text: str, origin: str) -> Message:
    said_by = "user:1" if role == "user" else ""
    position = 1 if role == "user" else 2
    bucket = Bucket.personal("a", Owner.user(1))
    return Message(f"m{position}", "c", "t", position, role, "", said_by, origin, text, NOON, bucket)


def load(path: Path) -> list[Answer]:
    """Return the answers of a file of JSON lines."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line)
    return [Answer(row["cls"], row["must"], row["reply"]) for row in rows]


def main() -> None:
    """Run over a file and leave the counts in `benchmarks/results/`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--memory", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take every n-th answer only")
    parser.add_argument("--whole", action="store_true", help="go through the job and the store too; 0.1 s an answer")
    options = parser.parse_args()
    answers = load(options.answers)[:: options.every]
    before = options.memory.read_text(encoding="utf-8")
    found = asyncio.run(run(answers, before)) if options.whole else run_pure(answers, before)
    report = json.dumps(
        {"answers": len(answers), "through the store": options.whole, **found}, indent=2, ensure_ascii=False
    )
    (RESULTS / "malformed-answers.json").write_text(report + "\n", encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
