"""Erases buckets whole, rows and files, and says what that was."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.parts import Parts
from morrow.owners import Bucket
from morrow.roster.answers import blank_answers
from morrow.writing.erasing import erase_rows


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was erased, or (`is_done` is false) would be: rows by table, and files.

    `unreached` is what stays because it is not this one's alone: `group_messages`, an owner's words in groups.
    """

    is_done: bool
    agents: tuple[str, ...]
    rows: Mapping[str, int]
    files: int = 0
    unreached: Mapping[str, int] = field(default_factory=dict)


Erased = tuple[AsyncConnection, Mapping[str, int], int]


@asynccontextmanager
async def erasing(parts: Parts, buckets: Sequence[Bucket]) -> AsyncIterator[Erased]:
    """Give the transaction in which rows and files of `buckets` are gone, how many rows of each table, and files.

    Turns that run are stopped first, and what is still to be written of recalls goes; files go before the commit, see
    `mirror.erase`.
    """
    await parts.chat.forget(buckets=buckets)
    await parts.tracker.flush()
    if parts.mirror is None:
        async with parts.store.write() as connection:
            rows = await _erase(connection, buckets)
            yield connection, rows, 0
    else:
        async with parts.mirror.erasing(buckets) as files, parts.store.write() as connection:
            rows = await _erase(connection, buckets)
            yield connection, rows, await files.remove_files()
    await parts.store.empty_log()


async def _erase(connection: AsyncConnection, buckets: Sequence[Bucket]) -> Mapping[str, int]:
    await blank_answers(connection)
    return await erase_rows(connection, buckets)
