"""One hash of all that a dream would look at: equal hashes mean that there is nothing new to dream of."""

import hashlib
import json
from collections.abc import Iterable

from morrow.dreaming.notes import NoteLine, Recalled


def fingerprint(lines: Iterable[NoteLine], recalls: Iterable[Recalled], memory_text: str, *settings: object) -> str:
    """Return a hash of the inputs, whatever their order; `settings` are the values that decide about candidates.

    The day is left out: time alone only lowers scores.
    """
    said = sorted(
        (
            line.ref,
            line.text,
            line.day.isoformat(),
            line.asked,
            line.confirmed,
            line.managed,
            line.forgotten,
            line.origin,
        )
        for line in lines
    )
    used = sorted((one.ref, one.question_hash, one.day.isoformat()) for one in recalls if one.used)
    everything = json.dumps([said, used, memory_text, [repr(value) for value in settings]], ensure_ascii=True)
    return hashlib.sha256(everything.encode()).hexdigest()
