"""What every table shares: one metadata, the columns that name a bucket, and constraint names. Declares no table."""

from typing import Any

from sqlalchemy import Column, MetaData, String, Table

from morrow.owners import Bucket

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)


def bucket_columns() -> tuple[Column[str], Column[str], Column[str]]:
    """Return the three columns that every row with personal content carries, never NULL."""
    return (
        Column("agent", String, nullable=False),
        Column("scope", String, nullable=False),
        Column("owner", String, nullable=False),
    )


def bucket_values(bucket: Bucket) -> dict[str, Any]:
    """Return `bucket` as column values for an insert."""
    return {"agent": bucket.agent, "scope": str(bucket.scope), "owner": bucket.owner}


def in_bucket(table: Table, bucket: Bucket) -> tuple[Any, Any, Any]:
    """Return the three conditions that pick one bucket's rows of `table`."""
    return (table.c.agent == bucket.agent, table.c.scope == str(bucket.scope), table.c.owner == bucket.owner)


def personal_tables() -> tuple[Table, ...]:
    """Return every declared table whose rows belong to a bucket, those that others refer to last."""
    return tuple(t for t in reversed(metadata.sorted_tables) if {"agent", "scope", "owner"} <= {*t.c.keys()})
