"""Extraction is stopped between any two statements, as by a kill, and started again: each effect happens once."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event
from sqlalchemy.exc import PendingRollbackError
from tests.extraction.told import answer, documents_of, noon, runs_of, with_memory

from morrow import Memory, Owner
from morrow.models.chat import Request
from morrow.settings import Settings
from morrow.store import Store
from morrow.testing import ScriptedModel

POINTS = int(os.environ.get("MORROW_CRASH_POINTS", "0"))  # the whole measurement takes 500
SAID = ("Remember: the shed key is under the mat.", "I moved to Porto in May.", "We decided to use Postgres.")


class KilledError(BaseException):
    """The process is gone: nobody catches this."""


@contextmanager
def _dying(store: Store, after: int) -> Iterator[list[int]]:
    """Stop whatever runs when it is about to execute statement number `after`."""
    count = [0]

    def before(*_: object) -> None:
        count[0] += 1
        if count[0] == after:
            raise KilledError

    engines = {engine.sync_engine for engine in (store._writer, store._system)}
    for engine in engines:
        event.listen(engine, "before_cursor_execute", before)
    yield count
    for engine in engines:
        event.remove(engine, "before_cursor_execute", before)


def _settings() -> Settings:
    settings: Settings = with_memory(max_transcript_messages=2)
    return replace(settings, server=replace(settings.server, zone="UTC"))


def _keeping_each(request: Request) -> str:
    texts = re.findall(r'"text": "([^"]*)"', request.messages[1].text)
    return answer(daily_entry="\n".join(f"- {text}" for text in texts if text != "ok"))


@pytest.mark.parametrize("engine", ["rules", "model"])
async def test_each_effect_happens_once_wherever_extraction_is_stopped(home: str, engine: str) -> None:
    clock, model = noon(), ScriptedModel(answering=_keeping_each)
    points = POINTS or (4 if home.startswith("postgresql") else 16)
    died = 0
    for point in range(points):
        owner = Owner.user(point)
        models = model if engine == "model" else None
        async with Memory.open(home, clock=clock, settings=_settings(), models=models) as memory:
            for text in SAID:
                await memory.agent().record(text, "ok", owner=owner, conversation="c")
            with _dying(memory.parts.store, 1 + point * 120 // points):
                try:
                    await memory.tick()
                except (KilledError, PendingRollbackError):  # the second: a connection that died in a transaction
                    died += 1
        clock.advance(minutes=16)
        async with Memory.open(home, clock=clock, settings=_settings(), models=models) as memory:
            await memory.idle()

            found = await documents_of(memory, owner)
            note = next(document for name, document in found.items() if name.startswith("memory/"))
            assert sorted(entry.body for entry in note.entries) == sorted(SAID)
            assert all(len(entry.sources) == 1 for entry in note.entries)
            if engine == "rules":
                assert [entry.body for entry in found["MEMORY.md"].entries] == [SAID[0]]
            assert all(run.finished_at is not None for run in await runs_of(memory, owner))
    assert died > points // 2
