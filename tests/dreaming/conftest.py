"""Short ways to say a line on a day of April 2026, to use it, and to have an entry in MEMORY.md."""

import zlib
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from morrow.documents.entries import Author, Entry, EntryKind, Origin
from morrow.dreaming.notes import NoteLine, Recalled

Say = Callable[..., NoteLine]


def _said(text: str, day: int = 1, *, hour: int = 9, conversation: str = "talk", **more: Any) -> NoteLine:
    at = datetime(2026, 4, day, hour, tzinfo=UTC)
    return NoteLine(
        ref=f"{day:02}-{hour:02}-{conversation}-{zlib.crc32(text.encode())}",
        text=text,
        section="",
        document=f"memory/2026-04-{day:02}.md",
        day=at.date(),
        said_at=at,
        conversation=conversation,
        message=f"m-{day:02}-{hour:02}",
        quote=text,
        **more,
    )


def _used(line: NoteLine, day: int, question: str = "q", *, used: bool = True) -> Recalled:
    return Recalled(line.ref, question, date(2026, 4, day), used)


def _entry(text: str, id: str = "e1", section: str = "Facts", **more: Any) -> Entry:  # noqa: A002 - the field's name
    at = datetime(2026, 3, 1, tzinfo=UTC)
    known: dict[str, Any] = {"author": Author.DREAM, "origin": Origin.USER, "first_seen": at, "last_seen": at}
    return Entry(id=id, section=section, kind=EntryKind.ITEM, text=text, line=1, **(known | more))


@pytest.fixture(name="said", scope="session")
def fixture_said() -> Say:
    """Return a way to make a note line said on a day of April 2026."""
    return _said


@pytest.fixture(name="used", scope="session")
def fixture_used() -> Callable[..., Recalled]:
    """Return a way to make a use of a line by a question."""
    return _used


@pytest.fixture(name="entry", scope="session")
def fixture_entry() -> Callable[..., Entry]:
    """Return a way to make an entry of MEMORY.md."""
    return _entry
