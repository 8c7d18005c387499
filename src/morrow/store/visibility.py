"""Who sees which row: the one visibility rule, as temporary views on SQLite and as row security on PostgreSQL.

The rule itself is `Principal.buckets`; here it only becomes SQL. Statements need not know: a reader's `document` *is*
the filtered view.
"""

import sqlite3
from collections.abc import Callable, Iterable

from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from morrow.owners import Principal, Scope

SYSTEM = "system"
_SEPARATOR = "\x1f"  # no owner key may hold a control character
_DENIED = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_DROP_TEMP_VIEW})
_PRINCIPAL_TABLE = "CREATE TEMP TABLE principal (agent TEXT NOT NULL, scope TEXT NOT NULL, owner TEXT NOT NULL)"
PERSONAL_TABLES = (
    "SELECT name FROM main.sqlite_master WHERE type = 'table' AND (SELECT count(*) FROM"
    " pragma_table_info(sqlite_master.name) WHERE name IN ('agent', 'scope', 'owner')) = 3"
)
_SEEN = "(agent, scope, owner) IN (SELECT agent, scope, owner FROM temp.principal)"


def sqlite_views(tables: Iterable[str]) -> list[str]:
    """Return the statements that give a SQLite connection its principal and one filtered view a table."""
    views = [f'CREATE TEMP VIEW "{t}" AS SELECT * FROM main."{t}" WHERE {_SEEN}' for t in tables]  # noqa: S608 - names come from our own declarations
    return [_PRINCIPAL_TABLE, *views]


def sqlite_authorizer(tables: Iterable[str]) -> Callable[..., int]:
    """Return an authorizer that lets a reader at personal tables only through the view of the same name."""
    protected = frozenset(tables)

    def authorize(action: int, first: str | None, _second: str | None, database: str | None, source: str | None) -> int:
        if action == sqlite3.SQLITE_READ and first in protected and database == "main" and source != first:
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_DENY if action in _DENIED else sqlite3.SQLITE_OK

    return authorize


async def enter_sqlite(connection: AsyncConnection, principal: Principal) -> None:
    """Make `connection` read as `principal`; costs nothing when it already does."""
    if connection.info.get("principal") == principal:
        return
    connection.info.pop("principal", None)
    await connection.exec_driver_sql("DELETE FROM temp.principal")
    rows = [(b.agent, str(b.scope), b.owner) for b in principal.buckets]
    await connection.exec_driver_sql("INSERT INTO temp.principal VALUES (?, ?, ?)", rows)
    connection.info["principal"] = principal


def leave_on_rollback(readers: AsyncEngine) -> None:
    """Make connections forget whom they read for when they roll back: that brings the principal before back."""

    @event.listens_for(readers.sync_engine, "rollback")
    def _leave(connection: Connection) -> None:
        if not connection.invalidated:  # one that died in its transaction has no memory left, and must still be closed
            connection.info.pop("principal", None)


async def enter_postgresql(connection: AsyncConnection, principal: Principal | None) -> None:
    """Make this transaction read as `principal`, or as the system for None."""
    owners = [] if principal is None else [b.owner for b in principal.buckets if b.scope is Scope.PERSONAL]
    await connection.execute(
        text(
            "SELECT set_config('morrow.principal', :who, true), set_config('morrow.agent', :agent, true),"
            " set_config('morrow.owners', :owners, true)"
        ),
        {
            "who": SYSTEM if principal is None else "reader",
            "agent": "" if principal is None else principal.agent,
            "owners": _SEPARATOR.join(owners),
        },
    )


def row_security(table: str) -> list[str]:
    """Return the PostgreSQL statements that hold the rule for `table`, its own owner included (FORCE)."""
    seen = (
        "current_setting('morrow.principal', true) = 'system'"
        " OR (current_setting('morrow.principal', true) = 'reader' AND (scope = 'GLOBAL'"
        " OR (agent = current_setting('morrow.agent', true) AND (scope = 'TEAM' OR (scope = 'PERSONAL'"
        " AND owner = ANY (string_to_array(current_setting('morrow.owners', true), chr(31))))))))"
    )
    return [
        f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY',
        f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY',
        f'CREATE POLICY visible ON "{table}" USING ({seen})',
    ]
