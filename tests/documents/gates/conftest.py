"""What the tests of the gates begin with: entries, messages and a run of the extraction on MEMORY.md."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from morrow.documents.entries import Author, Entry, EntryKind, Origin
from morrow.documents.gates.context import GateContext, RunInput, UserMessage

SEEN = datetime(2026, 4, 1, 8, tzinfo=UTC)
SAID = SEEN + timedelta(days=8)


@pytest.fixture
def entry() -> Callable[..., Entry]:
    def make(text: str, *, id: str = "", **known: Any) -> Entry:  # noqa: A002 - named as in Entry
        values: dict[str, Any] = {
            "section": "Facts", "kind": EntryKind.ITEM, "line": 1, "author": Author.EXTRACTION, "origin": Origin.USER,
            "first_seen": SEEN, "last_seen": SEEN, **known,
        }  # fmt: skip
        return Entry(id=id or text, text=text, **values)

    return make


@pytest.fixture
def run_of() -> Callable[..., GateContext]:
    def make(*entries: Entry, said: tuple[str, ...] = (), read: tuple[str, ...] = (), **known: Any) -> GateContext:
        values: dict[str, Any] = {
            "document": "MEMORY.md",
            "author": Author.EXTRACTION,
            "zone": "Asia/Shanghai",
            **known,
        }
        messages = tuple(UserMessage(f"m{at}", text, SAID) for at, text in enumerate(said))
        return GateContext(entries=entries, user_messages=messages, inputs=tuple(map(RunInput, read)), **values)

    return make
