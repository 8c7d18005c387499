"""Opens the engines for SQLite and PostgreSQL with the settings that durability and isolation need."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from morrow.errors import StoreError, StoreReadOnly
from morrow.store import driver
from morrow.store.visibility import PERSONAL_TABLES, sqlite_authorizer, sqlite_views

DATABASE_NAME = "morrow.db"
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # NORMAL loses acknowledged writes on power loss
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA busy_timeout = 30000",
    "PRAGMA cache_size = -16000",
    "PRAGMA trusted_schema = OFF",
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where the database is: `place` is for people and holds no password; `url` is SQLAlchemy's, without driver."""

    place: str
    dialect: Any
    url: str
    path: Path | None


@dataclass(frozen=True, slots=True)
class Engines:
    """The connections of one store by use; on PostgreSQL all three are one pool."""

    readers: AsyncEngine
    system: AsyncEngine
    writer: AsyncEngine


def locate(home: str | Path) -> Target:
    """Return where the database of `home` is; makes the folder (0700). Raises StoreError if it cannot."""
    if isinstance(home, str) and home.startswith(("postgresql:", "postgres:")):
        return _locate_postgresql(home)
    folder = Path(home).expanduser()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise StoreReadOnly(f"{folder}: the folder cannot be made ({error}); choose another --home") from error
    path = folder / DATABASE_NAME
    return Target(str(path), "sqlite", str(path), path)


def open_engines(target: Target) -> Engines:
    """Return the engines of `target`; connections open when first used."""
    if target.dialect == "postgresql":
        engine = create_async_engine(_with_driver(target.url), pool_size=8, max_overflow=8, pool_pre_ping=True)
        return Engines(engine, engine, engine)
    url = f"{driver.NAME}:///{target.url}"
    return Engines(
        readers=_sqlite_engine(url, begin="BEGIN", pool_size=4, as_principal=True),
        system=_sqlite_engine(url, begin="BEGIN", pool_size=2, as_principal=False),
        writer=_sqlite_engine(url, begin="BEGIN IMMEDIATE", pool_size=1, as_principal=False),
    )


async def refuse_bypassing_login(connection: AsyncConnection, place: str) -> None:
    """Raise StoreError if the login would see every row whatever the policies say."""
    row = (
        await connection.execute(text("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"))
    ).scalar_one()
    if row:
        raise StoreError(f"{place}: this login bypasses row security; use one without SUPERUSER and BYPASSRLS")


def sync_url(target: Target) -> str:
    """Return the URL for a plain, blocking connection, as migrations use it."""
    return _with_driver(target.url) if target.dialect == "postgresql" else f"sqlite:///{target.url}"


def _locate_postgresql(home: str) -> Target:
    try:
        url = make_url(home.replace("postgres://", "postgresql://", 1))
    except ArgumentError as error:
        raise StoreError("this postgresql:// URL cannot be read; write postgresql://user:password@host/db") from error
    return Target(url.render_as_string(), "postgresql", url.render_as_string(hide_password=False), None)


def _with_driver(url: str) -> str:
    return make_url(url).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def _sqlite_engine(url: str, *, begin: str, pool_size: int, as_principal: bool) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=pool_size, max_overflow=0, pool_timeout=60)

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves; the driver's own guess loses updates
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        if as_principal:
            cursor.execute(PERSONAL_TABLES)
            tables = [row[0] for row in cursor.fetchall()]
            for statement in sqlite_views(tables):
                cursor.execute(statement)
            connection.run_async(lambda driver: driver.set_authorizer(sqlite_authorizer(tables)))
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine
