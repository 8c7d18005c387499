"""Tells Chinese from English text by counting. Detects no other language: those count as English."""

import re
from typing import Literal

Language = Literal["zh", "en"]

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002ebef]")
_WORD = re.compile(r"[A-Za-z]+")
# Japanese and Korean write Han characters too; their own letters give them away.
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")


def language_of(text: str) -> Language:
    """Return "zh" if `text` holds at least as many Han characters as Latin words, else "en".

    Text with kana or Hangul, and text without any letters, is "en".
    """
    if text.isascii():
        return "en"
    han = len(_HAN.findall(text))
    if han == 0 or _KANA_OR_HANGUL.search(text):
        return "en"
    return "zh" if han >= len(_WORD.findall(text)) else "en"


def has_han(text: str) -> bool:
    """Return whether any Han character stands in `text`."""
    return not text.isascii() and _HAN.search(text) is not None
