"""Keeps a summary's text for half an hour, so that the same turns are not summarised twice. Stores nothing on disk."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from morrow.models.chat import Message

LIFETIME = timedelta(minutes=30)
MOST_KEPT = 256
_BETWEEN = "\x1f"


def key_of(*parts: str | Sequence[Message]) -> str:
    """Return the hash of texts and of all that messages say: the same only for the same parts."""
    digest = hashlib.sha256()
    for part in parts:
        for text in (part,) if isinstance(part, str) else map(_said, part):
            data = text.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big"))
            digest.update(data)
    return digest.hexdigest()


class SummaryCache:
    """Texts by the hash of what they stand for; at most `MOST_KEPT`, each for `LIFETIME`."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, datetime]] = {}

    def find(self, key: str, now: datetime) -> str | None:
        """Return the text kept under `key`, or None if there is none or it is too old."""
        text, kept_at = self._kept.get(key, (None, now))
        return text if timedelta(0) <= now - kept_at < LIFETIME else None

    def keep(self, key: str, text: str, now: datetime) -> None:
        """Keep a text; the ones kept longest go first where there are too many."""
        self._kept.pop(key, None)
        self._kept[key] = (text, now)
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))

    def clear(self) -> None:
        """Forget all texts: what they stand for was changed or forgotten."""
        self._kept.clear()


def _said(message: Message) -> str:
    calls = (text for call in message.tool_calls for text in (call.id, call.name, call.arguments))
    return _BETWEEN.join((str(message.role), message.name or "", message.tool_call_id or "", message.text, *calls))
