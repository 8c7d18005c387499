"""The contracts of an extraction's and a dream's answer: their schemas, and one strict parser for each.

What a model wants written is a proposal only; whether it may be written is decided elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from morrow.models.chat import AnswerSchema, JsonObject
from morrow.models.reading import Answer, MisfitError, Parsed, Reason, Unreadable, read_as, read_object
from morrow.models.template_tokens import without_outer_tokens, without_template_tokens

__all__ = [
    "DREAM_SCHEMA",
    "EXTRACTION_SCHEMA",
    "DreamAnswer",
    "Evidence",
    "ExtractionAnswer",
    "Parsed",
    "Reason",
    "StructuredEntry",
    "StructuredType",
    "Unreadable",
    "read_dream",
    "read_extraction",
    "read_object",
]
MAX_STRUCTURED_ENTRIES = 200
MAX_EVIDENCE = 1000
_FLAGS = {"true": True, "1": True, "false": False, "0": False}
_NOTHING = frozenset({"", "null", "none", "nil"})


class StructuredType(StrEnum):
    """The kinds of structured entry: the user, their wishes for better answers, their projects, where things are."""

    USER = "user"
    FEEDBACK = "feedback"
    PROJECT = "project"
    REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class StructuredEntry:
    """One `## key` section that a model proposes for the file of its type."""

    type: StructuredType
    key: str
    content: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a model says an entry rests on: the ids of messages and the words quoted from them, both unchecked."""

    text: str
    message_ids: tuple[str, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class ExtractionAnswer:
    """What a model proposes to remember of a conversation; without `should_update` there is nothing in it."""

    should_update: bool
    reason: str = ""
    daily_entry: str | None = None
    memory_update: str | None = None
    profile_update: str | None = None
    structured_entries: tuple[StructuredEntry, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether the model read everything and found nothing to remember."""
        return not (self.daily_entry or self.memory_update or self.profile_update or self.structured_entries)


@dataclass(frozen=True, slots=True)
class DreamAnswer:
    """What a model proposes MEMORY.md to say after a dream; without `should_update` there is nothing in it."""

    should_update: bool
    reason: str = ""
    memory_content: str | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether the model left MEMORY.md as it is."""
        return not self.memory_content


def read_extraction(text: str | None, truncated: bool) -> ExtractionAnswer | Unreadable:
    """Return what an extraction's reply proposes, or why it cannot be read. "Nothing to remember" is an answer."""
    return _read(text, _extraction, nothing=ExtractionAnswer(should_update=False), truncated=truncated)


def read_dream(text: str | None, truncated: bool) -> DreamAnswer | Unreadable:
    """Return what a dream's reply proposes, or why it cannot be read. "Nothing to change" is an answer."""
    return _read(text, _dream, nothing=DreamAnswer(should_update=False), truncated=truncated)


def _read(
    text: str | None, build: Callable[[JsonObject], Answer], *, nothing: Answer, truncated: bool
) -> Answer | Unreadable:
    answer = read_as(text, build, truncated=truncated)
    if isinstance(answer, Unreadable) and answer.reason is Reason.EMPTY_LIST:
        return nothing  # a model that finds nothing often says so with an empty list
    return answer


def _extraction(value: JsonObject) -> ExtractionAnswer:
    reason = _reason(value)
    entries, evidence = _entries(value.get("structured_entries")), _evidence(value.get("evidence"))
    daily_entry, memory_update = _note(value, "daily_entry"), _document(value, "memory_update")
    profile_update = _document(value, "profile_update")
    if not _should_update(value):
        return ExtractionAnswer(should_update=False, reason=reason)
    return ExtractionAnswer(
        should_update=True,
        reason=reason,
        daily_entry=daily_entry,
        memory_update=memory_update,
        profile_update=profile_update,
        structured_entries=entries,
        evidence=evidence,
    )


def _dream(value: JsonObject) -> DreamAnswer:
    reason, content = _reason(value), _document(value, "memory_content")
    if not _should_update(value):
        return DreamAnswer(should_update=False, reason=reason)
    return DreamAnswer(should_update=True, reason=reason, memory_content=content)


def _should_update(value: JsonObject) -> bool:
    flag = value.get("should_update")
    if isinstance(flag, bool):
        return flag
    if isinstance(flag, str | int) and str(flag).strip().lower() in _FLAGS:
        return _FLAGS[str(flag).strip().lower()]
    raise MisfitError("should_update is missing, or is not true or false")


def _reason(value: JsonObject) -> str:
    return without_template_tokens(_text(value, "reason"))


def _note(value: JsonObject, name: str) -> str | None:
    return without_template_tokens(_text(value, name)) or None


def _document(value: JsonObject, name: str) -> str | None:
    return without_outer_tokens(_text(value, name)) or None


def _text(value: JsonObject, name: str) -> str:
    text = value.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise MisfitError(f"{name} is neither a string nor null")
    return "" if text.strip().lower() in _NOTHING else text


def _entries(value: object) -> tuple[StructuredEntry, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MAX_STRUCTURED_ENTRIES:
        raise MisfitError(f"structured_entries is neither a list of up to {MAX_STRUCTURED_ENTRIES} entries nor null")
    return tuple(_entry(item) for item in value)


def _entry(item: object) -> StructuredEntry:
    if not isinstance(item, dict):
        raise MisfitError("structured_entries holds something that is not an object")
    kind = _text(item, "type").strip().lower()
    if kind not in set(StructuredType):
        raise MisfitError("a structured entry's type is not one of user, feedback, project, reference")
    key, content = _note(item, "key"), _note(item, "content")
    if not key or not content:
        raise MisfitError("a structured entry has no key or no content")
    return StructuredEntry(StructuredType(kind), key, content)


def _evidence(value: object) -> tuple[Evidence, ...]:
    # Optional beside the seed's fields: what is malformed is left out, and the entry's sources are found by its words.
    if not isinstance(value, list):
        return ()
    found = (_one_evidence(item) for item in value[:MAX_EVIDENCE])
    return tuple(evidence for evidence in found if evidence is not None)


def _one_evidence(item: object) -> Evidence | None:
    if not isinstance(item, dict):
        return None
    text, ids, quote = item.get("text"), item.get("message_ids"), item.get("quote")
    if not isinstance(text, str) or not isinstance(ids, list) or not isinstance(quote, str | None):
        return None
    return Evidence(text, tuple(str(one) for one in ids if isinstance(one, str | int)), quote or "")


def _schema(properties: dict[str, object], *required: str) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(required)}


_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_ENTRY = _schema({"type": {"enum": list(StructuredType)}, "key": _TEXT, "content": _TEXT}, "type", "key", "content")
_EVIDENCE = _schema(
    {"text": _TEXT, "message_ids": {"type": "array", "items": _TEXT}, "quote": _TEXT}, "text", "message_ids"
)
EXTRACTION_SCHEMA = AnswerSchema(
    "extraction",
    _schema(
        {
            "should_update": {"type": "boolean"},
            "reason": _TEXT,
            "daily_entry": _TEXT_OR_NULL,
            "memory_update": _TEXT_OR_NULL,
            "profile_update": _TEXT_OR_NULL,
            "structured_entries": {"type": ["array", "null"], "items": _ENTRY},
            "evidence": {"type": ["array", "null"], "items": _EVIDENCE},
        },
        "should_update",
        "reason",
    ),
)
DREAM_SCHEMA = AnswerSchema(
    "dream",
    _schema(
        {"should_update": {"type": "boolean"}, "reason": _TEXT, "memory_content": _TEXT_OR_NULL},
        "should_update",
        "reason",
    ),
)
