"""Runs the retrieval figures: `python -m benchmarks.retrieval [--set locomo|beam|madial]`."""

import argparse
import asyncio
import time

from benchmarks.figures import report
from benchmarks.retrieval.adapter import answer
from benchmarks.retrieval.scoring import Asked, by_category, summarise
from benchmarks.retrieval.sets import NAMES, Chat, load

_LIMIT = 50


def main() -> None:
    """Score the sets, print the figures, and write them to `benchmarks/results/retrieval-<set>.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval")
    parser.add_argument("--set", choices=NAMES, action="append", dest="sets")
    for name in parser.parse_args().sets or NAMES:
        started = time.perf_counter()
        figures = asyncio.run(_score(load(name)))
        print(f"{name}, {time.perf_counter() - started:.1f} s")
        report(f"retrieval-{name}", figures)


async def _score(chats: list[Chat]) -> dict[str, dict[str, float]]:
    turns: list[Asked] = []
    sessions: list[Asked] = []
    for chat in chats:
        session_of = {unit.id: unit.session for unit in chat.units}
        for question, ids in zip(chat.questions, await answer(chat, limit=_LIMIT), strict=True):
            turns.append(Asked(question.category, tuple(ids), question.units))
            ranked = tuple(dict.fromkeys(session_of[id_] for id_ in ids))
            sessions.append(Asked(question.category, ranked, question.sessions))
    return {"turn": summarise(turns), "session": summarise(sessions), "turn R@10 by category": by_category(turns)}


if __name__ == "__main__":
    main()
