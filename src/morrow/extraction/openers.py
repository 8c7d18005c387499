"""Tells the verbs with which a model opens its lines ("Hikes in the Alps") from names that nobody said. Pure."""

import re
from collections.abc import Iterable

from morrow.documents.entries import body_of
from morrow.text.words import content_tokens, stem

_OPENER = re.compile(r"(?P<verb>[A-Z][a-z]{2,})(?P<next> (?:an?|the|his|her|their|its|to|up|out)\b)?")


def opening_verbs(lines: Iterable[str], said: Iterable[str]) -> list[str]:
    """Return the words that open `lines` and are no names: forms of what was said, or a verb before its object.

    A capital letter at the beginning of a line says nothing; the gates take it for a name wherever they do not know
    the word.
    """
    stems = {token for text in said for token in content_tokens(text)}
    found: dict[str, None] = {}
    for line in lines:
        opener = _OPENER.match(body_of(line))
        if opener is None:
            continue
        verb = opener["verb"].lower()
        is_form = bool(_stems(verb) & (stems | {s.removesuffix("e") for s in stems}))
        if is_form or (verb.endswith("s") and opener["next"]):
            found[verb] = None
    return list(found)


def _stems(verb: str) -> set[str]:
    return {verb, stem(verb), stem(verb).removesuffix("e")}
