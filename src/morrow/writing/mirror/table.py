"""The rows of mirrored files: what was last written to each, or taken in from it. Made anew when lost."""

from sqlalchemy import BigInteger, Column, Integer, String, Table, UniqueConstraint

from morrow.store import bucket_columns, metadata

# `hash` is that of the bytes last written or taken in, `version` the document's then: together they tell an edit from
# a stale copy, and are the base of a merge.
mirror_file = Table(
    "mirror_file",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("name", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("hash", String, nullable=False),
    Column("mtime_ns", BigInteger, nullable=False),
    Column("ctime_ns", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("inode", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    UniqueConstraint("agent", "scope", "owner", "name"),
)
