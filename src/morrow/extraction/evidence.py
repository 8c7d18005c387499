"""Finds which messages a line that a model wrote rests on. What a model cites is checked, never believed."""

from collections.abc import Sequence
from dataclasses import dataclass

from morrow.clock import local_day
from morrow.conversations.turns import Message
from morrow.documents.entries import Origin, Source
from morrow.documents.gates.context import specifics_of
from morrow.models.answers import Evidence
from morrow.text.dates import resolve
from morrow.text.sentences import split
from morrow.text.similarity import normalise
from morrow.text.specifics import Kind, Specific, read
from morrow.text.words import content_tokens

MOST_SOURCES = 8
_HALF = 0.5
_SHORTEST_SHARED = 8  # characters of a line that stands in the text a model gives evidence for, or the other way round


@dataclass(frozen=True, slots=True)
class Traced:
    """The messages a line rests on, and the least trusted origin of its words; without any it is the model's own."""

    sources: tuple[Source, ...]
    origin: Origin

    @property
    def is_users(self) -> bool:
        """Whether a user said it."""
        return bool(self.sources) and self.origin is Origin.USER


@dataclass(frozen=True, slots=True)
class Window:
    """The messages that an answer may rest on, what the model cites by their ids, and the zone that names days."""

    messages: tuple[Message, ...]
    evidence: tuple[Evidence, ...]
    zone: str

    def trace(self, text: str) -> Traced:
        """Return what a line rests on.

        Cited messages count if the quote stands in them word for word. Without any, those user messages do that share
        the line's specifics or most of its words.
        """
        said = [message for message in self.messages if _is_users(message)]
        found = [source for source in self._cited(text) if any(m.id == source.message for m in said)]
        found = found or [_source(message, text) for message in said if _shares(text, message, self.zone)]
        elsewhere, origin = self._beside(text, said)
        if not found and not elsewhere:
            cited = self._cited(text)
            least = self._least_trusted(cited)
            return Traced(tuple(cited[:MOST_SOURCES]), least)
        return Traced(tuple([*found, *elsewhere][:MOST_SOURCES]), origin)

    def touches(self, text: str) -> bool:
        """Whether a line is about what was said at all: half of its words stand in the messages, whoever said them."""
        return _share(text, "\n".join(message.text for message in self.messages)) >= _HALF

    def _cited(self, text: str) -> list[Source]:
        by_id = {message.id: message for message in self.messages}
        cited: dict[str, Source] = {}
        for evidence in self.evidence:
            if not _is_about(evidence.text, text):
                continue
            for message in (by_id[one] for one in evidence.message_ids if one in by_id):
                quote = evidence.quote.strip()
                if quote and quote in message.text:
                    cited.setdefault(message.id, _quoted(message, quote))
        return list(cited.values())

    def _beside(self, text: str, said: Sequence[Message]) -> tuple[list[Source], Origin]:
        """Return the messages of others that give specifics which no user message has, and how far they are trusted."""
        lacking = [one for one in specifics_of(text) if not any(_has(message, one, self.zone) for message in said)]
        others = [message for message in self.messages if not _is_users(message)]
        giving = [message for message in others if any(_has(message, one, self.zone) for one in lacking)]
        # What the agent repeats from elsewhere is the agent's; what only stands outside is from outside.
        agents = [message for message in giving if _origin(message) is Origin.AGENT]
        if agents and all(any(_has(message, one, self.zone) for message in agents) for one in lacking):
            giving = agents
        least = max((_origin(message) for message in giving), key=_TRUST.index, default=Origin.USER)
        return [_source(message, text) for message in giving], least

    def _least_trusted(self, sources: Sequence[Source]) -> Origin:
        by_id = {message.id: message for message in self.messages}
        origins = [_origin(by_id[source.message]) for source in sources]
        return max(origins, key=_TRUST.index, default=Origin.AGENT)


_TRUST = (Origin.USER, Origin.AGENT, Origin.EXTERNAL, Origin.SYSTEM)


def _is_users(message: Message) -> bool:
    return message.role == "user" and message.origin == Origin.USER


def _origin(message: Message) -> Origin:
    return Origin.EXTERNAL if message.role == "tool" and message.origin == Origin.USER else Origin(message.origin)


def _is_about(evidence: str, text: str) -> bool:
    cited, line = normalise(evidence), normalise(text)
    shorter, longer = sorted((cited, line), key=len)
    return cited == line or (len(shorter) >= _SHORTEST_SHARED and shorter in longer)


def _shares(text: str, message: Message, zone: str) -> bool:
    wanted = specifics_of(text)
    if wanted and all(_has(message, one, zone) for one in wanted) and _share(text, message.text) > 0:
        return True
    return _share(text, message.text) > 0.5


def _share(text: str, words: str) -> float:
    """Return how much of what `text` says stands in `words`, in 0..1."""
    tokens = set(content_tokens(text))
    return len(tokens & set(content_tokens(words))) / len(tokens) if tokens else 0.0


def _has(message: Message, specific: Specific, zone: str) -> bool:
    if read(message.text).has(specific):
        return True
    if specific.kind is not Kind.DATE:
        return False
    days = {
        local_day(message.at, zone),
        *(found.date for found in resolve(message.text, said_at=message.at, zone=zone)),
    }
    return any(read(day.isoformat()).has(specific) for day in days)


def _source(message: Message, text: str) -> Source:
    """Return the message as a source, quoting the sentence of it that shares most with `text`."""
    sentences = [sentence.text for sentence in split(message.text)] or [message.text]
    return _quoted(message, max(sentences, key=lambda sentence: _share(text, sentence)))


def _quoted(message: Message, quote: str) -> Source:
    return Source(message.conversation, message.id, quote, message.at, message.speaker)
