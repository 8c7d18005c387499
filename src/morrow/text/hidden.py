"""Characters that a reader cannot see: finds, removes and shows them. Decides nothing about the text that had them."""

import re

_TAGS = "\U000e0000-\U000e007f"
_BIDI = "\u202a-\u202e\u2066-\u2069"
_MARKS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
_ZERO_WIDTH = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_EXTRA_SELECTORS = "\U000e0080-\U000e0fff"

_SURROGATE = re.compile("[\ud800-\udfff]")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")
_DECEPTIVE = re.compile(f"[{_TAGS}{_BIDI}{_EXTRA_SELECTORS}]")
_INVISIBLE = re.compile(f"[{_TAGS}{_BIDI}{_EXTRA_SELECTORS}{_MARKS}{_JOINERS}{_ZERO_WIDTH}{_CONTROLS}]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
# Joiners shape letters in Arabic and Indic scripts and glue emoji; between other characters they only hide.
_SHAPED = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\ufe0f\u2640\u2642\U0001f000-\U0001faff]")


def strip_hidden(text: str) -> str:
    """Return the text without invisible characters; what shapes emoji, Arabic and Indic words stays.

    NUL and other controls but tab and newline go too, and a lone surrogate becomes U+FFFD.
    """
    kept: list[str] = []
    end = 0
    for match in _INVISIBLE.finditer(text):
        if _is_needed(text, match.start()):
            continue
        kept.append(text[end : match.start()])
        end = match.end()
    kept.append(text[end:])
    return _SURROGATE.sub("\ufffd", "".join(kept))


def show_hidden(text: str) -> str:
    """Return the text with each invisible character written out, such as `⟨U+202E⟩`, for a person who reviews it."""
    return _INVISIBLE.sub(lambda m: f"⟨U+{ord(m[0]):04X}⟩", _SURROGATE.sub("\ufffd", text))


def is_deceptive(text: str) -> bool:
    """Whether the text holds characters that reorder or smuggle words: bidi overrides and tag characters.

    The flags of England, Scotland and Wales are written with tag characters and are no deception.
    """
    return _DECEPTIVE.search(_FLAG.sub("", text)) is not None


def _is_needed(text: str, at: int) -> bool:
    character = text[at]
    if character in "\u200c\u200d":
        return 0 < at < len(text) - 1 and bool(_SHAPED.match(text[at - 1]) and _SHAPED.match(text[at + 1]))
    if character in "\u200e\u200f\u061c":
        return bool(_RIGHT_TO_LEFT.search(text[max(0, at - 40) : at + 40]))
    if "\U000e0020" <= character <= "\U000e007f":
        return any(flag.start() < at < flag.end() for flag in _FLAG.finditer(text, max(0, at - 8), at + 8))
    return False
