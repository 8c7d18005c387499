"""Documents for these tests."""

from datetime import UTC, datetime, timedelta

from morrow.documents.entries import Author, Document, Entry, Origin
from morrow.documents.parse import parse
from morrow.owners import Bucket, Owner

ADA = Bucket.personal("agent", Owner("user:ada"))
BO = Bucket.personal("agent", Owner("user:bo"))
TEAM = Bucket.team("agent")
NOW = datetime(2026, 4, 9, 8, tzinfo=UTC)


def document(name: str, text: str, *, bucket: Bucket = ADA, sort_order: int = 0, enabled: bool = True) -> Document:
    """Return a document whose entries were last said a day apart, the last one in the text today."""
    pieces = parse(text).entries
    entries = tuple(
        entry(f"{name}:{number}", piece.text, line=piece.line, days_ago=len(pieces) - number)
        for number, piece in enumerate(pieces, start=1)
    )
    return Document(f"{bucket.key}:{name}", bucket, name, text, 1, enabled, sort_order, NOW, entries)


def entry(name: str, text: str, *, line: int = 1, days_ago: int = 0, origin: Origin = Origin.USER) -> Entry:
    """Return an entry that the extraction wrote."""
    said = NOW - timedelta(days=days_ago)
    kind = parse(text).entries[0].entry_kind
    assert kind is not None
    return Entry(name, "", kind, text, line, Author.EXTRACTION, origin, said, said)
