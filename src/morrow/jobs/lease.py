"""Holds a run while its work is done: renews its lease, and writes down a failure. Does none of the work."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import structlog

from morrow.errors import LeaseLost, StoreError
from morrow.jobs.ledger import LEASE, Run, fail, renew
from morrow.store import Store

log = structlog.get_logger(__name__)
_BEATS = 4  # renewals in the time of one lease: three may fail, such as behind a long transaction


@contextlib.asynccontextmanager
async def holding(store: Store, run: Run, *, now: datetime, lease: timedelta = LEASE) -> AsyncIterator[None]:
    """Keep `run`, started at `now`, while the block works. What the block raises is written down and raised again."""
    beating = asyncio.create_task(_beat(store, run, now, lease))
    try:
        yield
    except LeaseLost:
        raise  # the worker that has it now says how it ends
    except Exception as error:  # one job's failure is its own: the ledger tells it, whoever asked
        async with store.write() as connection:
            await fail(connection, run, reason=f"{type(error).__name__}: {error}", now=now)
        raise
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


async def _beat(store: Store, run: Run, now: datetime, lease: timedelta) -> None:
    """Renew the lease until canceled, or until the run is no longer ours. A replayed night keeps to its own time."""
    loop = asyncio.get_running_loop()
    started = loop.time()
    while True:
        await asyncio.sleep(lease.total_seconds() / _BEATS)
        until = now + timedelta(seconds=loop.time() - started) + lease
        try:
            async with store.write() as connection:
                is_ours = await renew(connection, run, until=until)
        except StoreError as error:
            log.warning("a lease could not be renewed", run=run.id, reason=str(error))
            continue
        if not is_ours:
            log.warning("a run was taken over", kind=run.kind, run=run.id)
            return
