"""Two workers, each a process of its own, on one database server: what one of them leaves behind the other does."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, text, update

from morrow import Memory, Owner
from morrow.jobs.ledger import Status
from morrow.jobs.table import run
from morrow.store import Store
from morrow.testing import ModelServer
from morrow.testing.faults import Fault
from morrow.testing.server import ServedRequest, ServerStep

OWNERS = 8
SAID = "Remember: the shed key is under the mat."
ANSWER = (
    '{"should_update": true, "reason": "asked", "daily_entry": "- Remember: the shed key is under the mat.",'
    ' "memory_update": null, "profile_update": null}'
)
pytestmark = pytest.mark.parametrize("home", ["postgresql"], indirect=True)


@asynccontextmanager
async def _workers(home: str, model: str, number: int) -> AsyncIterator[list[Process]]:
    environ = {
        **os.environ, "MORROW_HOME": home, "KEY": "none", "MORROW_MODELS__EXTRACTION__PROVIDER": "openai",
        "MORROW_MODELS__EXTRACTION__MODEL": "scripted", "MORROW_MODELS__EXTRACTION__BASE_URL": model,
        "MORROW_MODELS__EXTRACTION__API_KEY_ENV": "KEY", "MORROW_NUDGE_ENABLED": "false",
    }  # fmt: skip
    command = (sys.executable, "-m", "morrow.cli", "jobs", "work", "--json")
    started = [
        await asyncio.create_subprocess_exec(*command, env=environ, stdout=asyncio.subprocess.PIPE)
        for _ in range(number)
    ]
    try:
        for one in started:
            assert one.stdout is not None
            assert await asyncio.wait_for(one.stdout.readline(), 60)
        yield started
    finally:
        for one in started:
            if one.returncode is None:
                one.terminate()
        await asyncio.gather(*(asyncio.wait_for(one.wait(), 60) for one in started))


async def _until(reached: Callable[[], object], seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while not await reached():  # type: ignore[misc]  # noqa: ASYNC110 - other processes do the work
            await asyncio.sleep(0.1)


async def _count(store: Store, *conditions: object) -> int:
    async with store.read_all() as connection:
        return int((await connection.execute(select(func.count()).select_from(run).where(*conditions))).scalar_one())  # type: ignore[arg-type]


async def test_no_job_is_done_twice_and_none_is_lost_when_a_worker_is_killed_at_work(home: str) -> None:
    stalls = [Fault.HANG]

    def answering(_: ServedRequest) -> ServerStep:
        return stalls.pop() if stalls else ANSWER

    extracted = run.c.kind == "extraction"
    owners = [Owner.user(n) for n in range(OWNERS)]
    async with ModelServer(answering=answering) as server, Memory.open(home) as memory:
        store, agent = memory.parts.store, memory.agent()
        for owner in owners:
            await agent.record(SAID, "ok", owner=owner, conversation="c")
        async with _workers(home, server.url, 2) as workers:
            await _until(lambda: _is(_count(store, extracted, run.c.status == Status.COMPLETED), OWNERS - 1))
            async with store.read_all() as connection:
                held = (await connection.execute(select(run).where(run.c.status == Status.RUNNING))).one()
            victim = next(one for one in workers if held.worker.endswith(f":{one.pid}"))

            victim.send_signal(signal.SIGKILL)
            await victim.wait()
            async with store.write() as connection:  # as if the minutes of its lease had passed
                ended = datetime.now(UTC) - timedelta(seconds=1)
                await connection.execute(update(run).where(run.c.id == held.id).values(lease_until=ended))
            await _until(lambda: _is(_count(store, extracted, run.c.status == Status.COMPLETED), OWNERS))
            await _until(lambda: _is(_queued(store), 0))

        async with store.read_all() as connection:
            attempts = (await connection.execute(select(run.c.attempts).where(extracted))).scalars().all()
        assert sorted(attempts) == [1] * (OWNERS - 1) + [2]
        assert len(server.requests) == OWNERS + 1
        for owner in owners:
            notes = await agent.documents.list(owner=owner)
            note = await agent.documents.read(next(n.name for n in notes if n.name.startswith("memory/")), owner=owner)
            assert len(note.entries) == 1


async def _is(count: object, wanted: int) -> bool:
    return bool(await count == wanted)  # type: ignore[misc]


async def _queued(store: Store) -> int:
    async with store.read_all() as connection:
        counted = text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'morrow.run'")
        return int((await connection.execute(counted)).scalar_one())
