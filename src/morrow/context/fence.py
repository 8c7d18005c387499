"""The fence around recalled memory, and how to find it again in what came back. Chooses nothing that stands inside."""

import json
import re
import secrets
from dataclasses import dataclass
from datetime import date

from morrow.context.wording import WORDINGS
from morrow.documents.injection import escaped
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language

_BEGIN = "[[memory {nonce} begins]]"
_END = "[[memory {nonce} ends]]"
# What an echo may put between marker and frame: line breaks, as they are or written out in JSON, and quote marks.
_BETWEEN = re.compile(r"(?:\s|\\[nrt]|>){0,16}")
_SPACE_AFTER = re.compile(r"(?:\s|\\[nrt]){0,16}")
_FRAMES = tuple(w.remembered for w in WORDINGS.values())
_FRAMES_AS_ECHOED = (*_FRAMES, *(json.dumps(frame)[1:-1] for frame in _FRAMES))


@dataclass(frozen=True, slots=True)
class Fence:
    """What a recall block is fenced with: the nonce of this process, the owner's day, and the language."""

    nonce: str
    day: date
    language: Language = "en"


def new_nonce() -> str:
    """Return a word that nobody outside of this process can know; one for each process."""
    return secrets.token_hex(8)


def fenced(content: str, fence: Fence) -> str:
    """Return `content` between markers, with the day and the words that make it data about the owner."""
    wording = WORDINGS[fence.language]
    weekday = wording.weekdays[fence.day.weekday()]
    frame = wording.remembered + wording.data.format(day=fence.day.isoformat(), weekday=weekday)
    begin, end = _BEGIN.format(nonce=fence.nonce), _END.format(nonce=fence.nonce)
    return f"{begin}\n{frame}\n\n{content}\n{end}"


def harmless(text: str, nonce: str) -> str:
    """Return a remembered text so that it ends no fence, forges no document's head and hides nothing."""
    return escaped(strip_hidden(text).replace(nonce, "…"))


def cut_blocks(text: str, nonce: str) -> str:
    """Return `text` without the recall blocks that this process put into it, echoed ones included.

    A block is cut from its beginning marker, if the words of the frame follow, to its end marker. A marker alone,
    which somebody typed or quoted, is text.
    """
    begin, end = _BEGIN.format(nonce=nonce), _END.format(nonce=nonce)
    last_end = text.rfind(end)
    kept: list[str] = []
    at = 0
    while 0 <= (start := text.find(begin, at)) < last_end:
        inside = start + len(begin)
        if not _is_framed(text, inside):
            kept.append(text[at:inside])
            at = inside
            continue
        kept.append(text[at:start])
        stop = text.find(end, inside)
        space = _SPACE_AFTER.match(text, stop + len(end))
        at = space.end() if space else stop + len(end)
    return "".join([*kept, text[at:]])


def _is_framed(text: str, at: int) -> bool:
    between = _BETWEEN.match(text, at)
    return between is not None and text.startswith(_FRAMES_AS_ECHOED, between.end())
