"""Statements that SQLAlchemy spells differently for each engine."""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_new(connection: AsyncConnection, table: Table) -> Any:
    """Return an insert into `table` that leaves a row alone whose unique key is taken."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()
