"""Chats as files for the tests of importing them."""

import json
from collections.abc import Iterable
from io import BytesIO

MARA, TOM = "Mara", "Tom"
CREW = (
    ("kitchen", MARA, "I moved to Lisbon in May.", "2026-03-06T18:05:00+00:00"),
    ("kitchen", TOM, "My sister Lin works at Siemens in Munich.", "2026-03-06T18:06:00+00:00"),
    ("office", MARA, "I'm training for the Lisbon marathon in October.", "2026-03-06T19:00:00+00:00"),
    ("kitchen", MARA, "I train for the Lisbon marathon every morning.", "2026-03-07T08:00:00+00:00"),
    ("kitchen", TOM, "I prefer coffee to tea.", "2026-03-07T08:01:00+00:00"),
    ("kitchen", MARA, "I'm still training for the Lisbon marathon every morning.", "2026-03-09T02:59:00+00:00"),
)


def line(text: str = "Hello.", **fields: object) -> str:
    """Return one line of a chat; a field of None is left out."""
    given = {"speaker": MARA, "text": text, "time": "2026-03-06T18:05:00+00:00", **fields}
    return json.dumps({key: value for key, value in given.items() if value is not None}, ensure_ascii=False)


def text_of(lines: Iterable[tuple[str, str, str, str]] = CREW) -> str:
    """Return a chat of (conversation, speaker, text, time) as the text of a file."""
    return "".join(f"{line(t, conversation=c, speaker=s, time=at)}\n" for c, s, t, at in lines)


def as_file(text: str) -> BytesIO:
    """Return a text as an open file."""
    return BytesIO(text.encode())
