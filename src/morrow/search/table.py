"""The rows of the search index: made from messages, entries and facts, so they can be dropped and rebuilt.

`search_item` holds the text and tokens to rank with and is seen by the visibility rule like every personal table. The
full-text table beside it maps a term, which names its bucket, to item numbers; it holds no readable word.
"""

from sqlalchemy import Column, Float, Index, Integer, String, Table, Text, UniqueConstraint

from morrow.store import bucket_columns, metadata
from morrow.store.types import Instant

search_bucket = Table(
    "search_bucket",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("items", Integer, nullable=False),
    Column("passages", Integer, nullable=False),
    Column("tokens", Integer, nullable=False),
    UniqueConstraint("agent", "scope", "owner"),
)

search_item = Table(
    "search_item",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    *bucket_columns(),
    Column("bucket", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("ref", String, nullable=False),
    Column("document", String),
    Column("line", Integer),
    Column("conversation", String),
    Column("position", Integer),
    Column("speaker", String, nullable=False),
    Column("role", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("tokens", Text, nullable=False),
    Column("passages", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Column("weight", Float, nullable=False),
    Column("at", Instant),
    UniqueConstraint("agent", "scope", "owner", "kind", "ref"),
)
Index("ix_search_item_conversation_position", search_item.c.conversation, search_item.c.position)


def create_full_text(dialect: str) -> list[str]:
    """Return the statements that make the full-text tables of `dialect`.

    No column of theirs names an owner, and row security does not hold for them: PostgreSQL uses no full-text index
    beneath a policy. The bucket's number in every term takes its place.
    """
    if dialect == "sqlite":
        return [
            "CREATE VIRTUAL TABLE search_terms"
            " USING fts5(terms, content='', columnsize=0, detail=none, tokenize='ascii')",
            "CREATE VIRTUAL TABLE search_frequency USING fts5vocab(search_terms, row)",
        ]
    return [
        "CREATE TABLE search_terms (n integer PRIMARY KEY, terms tsvector NOT NULL)",
        # With fast updates every question reads through the list of what is not yet merged: 64 ms and not 16.
        "CREATE INDEX ix_search_terms_terms ON search_terms USING gin (terms) WITH (fastupdate = off)",
    ]


def drop_full_text(dialect: str) -> list[str]:
    """Return the statements that drop what `create_full_text` makes."""
    if dialect == "sqlite":
        return ["DROP TABLE search_frequency", "DROP TABLE search_terms"]
    return ["DROP TABLE search_terms"]
