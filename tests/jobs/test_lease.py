"""A run belongs to whoever started it last: its lease is renewed while it works, and who lost it commits nothing."""

import asyncio
from datetime import datetime, timedelta

import pytest

from morrow.errors import LeaseLost
from morrow.jobs.lease import holding
from morrow.jobs.ledger import LEASE, Due, Progress, Run, Status, advance, claim, fail, find_run, finish
from morrow.jobs.table import run as runs
from morrow.owners import Bucket, Owner
from morrow.store import Store

DUE = Due("k1", "letter", Bucket.personal("a1", Owner.user(7)))
LATER = LEASE + timedelta(seconds=1)


async def _claim(store: Store, now: datetime, due: Due = DUE) -> Run:
    async with store.write() as connection:
        run = await claim(connection, due, worker="one", now=now)
    assert run is not None
    return run


async def _now_in_row(store: Store) -> datetime | None:
    async with store.read_all() as connection:
        row = (await connection.execute(runs.select())).one()
    until: datetime | None = row.lease_until
    return until


async def test_a_lease_is_renewed_while_the_run_works_and_no_longer(store: Store, morning: datetime) -> None:
    run = await _claim(store, morning)
    before = await _now_in_row(store)

    async with holding(store, run, now=morning, lease=timedelta(milliseconds=20) + LEASE):
        pass
    assert await _now_in_row(store) == before

    async def renewed() -> None:
        while await _now_in_row(store) == before:  # noqa: ASYNC110 - another task renews it, unasked
            await asyncio.sleep(0)

    async with holding(store, run, now=morning + timedelta(hours=1), lease=timedelta(milliseconds=40)):
        await asyncio.wait_for(renewed(), timeout=20)


async def test_who_lost_a_run_commits_nothing_of_it(store: Store, morning: datetime) -> None:
    lost = await _claim(store, morning)
    taken = await _claim(store, morning + LATER)

    for ending in (
        lambda c: finish(c, lost, Status.COMPLETED, now=morning),
        lambda c: advance(c, lost, Progress("reading", 1, 2)),
    ):
        with pytest.raises(LeaseLost):
            async with store.write() as connection:
                await ending(connection)
    async with store.write() as connection:
        await fail(connection, lost, reason="late", now=morning)
        await finish(connection, taken, Status.COMPLETED, reason="mine", now=morning + LATER)

    async with store.read_all() as connection:
        found = await find_run(connection, DUE.key)
    assert found is not None
    assert (found.status, found.reason, found.attempts) == (Status.COMPLETED, "mine", 2)


async def test_what_breaks_in_a_held_run_is_written_down_and_raised(store: Store, morning: datetime) -> None:
    run = await _claim(store, morning)

    with pytest.raises(RuntimeError):
        async with holding(store, run, now=morning):
            raise RuntimeError("torn")

    async with store.read_all() as connection:
        found = await find_run(connection, DUE.key)
    assert found is not None
    assert (found.status, found.reason) == (Status.FAILED, "RuntimeError: torn")


async def test_two_runs_of_one_kind_never_work_on_one_bucket_at_a_time(store: Store, morning: datetime) -> None:
    await _claim(store, morning)

    async with store.write() as connection:
        assert await claim(connection, Due("k2", "letter", DUE.bucket), worker="two", now=morning) is None
        assert await claim(connection, Due("k3", "parcel", DUE.bucket), worker="two", now=morning) is not None
        other = Due("k4", "letter", Bucket.team("a1"))
        assert await claim(connection, other, worker="two", now=morning) is not None
