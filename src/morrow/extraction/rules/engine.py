"""Finds what a user's messages say that is worth keeping, by tables and guards. Asks no model and keeps no state."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from morrow.extraction.rules import en, guards, zh
from morrow.extraction.rules.rule import Rule, Table
from morrow.extraction.rules.slots import is_pronoun_value, replaced_value, slot_of
from morrow.extraction.rules.statement import Heard, Slot, Statement, StatementKind
from morrow.text.dates import resolve
from morrow.text.language import Language, language_of
from morrow.text.sentences import Sentence, Span, is_inside, quoted_spans, split
from morrow.text.specifics import Kind as SpecificKind
from morrow.text.specifics import specifics

_TABLES: dict[Language, Table] = {"en": en.TABLE, "zh": zh.TABLE}
_WORD = re.compile(r"[a-z][a-z'-]*")
_FIRST_PERSON = re.compile(r"(?:I|we|my|our|me)\b|我|咱", re.IGNORECASE)
_ASKS_TO_KEEP = re.compile(
    r"remember|memor|mind|note|record|forget|fyi|know|reference|information|记|忘", re.IGNORECASE
)
# A quick look that spares nearly all sentences the reading of what they say exactly.
_MAY_BE_EXACT = re.compile(
    r"\d|(?<=[\w,] )[A-Z](?!I\b)[a-z]|(?<=[\u4e00-\u9fff])[A-Za-z]|[一二两三四五六七八九十百千万]|[周月]"
    r"|\b(?i:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand)\b"
)
_POINTERS = frozenset(
    [
        "this",
        "that",
        "it",
        "these",
        "the following",
        "这个",
        "这点",
        "这一点",
        "以下",
        "下面",
        "这些",
        "这件事",
        "一下",
        "这几点",
    ]
)
_MOST_RULES = 3
"""A sentence is one statement; more matches than this add no facts to it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence, or the stating part of one, on its way through the guards."""

    sentence: Sentence
    text: str
    language: Language


@dataclass(frozen=True, slots=True)
class _Hit:
    """A rule that matched a part."""

    rule: Rule
    match: re.Match[str]


def extract(messages: Sequence[Heard], *, zone: str) -> tuple[Statement, ...]:
    """Return the statements of the user's messages in order; other roles are passed over.

    `zone` names the days. A role-play lasts until the user ends it; within one, only what is asked to be kept counts.
    """
    playing: set[str] = set()
    statements: list[Statement] = []
    for message in messages:
        if not guards.is_users_own(message):
            continue
        if guards.ends_play(message.text):
            playing.discard(message.conversation)
        elif guards.begins_play(message.text):
            playing.add(message.conversation)
            continue
        found = extract_message(message, zone=zone)
        statements.extend(one for one in found if one.asked or message.conversation not in playing)
    return tuple(statements)


def extract_message(message: Heard, *, zone: str) -> tuple[Statement, ...]:
    """Return the statements of one message by itself; none if it is not the user's own or asks to be left out."""
    text = message.text
    if not guards.is_users_own(message) or guards.is_kept_out(text) or guards.begins_play(text):
        return ()
    quoted = quoted_spans(text)
    sentences = _own_sentences(text, quoted)
    kept: list[Statement] = []
    for index, sentence in enumerate(sentences):
        part = _stated(sentence)
        if part is None:
            continue
        hits = _hits(part, message, quoted=quoted, zone=zone)
        if hits:
            span = _standing_span(sentences, index, part, hits[0])
            if span is not None:
                kept.append(_statement(message, part, hits, span=span, zone=zone))
    return _without_contained(kept)


def _own_sentences(text: str, quoted: tuple[Span, ...]) -> tuple[Sentence, ...]:
    """Return the sentences that lie in the sender's own prose, each with its place in the whole text."""
    prose = guards.own_prose(text)
    if prose == ((0, len(text)),):
        return split(text, quoted=quoted)
    found: list[Sentence] = []
    for start, end in prose:
        found.extend(Sentence(one.text, one.start + start, one.end + start) for one in split(text[start:end]))
    return tuple(found)


def _stated(sentence: Sentence) -> _Part | None:
    """Return what of the sentence is stated, or None: questions, chatter and over-long runs state nothing."""
    if len(sentence.text) > guards.LONGEST_SENTENCE:
        return None
    text = sentence.text.replace("’", "'")
    language = language_of(text)
    if guards.is_question(text, language):
        length = guards.stated_part(text, language)
        if length < (4 if language == "zh" else 8):
            return None
        text = text[:length].rstrip()
        sentence = Sentence(sentence.text[: len(text)], sentence.start, sentence.start + len(text))
    return _Part(sentence, text, language)


def _hits(part: _Part, message: Heard, *, quoted: tuple[Span, ...], zone: str) -> list[_Hit]:
    """Return the rules that hold for the part, the leading one first; none if a guard turns it away."""
    hits: list[_Hit] = []
    dated: bool | None = None
    for rule in _woken(part):
        match = rule.pattern.search(part.text)
        if match is None or _is_quoted(match, part.sentence.start, quoted):
            continue
        if rule.needs_day:
            dated = bool(resolve(part.text, said_at=message.at, zone=zone)) if dated is None else dated
            if not dated:
                continue
        # Such a rule stands for want of a better one: it adds nothing to what another found.
        if rule.needs_specific and (hits or not _says_something_exact(part.text)):
            continue
        if not hits and _is_turned_away(part, rule):
            return []
        hits.append(_Hit(rule, match))
        if len(hits) == _MOST_RULES:
            break
    return hits


