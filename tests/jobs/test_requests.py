"""What a person asks of a job: to see it, to stop it, to try it again."""

from datetime import datetime, timedelta

import pytest

from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import (
    MAX_ATTEMPTS,
    Due,
    Progress,
    Run,
    Status,
    advance,
    claim,
    enqueue,
    fail,
    find_run,
    finish,
)
from morrow.jobs.requests import Wanted, cancel, is_cancelable, is_retriable, list_runs, restartable, retry
from morrow.owners import Bucket, Owner
from morrow.store import Store

BUCKET = Bucket.personal("a1", Owner.user(7))


def _due(key: str) -> Due:
    return Due(key, "letter", BUCKET)


async def _failed_for_good(store: Store, now: datetime) -> Run:
    async with store.write() as connection:
        for _ in range(MAX_ATTEMPTS):
            run = await claim(connection, _due("k"), worker="one", now=now)
            assert run is not None
            await fail(connection, run, reason="the model is down", now=now)
            now += timedelta(hours=1)
        [failed] = await list_runs(connection, Wanted(), limit=2)
    return failed


async def test_a_job_that_failed_for_good_waits_for_a_person_and_then_starts_at_once(
    store: Store, morning: datetime
) -> None:
    failed = await _failed_for_good(store, morning)
    later = morning + timedelta(days=9)

    async with store.write() as connection:
        assert await restartable(connection, ["letter"], now=later) == []
        asked = await retry(connection, failed.id, now=later)
        assert [run.id for run in await restartable(connection, ["letter"], now=later)] == [failed.id]
        again = await claim(connection, _due("k"), worker="two", now=later)

    assert asked.status is Status.PENDING
    assert again is not None
    assert again.attempts == MAX_ATTEMPTS + 1


async def test_a_job_that_waits_is_canceled_at_once(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        asked = await enqueue(connection, _due("k"), now=morning)
        canceled = await cancel(connection, asked.id, now=morning)

        assert canceled.status is Status.CANCELED
        assert await claim(connection, _due("k"), worker="one", now=morning) is None
        assert await restartable(connection, ["letter"], now=morning) == []


async def test_a_job_that_works_hears_of_it_at_its_next_step(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        run = await claim(connection, _due("k"), worker="one", now=morning)
        assert run is not None
        assert await advance(connection, run, Progress("reading", 1, 3)) is False
        asked = await cancel(connection, run.id, now=morning)

        assert (asked.status, asked.is_cancel_asked, asked.progress) == (
            Status.RUNNING, True, Progress("reading", 1, 3),
        )  # fmt: skip
        assert await advance(connection, run, Progress("reading", 2, 3)) is True


async def test_one_that_fails_after_it_was_canceled_is_not_tried_again(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        run = await claim(connection, _due("k"), worker="one", now=morning)
        assert run is not None
        await cancel(connection, run.id, now=morning)
        await fail(connection, run, reason="down", now=morning)
        found = await find_run(connection, run.id)

    assert found is not None
    assert (found.status, found.retry_at) == (Status.CANCELED, None)


async def test_a_canceled_job_can_be_retried_and_a_completed_one_neither_way(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        asked = await enqueue(connection, _due("k"), now=morning)
        assert is_retriable(await cancel(connection, asked.id, now=morning))
        await retry(connection, asked.id, now=morning)
        run = await claim(connection, _due("k"), worker="one", now=morning)
        assert run is not None
        assert is_cancelable(run)
        await finish(connection, run, Status.COMPLETED, now=morning)

        for act in (cancel, retry):
            with pytest.raises(InvalidInput, match="completed"):
                await act(connection, run.id, now=morning)
        with pytest.raises(NotFound):
            await cancel(connection, "nothing", now=morning)


async def test_jobs_are_listed_page_by_page_the_newest_first(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        for number in range(5):
            await enqueue(connection, _due(f"k{number}"), now=morning + timedelta(minutes=number // 2))
    seen: list[str] = []
    async with store.read_all() as connection:
        while page := await list_runs(connection, Wanted(), limit=2, before=seen[-1] if seen else ""):
            seen += [run.id for run in page]
        everything = await list_runs(connection, Wanted("a1", "letter", (Status.PENDING,)), limit=50)
        with pytest.raises(NotFound):
            await list_runs(connection, Wanted(), limit=2, before="nothing")

    assert seen == [run.id for run in everything]
    assert sorted(run.key for run in everything) == ["k0", "k1", "k2", "k3", "k4"]
