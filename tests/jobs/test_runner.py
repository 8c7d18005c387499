import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from morrow.jobs.ledger import Due, Run, Status, find_run, finish
from morrow.jobs.runner import Runner
from morrow.owners import Bucket
from morrow.store import Store
from morrow.testing import Clock


@dataclass
class Letters:
    """Work to be done: one letter each; `broken` ones fail."""

    store: Store
    waiting: list[str]
    broken: frozenset[str] = frozenset()
    kind: str = "letter"
    done: list[str] = field(default_factory=list)
    did_one: asyncio.Event = field(default_factory=asyncio.Event)

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:  # noqa: ARG002
        return [Due(letter, self.kind, Bucket.team(letter)) for letter in self.waiting if eager or letter.islower()]

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        if due.key in self.broken:
            raise RuntimeError("torn")
        async with self.store.write() as connection:
            await finish(connection, run, Status.COMPLETED, now=now)
        self.waiting.remove(due.key)
        self.done.append(due.key)
        self.did_one.set()


async def test_a_tick_runs_what_is_due_and_nothing_else(store: Store, morning: datetime) -> None:
    letters = Letters(store, ["a", "B", "c"])
    runner = Runner(store, [letters], Clock(morning))

    assert await runner.tick(morning) == 2
    assert letters.done == ["a", "c"]


async def test_idle_also_runs_what_only_a_cooldown_holds_back(store: Store, morning: datetime) -> None:
    letters = Letters(store, ["a", "B"])

    assert await Runner(store, [letters], Clock(morning)).idle() == 2
    assert letters.done == ["a", "B"]


async def test_one_failure_is_written_down_and_the_others_run(store: Store, morning: datetime) -> None:
    letters = Letters(store, ["a", "b"], broken=frozenset("a"))
    runner = Runner(store, [letters], Clock(morning))

    await runner.tick(morning)

    assert letters.done == ["b"]
    async with store.read_all() as connection:
        failed = await find_run(connection, "a")
    assert failed is not None
    assert (failed.status, failed.reason) == (Status.FAILED, "RuntimeError: torn")


async def test_idle_waits_for_no_failures_retry(store: Store, morning: datetime) -> None:
    letters = Letters(store, ["a"], broken=frozenset("a"))

    await asyncio.wait_for(Runner(store, [letters], Clock(morning)).idle(), timeout=20)

    assert letters.done == []


async def test_two_runners_on_one_store_share_the_work(store: Store, morning: datetime) -> None:
    names = [f"letter-{n}" for n in range(12)]
    one, two = Letters(store, list(names)), Letters(store, list(names))
    runners = [Runner(store, [letters], Clock(morning)) for letters in (one, two)]

    await asyncio.gather(*(runner.tick(morning) for runner in runners))

    assert sorted(one.done + two.done) == sorted(names)


async def test_a_background_runner_ends_with_its_owner(store: Store, morning: datetime) -> None:
    letters = Letters(store, ["a"])
    runner = Runner(store, [letters], Clock(morning))

    runner.start(every_seconds=60)
    await asyncio.wait_for(letters.did_one.wait(), timeout=20)
    letters.did_one.clear()
    letters.waiting.append("b")
    runner.wake()
    await asyncio.wait_for(letters.did_one.wait(), timeout=20)
    await runner.close()

    assert letters.done == ["a", "b"]
