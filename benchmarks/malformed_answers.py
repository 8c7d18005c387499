"""Lets a model answer badly, in many ways, and counts what became of memory.

`python -m benchmarks.malformed_answers --answers FILE --memory FILE` reads JSON lines {cls, must, reply} and the
MEMORY.md that stands before each. Every answer goes the whole way: a message, the extraction job, the reader, the
gates, the commit. `must` is write, no-write, gate, or no-write-or-…; a valid answer follows a message that says its
`new fact N` and `10:00`, any other small talk.
"""

import argparse
import asyncio
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import RESULTS
from morrow import Memory, Owner
from morrow.documents.entries import Author, Origin, body_of
from morrow.documents.names import MEMORY
from morrow.documents.shelf import list_documents, with_entries
from morrow.owners import Bucket, Principal
from morrow.settings import load_settings
from morrow.testing import Clock, ScriptedModel
from morrow.writing.change import By, Rewrite
from morrow.writing.commit import commit

_FACT = re.compile(r"new fact \d+")
_SMALL_TALK = "What a lovely day it is, let us talk about the weather for a while."
_HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.mirror.enabled": False, "mate.memory.nudge-enabled": False, "mate.memory.engine.extraction": "model",
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
    facts = answer.facts
    said = f"Please note: {facts[0]}, told at 10:00, and ok." if answer.is_valid and facts else _SMALL_TALK
    await agent.record(said, "I see.", owner=owner)
    try:
        await memory.idle()
    except Exception:  # a crash is what is counted here  # noqa: BLE001
        return "crash"
    after = await _entries(memory, bucket)
    new = after - old
    kept = "\n".join(text for _, text in after)
    lost = [text for _, text in old - after if answer.must == "gate" or body_of(text) not in kept]
    if lost or (new and not answer.is_valid) or not all(_is_told(text, said) for _, text in new):
        return "forbidden"
    if any(facts[0] in text for _, text in new) if facts else False:
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
    options = parser.parse_args()
    answers = load(options.answers)[:: options.every]
    found = asyncio.run(run(answers, options.memory.read_text(encoding="utf-8")))
    report = json.dumps({"answers": len(answers), **found}, indent=2, ensure_ascii=False)
    (RESULTS / "malformed-answers.json").write_text(report + "\n", encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
