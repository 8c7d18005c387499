"""Column types that read the same from SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, String
from sqlalchemy.types import TypeDecorator, TypeEngine


class Instant(TypeDecorator[datetime]):
    """An aware UTC time: `timestamptz` on PostgreSQL, sortable ISO text on SQLite. Refuses a time without a zone."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return the column type of `dialect`."""
        if dialect.name == "postgresql":
            return dialect.type_descriptor(DateTime(timezone=True))
        return dialect.type_descriptor(String())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Return `value` as the database takes it."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r}: times in rows carry a zone")
        instant = value.astimezone(UTC)
        return instant if dialect.name == "postgresql" else instant.isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, _dialect: Dialect) -> datetime | None:
        """Return the stored value as an aware UTC datetime."""
        if value is None:
            return None
        return (datetime.fromisoformat(value) if isinstance(value, str) else value).astimezone(UTC)