def _says_something_exact(text: str) -> bool:
    if _MAY_BE_EXACT.search(text) is None:
        return False
    return any(one.kind is not SpecificKind.QUOTED for one in specifics(text))


def _is_quoted(match: re.Match[str], start: int, quoted: tuple[Span, ...]) -> bool:
    """Return whether the words stand in quotation marks, or their value does behind other words of the quotation.

    A value may be quoted by itself: 我叫「小林」 tells a name, 我接一句：「我住在船上」 no home.
    """
    value = max((match.start(name) for name in ("value", "value2") if match.groupdict().get(name)), default=-1)
    return is_inside(start + match.start(), quoted) or (value > 0 and is_inside(start + value - 1, quoted))


def _woken(part: _Part) -> Iterator[Rule]:
    table = _TABLES[part.language]
    if part.language == "en":
        return table.woken_by(set(_WORD.findall(part.text.lower())))
    return table.woken_by([trigger for trigger in table.triggers if trigger in part.text])


def _is_turned_away(part: _Part, rule: Rule) -> bool:
    text, language = part.text, part.language
    if rule.asked:
        return False
    return (
        guards.is_hypothetical(text, language)
        or guards.is_uncertain(text, language)
        or guards.is_reported(text, language)
        or guards.is_chatter(text, language)
    )


def _standing_span(sentences: tuple[Sentence, ...], index: int, part: _Part, hit: _Hit) -> Span | None:
    """Return the span that stands alone, or None for a fragment nobody could understand.

    A sentence that leans on its predecessor ("Her name is Momo.") takes it along; an ask without content of its own
    ("Remember this:") takes its neighbours.
    """
    start, end = part.sentence.start, part.sentence.end
    if hit.rule.kind is StatementKind.EXPLICIT and _is_empty_ask(part, hit):
        return _asked_span(sentences, index)
    end = _with_addition(sentences, index, end)
    if not _leans(part, hit):
        return start, end
    before = sentences[index - 1] if index else None
    if before is None or guards.is_question(before.text, language_of(before.text)) or start - before.end > 2:
        return None
    return before.start, end


def _with_addition(sentences: tuple[Sentence, ...], index: int, end: int) -> int:
    """Return the end of the next sentence where that one only adds to this one, else `end`."""
    if index + 1 == len(sentences) or sentences[index].end != end:
        return end
    following = sentences[index + 1]
    language = language_of(following.text)
    adds = guards.continues(following.text, language) and not guards.is_question(following.text, language)
    return following.end if adds and following.start - end <= 2 else end


def _leans(part: _Part, hit: _Hit) -> bool:
    """Return whether the words need the sentence before: it is about "it", and no "I" or name of its own."""
    if hit.rule.asked or hit.rule.kind in {StatementKind.CORRECTION, StatementKind.LESSON}:
        return False
    if is_pronoun_value(hit.match):
        return True
    return guards.needs_what_came_before(part.text, part.language) and not _FIRST_PERSON.match(hit.match.group())


def _is_empty_ask(part: _Part, hit: _Hit) -> bool:
    if _ASKS_TO_KEEP.search(hit.match.group()) is None:
        return False
    rest = part.text[hit.match.end() :].strip(" ,.:;!，。：；！、")
    return len(rest) < 3 or rest.lower() in _POINTERS


def _asked_span(sentences: tuple[Sentence, ...], index: int) -> Span | None:
    """Return what "remember this" points at: all that follows, or else the sentence before."""
    if index + 1 < len(sentences):
        return sentences[index].start, sentences[min(index + 6, len(sentences) - 1)].end
    if index:
        return sentences[index - 1].start, sentences[index].end
    return None


def _statement(message: Heard, part: _Part, hits: list[_Hit], *, span: Span, zone: str) -> Statement:
    leading = hits[0].rule
    slots = _slots(part, hits)
    days = resolve(part.text, said_at=message.at, zone=zone)
    replaces = next((old for hit in hits if (old := replaced_value(hit.match, verbatim=part.sentence.text))), None)
    return Statement(
        kind=leading.kind,
        text=message.text[span[0] : span[1]],
        message=message.message,
        conversation=message.conversation,
        quote=part.sentence.text,
        at=message.at,
        day=days[0].date if days else None,
        slot=slots[0] if slots else None,
        asked=any(hit.rule.asked for hit in hits),
        replaces=replaces,
        also=tuple(slots[1:]),
    )


def _slots(part: _Part, hits: list[_Hit]) -> list[Slot]:
    found: list[Slot] = []
    for hit in hits:
        slot = slot_of(hit.match, hit.rule, verbatim=part.sentence.text, language=part.language)
        if slot is not None and all(slot.attribute != other.attribute for other in found):
            found.append(slot)
    return found


def _without_contained(statements: list[Statement]) -> tuple[Statement, ...]:
    """Drop a statement whose words a neighbour's longer span already holds."""
    return tuple(
        one
        for index, one in enumerate(statements)
        if not any(
            one.text in other.text and (len(one.text) < len(other.text) or index > place)
            for place, other in enumerate(statements)
            if place != index
        )
    )
