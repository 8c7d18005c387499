"""Makes text safe to store: no NUL, no lone surrogate. Judges no content and shortens nothing."""

import re

BOM = "\ufeff"
REPLACEMENT = "\ufffd"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean(text: str) -> str:
    """Return `text` as every store, file and wire can hold it: half a surrogate pair becomes U+FFFD, NUL goes.

    Two halves that stand side by side are one character and become it.
    """
    if _UNSTORABLE.search(text) is None:
        return text
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x00", "")


def split_bom(text: str) -> tuple[str, str]:
    """Return the byte order mark in front of `text` (or nothing) and the rest."""
    return (BOM, text[1:]) if text.startswith(BOM) else ("", text)
