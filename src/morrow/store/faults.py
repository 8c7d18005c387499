"""Turns a database driver's errors into the project's own, each with its mend."""

from sqlalchemy.exc import DBAPIError

from morrow.errors import StoreCorrupt, StoreError, StoreFull, StoreReadOnly, StoreUnreachable

_KINDS: tuple[tuple[str, type[StoreError], str], ...] = (
    ("disk is full", StoreFull, "the disk is full; nothing of this write was kept. Free some space and try again"),
    (
        "readonly database",
        StoreReadOnly,
        "the database cannot be written; check the permissions of the file and folder",
    ),
    ("read-only file system", StoreReadOnly, "the database lies on a read-only disk; choose another --home"),
    ("unable to open", StoreError, "the database cannot be opened; check that its folder exists and can be written"),
    ("not a database", StoreCorrupt, "the file is no SQLite database; restore a backup or choose another --home"),
    (
        "malformed",
        StoreCorrupt,
        "the database is damaged; restore the last backup or ask morrow doctor",
    ),
    ("disk i/o error", StoreError, "the disk reports an error; check it before going on"),
    ("database is locked", StoreError, "another process holds the database; try again when it is done"),
    ("connection failed", StoreUnreachable, "the PostgreSQL server does not answer; check the URL and that it runs"),
    ("connection refused", StoreUnreachable, "the PostgreSQL server does not answer; check the URL and that it runs"),
)


def explain(error: DBAPIError, place: str) -> StoreError | None:
    """Return the error that `error` means at `place` (a path, or a URL without password); None if it is no fault."""
    words = str(error.orig).lower()
    for mark, kind, mend in _KINDS:
        if mark in words:
            return kind(f"{place}: {mend}")
    return None
