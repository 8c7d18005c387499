from datetime import datetime, timedelta

from morrow.jobs.ledger import (
    LEASE,
    MAX_ATTEMPTS,
    Due,
    Status,
    claim,
    fail,
    find_run,
    finish,
    known_keys,
    release,
    running,
)
from morrow.owners import Bucket, Owner
from morrow.store import Store

BUCKET = Bucket.personal("a1", Owner.user(7))
DUE = Due("dream|a1|2026-04-09", "dream", BUCKET)


async def test_a_key_is_had_once(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        first = await claim(connection, DUE, worker="one", now=morning)
        second = await claim(connection, DUE, worker="two", now=morning)

    assert first is not None
    assert first.status is Status.RUNNING
    assert second is None


async def test_a_finished_run_is_never_started_again(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        run = await claim(connection, DUE, worker="one", now=morning)
        assert run is not None
        await finish(connection, run, Status.COMPLETED, reason="3 lines", now=morning)

        assert await claim(connection, DUE, worker="two", now=morning + timedelta(days=2)) is None
        assert (found := await find_run(connection, DUE.key)) is not None
        assert (found.status, found.reason, found.finished_at) == (Status.COMPLETED, "3 lines", morning)


async def test_a_run_whose_worker_died_is_taken_over_when_its_lease_ends(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        await claim(connection, DUE, worker="dead", now=morning)

        assert await claim(connection, DUE, worker="two", now=morning + LEASE) is None
        taken = await claim(connection, DUE, worker="two", now=morning + LEASE + timedelta(seconds=1))

    assert taken is not None
    assert taken.attempts == 2


async def test_a_failed_run_is_tried_again_later_and_not_for_ever(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        run = await claim(connection, DUE, worker="one", now=morning)
        now, waits = morning, []
        for _ in range(MAX_ATTEMPTS - 1):
            assert run is not None
            await fail(connection, run, reason="the model is down", now=now)
            assert await claim(connection, DUE, worker="one", now=now) is None
            failed = await find_run(connection, DUE.key)
            assert failed is not None
            assert failed.retry_at is not None
            waits.append(failed.retry_at - now)
            now = failed.retry_at
            run = await claim(connection, DUE, worker="one", now=now)
        assert run is not None
        await fail(connection, run, reason="the model is down", now=now)

        assert await claim(connection, DUE, worker="one", now=now + timedelta(days=9)) is None
    assert [wait.total_seconds() / 60 for wait in waits] == [1, 2, 4, 8]


async def test_a_run_is_live_until_its_lease_ends(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        await claim(connection, DUE, worker="one", now=morning)

        assert await running(connection, BUCKET, "dream", now=morning + LEASE) is not None
        assert await running(connection, BUCKET, "dream", now=morning + LEASE + timedelta(seconds=1)) is None
        assert await running(connection, Bucket.team("a1"), "dream", now=morning) is None


async def test_a_run_that_died_or_waits_for_no_retry_may_be_started_again(store: Store, morning: datetime) -> None:
    later = morning + LEASE + timedelta(seconds=1)
    async with store.write() as connection:
        await claim(connection, DUE, worker="dead", now=morning)

        assert await known_keys(connection, "dream", [DUE.key], now=morning) == {DUE.key}
        assert await known_keys(connection, "dream", [DUE.key], now=later) == set()

        run = await claim(connection, DUE, worker="two", now=later)
        assert run is not None
        await finish(connection, run, Status.COMPLETED, now=later)
        assert await known_keys(connection, "dream", [DUE.key], now=later + LEASE * 2) == {DUE.key}


async def test_a_released_run_can_be_taken_over_at_the_time_it_was_claimed_for(store: Store, morning: datetime) -> None:
    live = Due("dream|a1|2026-04-12", "dream", BUCKET)
    today = morning + timedelta(days=3)
    async with store.write() as connection:
        await claim(connection, DUE, worker="dead", now=morning)
        await claim(connection, live, worker="busy", now=today)

        await release(connection, [BUCKET], now=today)

        assert await claim(connection, DUE, worker="two", now=morning) is not None
        assert await claim(connection, live, worker="two", now=today) is None
