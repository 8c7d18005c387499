"""The store: opens the database, hands out transactions, and closes it. What stands in the tables lies elsewhere."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal, Self

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from morrow.owners import Bucket, Principal
from morrow.store import engines, migrate
from morrow.store.faults import explain
from morrow.store.visibility import enter_postgresql, enter_sqlite, leave_on_rollback

Dialect = Literal["sqlite", "postgresql"]
Touched = dict[tuple[Bucket, str], None]
_TOUCHED = "touched"


class Store:
    """One open database: `read` as a principal, `read_all` across owners, `write` one transaction at a time."""

    def __init__(self, place: str, dialect: Dialect, engines_by_use: engines.Engines) -> None:
        self.place = place
        self.dialect: Dialect = dialect
        self._readers = engines_by_use.readers
        leave_on_rollback(self._readers)
        self._system = engines_by_use.system
        self._writer = engines_by_use.writer
        self._one_writer = asyncio.Lock()
        self._on_committed: Callable[[Sequence[tuple[Bucket, str]]], Awaitable[None]] | None = None

    @classmethod
    async def open(cls, home: str | Path) -> Self:
        """Return the store in the folder `home`, or at a `postgresql://` URL, with its schema brought up to date.

        Raises StoreError (SchemaTooNew, StoreCorrupt, StoreReadOnly) naming the place and the mend.
        """
        target = engines.locate(home)
        try:
            await migrate.bring_up_to_date(target)
            opened = engines.open_engines(target)
        except DBAPIError as error:
            raise explain(error, target.place) or error from error
        store = cls(target.place, target.dialect, opened)
        await store._refuse_bypassing_login()
        return store

    @asynccontextmanager
    async def read(self, principal: Principal) -> AsyncIterator[AsyncConnection]:
        """Give a connection on which every table holds only what `principal` may see."""
        async with self._transaction(self._readers) as connection:
            if self.dialect == "sqlite":
                await enter_sqlite(connection, principal)
            else:
                await enter_postgresql(connection, principal)
            yield connection

    @asynccontextmanager
    async def read_all(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that reads across owners: for finding due work and for checks, never for an answer."""
        async with self._transaction(self._system) as connection:
            if self.dialect == "postgresql":
                await enter_postgresql(connection, None)
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Give the connection of one write transaction: committed whole at the end, or not at all.

        Once it is committed, whoever asked by `on_committed` hears which documents it touched.
        """
        changed: Touched = {}
        if self.dialect == "postgresql":
            async with self._transaction(self._writer) as connection:
                await enter_postgresql(connection, None)
                connection.info[_TOUCHED] = changed
                yield connection
        else:
            async with self._one_writer, self._transaction(self._writer) as connection:
                connection.info[_TOUCHED] = changed
                yield connection
        if changed and self._on_committed is not None:
            await self._on_committed(tuple(changed))

    async def empty_log(self) -> None:
        """Leave nothing of deleted rows in SQLite's write-ahead log, as far as no reader holds it open just now."""
        if self.dialect != "sqlite":
            return
        async with self._one_writer, self._writer.connect() as connection:
            await connection.run_sync(_empty_log)

    def on_committed(self, tell: Callable[[Sequence[tuple[Bucket, str]]], Awaitable[None]]) -> None:
        """Call `tell` with the documents that each transaction touched, after its end and before its writer goes on."""
        self._on_committed = tell

    async def close(self) -> None:
        """Close every connection; open transactions are rolled back."""
        for engine in {self._readers, self._system, self._writer}:
            await engine.dispose()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            async with engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise explain(error, self.place) or error from error

    async def _refuse_bypassing_login(self) -> None:
        if self.dialect == "postgresql":
            async with self._system.connect() as connection:
                await engines.refuse_bypassing_login(connection, self.place)


def _empty_log(connection: Connection) -> None:
    cursor = connection.connection.cursor()
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    cursor.close()


def touch(connection: AsyncConnection, bucket: Bucket, name: str) -> None:
    """Note that the transaction of `connection` (from `Store.write`) changes or deletes a document."""
    touched(connection)[bucket, name] = None


def touched(connection: AsyncConnection) -> Touched:
    """Return the documents that the transaction of `connection` touches, to be read or cleared."""
    noted: Touched = connection.info.setdefault(_TOUCHED, {})
    return noted
