"""Brings a database to this version's schema, and refuses one that is newer. Imports Alembic only when behind."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError

from morrow.errors import SchemaTooNew
from morrow.store.engines import Target, sync_url
from morrow.store.faults import explain

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
HEAD = REVISIONS[-1]
_MIGRATION_LOCK = 7_306_011  # any number that no one else takes as an advisory lock


async def bring_up_to_date(target: Target) -> None:
    """Upgrade the schema of `target` if it is behind. Raises SchemaTooNew for a database of a newer morrow."""
    await asyncio.to_thread(_bring_up_to_date, target)


def _bring_up_to_date(target: Target) -> None:
    if target.path is not None and target.path.exists() and _sqlite_version(target.path) == HEAD:
        return
    engine = create_engine(sync_url(target))
    if target.dialect == "sqlite":
        event.listen(engine, "connect", _own_transactions)
    try:
        with engine.connect() as connection:
            _lock(connection)
            found = _found_version(connection)
            if found is not None and found not in REVISIONS:
                raise SchemaTooNew(
                    f"{target.place}: written by a newer morrow (schema {found}, this one knows {HEAD});"
                    " upgrade morrow, or restore a backup made before"
                )
            if found != HEAD:
                _upgrade(connection)
            connection.commit()
    except DBAPIError as error:
        raise explain(error, target.place) or error from error
    finally:
        engine.dispose()


def _sqlite_version(path: Path) -> str | None:
    import sqlite3  # noqa: PLC0415 - the quick look at an up-to-date file spares an engine

    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        return None
    return str(row[0]) if row else None


def _own_transactions(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 30000"):
        connection.execute(f"PRAGMA {pragma}")


def _lock(connection: Connection) -> None:
    """Let one process migrate at a time; the others wait here and then find nothing to do."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _found_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - 150 ms that only a database behind pays
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
