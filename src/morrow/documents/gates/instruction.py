"""The instruction gate: memory tells about the world; it gives the assistant no orders from outside.

A user's own wish about how to be served is memory; forged markers and theft of data are not, whoever says them.
"""

import re
import unicodedata

from morrow.documents.entries import Operation, Origin
from morrow.documents.gates import instruction_words as words
from morrow.documents.gates.context import Run, new_text_of, section_of
from morrow.documents.gates.markers import active_markup, beacon, forged_structure, role_marker
from morrow.documents.gates.verdict import Hold, Reason, Verdict
from morrow.documents.names import is_structured

_SENTENCE_END = re.compile(r"[。！？!?；;\n]|\.(?=\s|$)")

_BULLET = re.compile(r"\s*(?:[-*+] )?")


def instruction_gate(operation: Operation, run: Run) -> Verdict | None:
    """Hold orders to the assistant that are not the user's own, and from anyone markers, forgery and exfiltration."""
    text, section = new_text_of(operation), section_of(operation)
    if text is None and not section:
        return None
    found = suspicion(
        text or "",
        section=section,
        structured=is_structured(run.context.document),
        is_user=run.origin_of(operation) is Origin.USER,
    )
    return Hold(operation, found[0], found[1]) if found else None


def suspicion(text: str, *, section: str = "", structured: bool = False, is_user: bool) -> tuple[Reason, str] | None:
    """Return why a text may be meant for the assistant and not for the reader, with the words that say so, or None."""
    checks = (
        (Reason.ROLE_MARKER, role_marker(text) or role_marker(section)),
        (Reason.FORGED_STRUCTURE, forged_structure(text, section=section, structured=structured)),
        (Reason.ACTIVE_MARKUP, active_markup(text) or active_markup(section)),
        (Reason.EXFILTRATION, beacon(text) or _theft(text)),
        (Reason.INSTRUCTION, override(text) or (None if is_user else order(f"{section}\n{text}"))),
    )
    return next(((reason, found) for reason, found in checks if found), None)


def override(text: str) -> str | None:
    """Return words that cancel the assistant's instructions, or None."""
    match = words.OVERRIDE.search(unicodedata.normalize("NFKC", text))
    return match[0] if match else None


def order(text: str) -> str | None:
    """Return the first sentence that orders the assistant to do something or be somebody, or None."""
    for sentence in _sentences(text):
        is_order = words.ORDER.search(sentence) or words.FIRST_WORD.match(_BULLET.sub("", sentence, count=1))
        is_new_self = words.IDENTITY.search(sentence) or words.PIPED_TO_SHELL.search(sentence)
        if is_new_self or (is_order and words.DEED.search(sentence)):
            return sentence.strip()[:200]
    return None


def _theft(text: str) -> str | None:
    for sentence in _sentences(text):
        if all(part.search(sentence) for part in (words.GIVE_AWAY, words.TREASURE, words.ELSEWHERE)):
            return sentence.strip()[:200]
    return None


def _sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(unicodedata.normalize("NFKC", text))
