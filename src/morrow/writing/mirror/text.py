"""Reads a file's bytes as the text of a document, or says why they are none. Changes nothing in it."""

import re

from morrow.writing.mirror.folder import Refused
from morrow.writing.mirror.trouble import Wrong

_ZERO = b"\x00"
_ZEROS = re.compile(rb"\x00{4}")
_MOST_ZEROS = 0.01


def text_of(data: bytes) -> str | Refused:
    """Return the text of `data`, byte order mark and newlines as they are; Refused for what is not UTF-8.

    A stray zero byte stays (storing drops it); runs or many of them are a damaged file or another encoding.
    """
    if _ZEROS.search(data) or data.count(_ZERO) > max(1, len(data) * _MOST_ZEROS):
        return Refused(Wrong.NUL_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Refused(Wrong.NOT_UTF8, f"byte {error.start}")
