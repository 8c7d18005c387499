"""Lets a model answer badly when it is asked for a dream, in many ways, and counts what became of memory.

`python -m benchmarks.malformed_dreams --answers FILE --memory FILE` reads the same files as `malformed_answers`; the
answer's `memory_update` stands for `memory_content`. Each answer passes the reader, the plan and the gates; with
`--whole` it goes all the way, from a note through the dream to the commit. What a valid answer adds is a candidate.
"""

import argparse
import asyncio
import itertools
import json
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.figures import RESULTS
from benchmarks.malformed_answers import Answer, load
from morrow import Memory, Owner
from morrow.documents.entries import Add, Author, Entry, Origin, Replace, Retire
from morrow.documents.gates.context import GateContext, RunInput, UserMessage
from morrow.documents.gates.pipeline import judge_run
from morrow.documents.names import DREAMS, MEMORY
from morrow.documents.operations import rewrite
from morrow.documents.shelf import list_documents, with_entries
from morrow.dreaming.candidates import Window, collect
from morrow.dreaming.engines import read_answer
from morrow.dreaming.gates import Thresholds, Verdict, judge_all
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.rewriting import plan_rewriting
from morrow.models.answers import Unreadable
from morrow.owners import Bucket, Principal
from morrow.settings import load_settings
from morrow.testing import Clock, ScriptedModel
from morrow.writing.change import By, Rewrite
from morrow.writing.commit import commit

NOON = datetime(2026, 4, 9, 12, tzinfo=UTC)
DECOY = "I keep a herb garden on the balcony."
HEADINGS = ("Projects", "Preferences")
_HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.mirror.enabled": False, "mate.memory.nudge-enabled": False,
    "mate.memory.soul-update-interval": 0, "mate.memory.engine.extraction": "rules",
}  # fmt: skip


def said_before(answer: Answer) -> str:
    """Return what the notes hold: what a valid answer adds, something else otherwise."""
    return answer.facts[0] if answer.is_valid and answer.facts else DECOY


def as_dream(answer: Answer) -> Answer:
    """Return the answer in the form of a dream's."""
    return replace(answer, reply=answer.reply.replace("memory_update", "memory_content"))


def run_pure(answers: Iterable[Answer], before: str) -> dict[str, object]:
    """Let each answer pass the reader, the plan and the gates only, with nothing stored."""
    entries = _entries(before)
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for answer in map(as_dream, answers):
        try:
            verdict = _judged(entries, answer)
        except Exception:  # a crash is what is counted here  # noqa: BLE001
            verdict = "crash"
        _count(counts, wrong, answer, verdict)
    return {"counts": dict(counts), "wrong": dict(wrong)}


def _judged(entries: tuple[Entry, ...], answer: Answer) -> str:
    read = read_answer(answer.reply, False)
    if isinstance(read, Unreadable) or read.memory_content is None:
        return "missed" if answer.must == "write" else "kept"
    said = said_before(answer)
    line = _line(said)
    plan = plan_rewriting(
        read.memory_content, shown=entries, verdicts=_verdicts(line), lines=(line,), headings=HEADINGS
    )
    context = GateContext(
        MEMORY, Author.DREAM, entries, user_messages=(UserMessage("m", said, NOON),), inputs=(RunInput(said),)
    )
    [judged] = judge_run([(tuple(one.operation for one in plan.planned), context)])
    taking = (Retire, Replace)
    new = [operation.text for operation in judged.operations if isinstance(operation, Add | Replace)]
    gone = [operation for operation in judged.operations if isinstance(operation, taking)]
    return _verdict(answer, new, is_lost=bool(gone))


def _verdict(answer: Answer, new: list[str], *, is_lost: bool) -> str:
    if is_lost or any(said_before(answer) not in text for text in new) or (new and not answer.is_valid):
        return "forbidden"
    if answer.facts and any(answer.facts[0] in text for text in new):
        return "applied"
    return "missed" if answer.must == "write" else "kept"


def _verdicts(line: NoteLine) -> tuple[Verdict, ...]:
    window = Window(NOON.date())
    found = collect([line], (), window=window).candidates
    return judge_all(found, thresholds=Thresholds(0, 0, 0, 0.0), memory_entries=(), today=NOON.date())


def _line(text: str) -> NoteLine:
    return NoteLine("n", text, "", "memory/2026-04-09.md", NOON.date(), NOON, "c", "m", text, asked=True)


def _entries(before: str) -> tuple[Entry, ...]:
    numbers = itertools.count()
    applied = rewrite(
        "", (), before, author=Author.DREAM, origin=Origin.USER, now=NOON, new_id=lambda: str(next(numbers))
    )
    return applied.entries


async def run(answers: Iterable[Answer], before: str) -> dict[str, object]:
    """Let each answer meet a memory of its own, asked by a whole dream, and return the counts."""
    current: list[str] = [""]
    model = ScriptedModel(answering=lambda _: current[0])
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    settings = load_settings(None, environ={}, overrides=_HERE)
    with tempfile.TemporaryDirectory() as home:
        async with Memory.open(
            home, settings=settings, clock=Clock("2026-04-09T10:00:00+00:00"), models=model
        ) as memory:
            for number, answer in enumerate(map(as_dream, answers)):
                current[0] = answer.reply
                verdict = await _meet(memory, Owner.user(number), answer, before)
                _count(counts, wrong, answer, verdict)
    return {"counts": dict(counts), "wrong": dict(wrong)}


async def _meet(memory: Memory, owner: Owner, answer: Answer, before: str) -> str:
    agent = memory.agent()
    bucket = Bucket.personal((await agent.row()).id, owner)
    by = By(Author.DREAM, "earlier", "stood there before", origin=Origin.USER)
    async with memory.parts.store.write() as connection:
        await commit(connection, [Rewrite(bucket, MEMORY, before)], by=by, now=memory.parts.clock())
    await agent.documents.write("memory/2026-04-09.md", f"- {said_before(answer)}\n", owner=owner)
    old = await _stored(memory, bucket)
    try:
        await agent.dream(owner=owner)
    except Exception:  # a crash is what is counted here  # noqa: BLE001
        return "crash"
    after = await _stored(memory, bucket)
    return _verdict(answer, [text for _, text in after - old], is_lost=bool(old - after))


async def _stored(memory: Memory, bucket: Bucket) -> set[tuple[str, str]]:
    async with memory.parts.store.read(Principal(bucket.agent, Owner(bucket.owner))) as connection:
        found = [await with_entries(connection, one) for one in await list_documents(connection, bucket)]
    return {(one.name, entry.text) for one in found if one.name != DREAMS for entry in one.entries}


def _count(counts: Counter[str], wrong: Counter[str], answer: Answer, verdict: str) -> None:
    counts[verdict] += 1
    counts["valid"] += answer.must == "write"
    if verdict in ("forbidden", "crash", "missed"):
        wrong[f"{answer.cls}: {verdict}"] += 1


def main() -> None:
    """Run over a file and leave the counts in `benchmarks/results/`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--memory", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take every n-th answer only")
    parser.add_argument("--whole", action="store_true", help="go through the dream and the store too")
    options = parser.parse_args()
    answers = load(options.answers)[:: options.every]
    before = options.memory.read_text(encoding="utf-8")
    found = asyncio.run(run(answers, before)) if options.whole else run_pure(answers, before)
    report = json.dumps({"answers": len(answers), "through the store": options.whole, **found}, indent=2)
    (RESULTS / "malformed-dreams.json").write_text(report + "\n", encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
