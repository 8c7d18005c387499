"""Turns what a rule captured into a plain fact: value cut to its core, polarity kept. Verbatim or nothing."""

import re

from morrow.extraction.rules.rule import Rule
from morrow.extraction.rules.statement import SELF, Slot
from morrow.text.language import Language

_TAIL_EN = re.compile(
    r"\s+(?:(?:and|but|because|since|so|when|while|which|who|that|though|although|as|if|after|before"
    r"|until|right now"
    r"|lately|recently|now|these days|nowadays|today|anymore|any more|too|as well|a lot|very much|so "
    r"much|with my|with"
    r" our|in general|at the moment|for (?:work|now|years|\d+|two|three|about|over|almost)|more than"
    r"|over)\b|[-–—(]).*$",
    re.IGNORECASE | re.DOTALL,
)
_TAIL_ZH = re.compile(
    r"(?:因为|所以|但是|但|不过|而且|然后|的时候|而已|了|啊|呀|哦|呢|吧|哈|的)$|(?:因为|所以|但是|不过"
    r"|而且|然后).*$"
)
_ATTRIBUTE_TAIL_EN = {
    "role": re.compile(r"\s+(?:at|in|for|with|from|on|by)\b.*$", re.IGNORECASE | re.DOTALL),
    "employer": re.compile(
        r"\s+(?:in|as|on|for|since|with|where|doing|building|full-time|part-time)\b.*$", re.IGNORECASE | re.DOTALL
    ),
    "home": re.compile(
        r"\s+(?:with|since|for|near|by|where|on|last|this|in (?=\d|(?-i:[a-z])))\b.*$|\s+in (?:\d"
        r"|(?-i:[a-z])).*$",
        re.IGNORECASE | re.DOTALL,
    ),
    "tools": re.compile(r"\s+(?:for|on|at|to|as|with|in|instead)\b.*$", re.IGNORECASE | re.DOTALL),
    "name": re.compile(r"\s+(?:from|in|at)\b.*$", re.IGNORECASE | re.DOTALL),
}
_ARTICLE = re.compile(r"^(?:the |a |an |to )", re.IGNORECASE)
_EDGES = " \t.。!！,，;；:：\"'“”‘’「」『』《》*`()（）~"
_PRONOUN = re.compile(
    r"(?:it|this|that|these|those|them|him|her|one|something|some|there|here|things?|everything"
    r"|anything|both|what|all"
    r"|it all|this one|that one|它|这|那|这个|那个|他|她|这里|那里|这样|那样|这些|那些)",
    re.IGNORECASE,
)
_NEGATED_EN = re.compile(
    r"\b(?:not|never|no longer|n't|isn't|don't|doesn't|didn't|used to|anymore|any more)\b|n't\b", re.IGNORECASE
)
_NEGATED_ZH = re.compile(r"不(?!仅|但|只|过|同|锈)|没(?!问题)|别|以前|曾经|原来")
_CLAUSE = re.compile(r"(?:how|when|what|why|where|that|being able|seeing|whether)\b", re.IGNORECASE)
_LONGEST = 60
# What a negated sentence still says plainly; every other slot is left empty by a negation.
_NEGATION_IS_THE_POINT = frozenset({"dislikes"})


def slot_of(match: re.Match[str], rule: Rule, *, verbatim: str, language: Language) -> Slot | None:
    """Return the fact a match carries, or None: no slot in the rule, a pronoun, a clause, or a negated sentence.

    The match is over folded text; `verbatim` is the same text as it was written, of equal length.
    """
    if not rule.attribute:
        return None
    groups = match.groupdict()
    raw = _group(match, ("value", "value2"), verbatim)
    value = clean_value(raw, language, attribute=rule.attribute)
    if not value or _CLAUSE.match(value) or _PRONOUN.fullmatch(value):
        return None
    if rule.attribute not in _NEGATION_IS_THE_POINT and _is_negated(match, language):
        return None
    return Slot((groups.get("subject") or SELF).lower(), rule.attribute, value)


def clean_value(raw: str, language: Language, *, attribute: str) -> str:
    """Return the core of a captured value, still verbatim; empty if nothing short and plain remains."""
    value = raw.strip(_EDGES)
    if language == "en":
        tail = _ATTRIBUTE_TAIL_EN.get(attribute)
        value = tail.sub("", value) if tail else value
        value = _ARTICLE.sub("", _TAIL_EN.sub("", value))
    else:
        value = _TAIL_ZH.sub("", value)
    value = value.strip(_EDGES)
    return value if len(value) <= _LONGEST else ""


def replaced_value(match: re.Match[str], *, verbatim: str) -> str | None:
    """Return the old value that a correction names, verbatim, or None."""
    old = _group(match, ("old", "old2"), verbatim).strip(_EDGES)
    return old if old and not _PRONOUN.fullmatch(old) else None


def is_pronoun_value(match: re.Match[str]) -> bool:
    """Return whether the captured value is a bare pronoun, so that the sentence does not stand alone."""
    return _PRONOUN.fullmatch(_group(match, ("value", "value2"), match.string).strip(_EDGES)) is not None


def _group(match: re.Match[str], names: tuple[str, ...], text: str) -> str:
    """Return the part of `text` that the first of the named groups to match covers, or an empty text."""
    groups = match.groupdict()
    return next((text[slice(*match.span(name))] for name in names if groups.get(name)), "")


def _is_negated(match: re.Match[str], language: Language) -> bool:
    text, start = match.string, match.start()
    value_start = match.start("value") if match.groupdict().get("value") else match.end()
    around = text[max(0, start - 12) : value_start]
    return (_NEGATED_EN if language == "en" else _NEGATED_ZH).search(around) is not None
