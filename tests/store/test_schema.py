"""The migrations make exactly the tables that the folders declare."""

from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from morrow.store import Store, metadata, migrate


def _is_ours(_object: Any, name: str | None, kind: str, _reflected: bool, _compare_to: Any) -> bool:
    return not (kind == "table" and (name or "").startswith(("search_terms", "search_frequency", "procrastinate_")))


def _differences(connection: Connection) -> list[Any]:
    options = {"include_object": _is_ours, "compare_type": False}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


async def test_the_migrations_make_the_declared_tables(store: Store) -> None:
    async with store.write() as connection:
        assert await connection.run_sync(_differences) == []


def test_the_newest_migration_is_the_one_that_open_looks_for() -> None:
    scripts = ScriptDirectory(str(Path(migrate.__file__).parent / "migrations"))

    assert scripts.get_current_head() == migrate.HEAD
    assert {script.revision for script in scripts.walk_revisions()} == set(migrate.REVISIONS)
