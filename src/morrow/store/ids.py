"""Row ids: UUIDv7 texts, which sort by the time they were made (RFC 9562, section 5.7)."""

import secrets
import uuid
from datetime import datetime


def new_id(now: datetime) -> str:
    """Return a new id that sorts by `now`, in milliseconds."""
    milliseconds = max(0, int(now.timestamp() * 1000)) & (2**48 - 1)
    value = milliseconds << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return str(uuid.UUID(int=value))
