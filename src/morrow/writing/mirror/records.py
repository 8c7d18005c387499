"""Reads and writes the rows of mirrored files, in the caller's transaction."""

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table as documents
from morrow.owners import Bucket, Scope
from morrow.store import bucket_values, in_bucket
from morrow.writing.mirror.folder import Stat
from morrow.writing.mirror.table import mirror_file


class State(StrEnum):
    """How a file stood when last looked at: in step, refused, gone and retired, or gone and asked about."""

    IN_STEP = ""
    REFUSED = "refused"
    RETIRED = "retired"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Record:
    """What was last written to a file or taken in from it: the document's version, and the bytes' hash."""

    version: int
    hash: str
    stat: Stat
    state: State


NOWHERE = Stat(0, 0, 0, 0)


async def load_records(connection: AsyncConnection, bucket: Bucket) -> dict[str, Record]:
    """Return the records of the bucket's files by name."""
    statement = select(mirror_file).where(*in_bucket(mirror_file, bucket))
    return {row.name: _record(row) for row in await connection.execute(statement)}


async def save_record(connection: AsyncConnection, bucket: Bucket, name: str, record: Record) -> None:
    """Write the record of one file in place of the one there was."""
    await drop_record(connection, bucket, name)
    stat = record.stat
    await connection.execute(
        insert(mirror_file).values(
            name=name, version=record.version, hash=record.hash, state=str(record.state), mtime_ns=stat.mtime_ns,
            ctime_ns=stat.ctime_ns, size=stat.size, inode=stat.inode, **bucket_values(bucket),
        )
    )  # fmt: skip


async def drop_record(connection: AsyncConnection, bucket: Bucket, name: str) -> None:
    """Forget a file."""
    await connection.execute(delete(mirror_file).where(*in_bucket(mirror_file, bucket), mirror_file.c.name == name))


async def versions_of(connection: AsyncConnection, bucket: Bucket) -> dict[str, int]:
    """Return the present version of each of the bucket's documents by name."""
    c = documents.document.c
    rows = await connection.execute(
        select(c.name, c.version).where(*in_bucket(documents.document, bucket), c.deleted_at.is_(None))
    )
    return {row.name: row.version for row in rows}


async def every_record(connection: AsyncConnection) -> dict[Bucket, dict[str, Record]]:
    """Return the records of all files, by bucket and name."""
    found: dict[Bucket, dict[str, Record]] = defaultdict(dict)
    for row in await connection.execute(select(mirror_file)):
        found[Bucket(row.agent, Scope(row.scope), row.owner)][row.name] = _record(row)
    return found


async def every_version(connection: AsyncConnection) -> dict[Bucket, dict[str, int]]:
    """Return the present version of all documents, by bucket and name."""
    c = documents.document.c
    found: dict[Bucket, dict[str, int]] = defaultdict(dict)
    living = select(c.agent, c.scope, c.owner, c.name, c.version).where(c.deleted_at.is_(None))
    for row in await connection.execute(living):
        found[Bucket(row.agent, Scope(row.scope), row.owner)][row.name] = row.version
    return found


def _record(row: Row[Any]) -> Record:
    stat = Stat(row.mtime_ns, row.ctime_ns, row.size, row.inode)
    return Record(row.version, row.hash, stat, State(row.state))
