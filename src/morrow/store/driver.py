"""The SQLite driver as SQLAlchemy sees it: a statement visits the connection's thread once, not four times.

SQLAlchemy's own adapter makes a cursor, executes, fetches and closes in a visit each, and a visit costs as much as most
of our statements, far more on a busy machine. Nothing else differs from `sqlite+aiosqlite`.
"""

from typing import Any

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
    SQLiteDialect_aiosqlite,
)

NAME = "sqlite+morrow"
registry.register("sqlite.morrow", __name__, "OneVisitDialect")


class OneVisitCursor:
    """Executes a statement, fetches what it returns and closes, all in one visit; its rows then wait here."""

    def __init__(self, connection: Any) -> None:  # aiosqlite's; its way into the thread is not typed
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1
        self._connection = connection
        self._rows: list[Any] = []

    async def execute(self, operation: str, parameters: Any = ()) -> None:
        """Execute one statement."""
        await self._connection._execute(self._visit, "execute", operation, parameters)

    async def executemany(self, operation: str, parameters: Any) -> None:
        """Execute one statement once for each of the parameters."""
        await self._connection._execute(self._visit, "executemany", operation, parameters)

    async def fetchall(self) -> list[Any]:
        """Return the rows that the statement gave."""
        rows, self._rows = self._rows, []
        return rows

    def close(self) -> None:
        """Nothing is open any more."""

    def _visit(self, method: str, operation: str, parameters: Any) -> None:
        cursor = self._connection._conn.cursor()
        try:
            getattr(cursor, method)(operation, parameters)
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    __slots__ = ()
    _awaitable_cursor_close = False

    def _make_new_cursor(self, connection: Any) -> Any:
        return OneVisitCursor(connection)

    def _aenter_cursor(self, cursor: Any) -> Any:
        return cursor


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ()
    _cursor_cls = _Cursor


class _Driver(AsyncAdapt_aiosqlite_dbapi):
    def connect(self, *arg: Any, **kw: Any) -> AsyncAdapt_aiosqlite_connection:
        return _Connection(self, super().connect(*arg, **kw)._connection)


class OneVisitDialect(SQLiteDialect_aiosqlite):
    """SQLAlchemy's dialect for aiosqlite with the cursor above."""

    driver = "morrow"
    supports_statement_cache = True

    @classmethod
    def import_dbapi(cls) -> AsyncAdapt_aiosqlite_dbapi:
        """Return the driver's module with its connections replaced."""
        own = super().import_dbapi()
        return _Driver(own.aiosqlite, own.sqlite)
