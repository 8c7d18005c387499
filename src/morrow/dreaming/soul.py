"""How SOUL.md grows: what a model is asked, and which of its lines may be proposed. Stores nothing, asks nobody."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from morrow.documents.entries import Add, Entry, Move, Operation, Replace, Retire, body_of
from morrow.documents.operations import diff
from morrow.models.answers import Unreadable
from morrow.models.chat import AnswerSchema, JsonObject, Message
from morrow.models.prompts import as_data, fill, new_boundary, read_prompt
from morrow.models.reading import MisfitError, read_as
from morrow.models.template_tokens import without_outer_tokens, without_template_tokens
from morrow.models.wire import rough_tokens
from morrow.text.hidden import strip_hidden
from morrow.text.language import language_of
from morrow.text.secrets import redact
from morrow.text.shapes import refused_shape
from morrow.text.specifics import read
from morrow.text.words import CJK_CHARACTER, content_tokens

MAX_WORDS = 500
MOST_TOLD_TOKENS = 16_000
MOST_ANSWER_TOKENS = 3_000
SCHEMA = AnswerSchema(
    "soul",
    {
        "type": "object",
        "properties": {
            "should_update": {"type": "boolean"},
            "reason": {"type": "string"},
            "soul_content": {"type": ["string", "null"]},
        },
        "required": ["should_update", "reason"],
    },
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
# What somebody is, has, likes or does: that belongs into memory, never into the agent's own file.
_OF_SOMEBODY = re.compile(
    r"\b(?:the user|my user|users?' s?|s?he|her|his|their (?:owner|human))\b(?:'s)?\s+"
    r"(?:is|are|was|has|have|had|likes?|loves?|prefers?|hates?|lives?|works?|wants?|owns?|plays?|goes|went|\w+s\b)"
    r"|(?:这位|该|我的)?(?:用户|主人|他|她)(?:们)?(?:的|是|有|喜欢|讨厌|住|叫|在|爱|想|偏好)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SoulAnswer:
    """What a model proposes SOUL.md to say; `content` is None where it leaves it as it is."""

    content: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SoulQuestion:
    """The messages to a model, and the version of what it is asked."""

    messages: tuple[Message, ...]
    prompt: str


@dataclass(frozen=True, slots=True)
class Growth:
    """The operations that may be proposed, and the new lines that may not, since they speak of a person."""

    operations: tuple[Operation, ...]
    refused: tuple[str, ...] = ()


def ask_to_grow(soul: str, memory: Mapping[str, str]) -> SoulQuestion:
    """Return the question how SOUL.md should read now; `memory` are documents by name, as many as there is room for."""
    boundary = new_boundary()
    template, version = read_prompt("morrow.dreaming", "soul", language_of(soul))
    told: dict[str, object] = {"soul": _clean(soul), "memory": _fitting(memory, MOST_TOLD_TOKENS - rough_tokens(soul))}
    left_out = sorted(set(memory) - set(told["memory"] if isinstance(told["memory"], dict) else ()))
    if left_out:
        told["left_out"] = left_out
    instruction = fill(template, boundary=boundary, max_words=str(MAX_WORDS))
    asked = (Message.system(instruction), Message.user(as_data(told, boundary=boundary)))
    return SoulQuestion(asked, version)


def read_soul(text: str | None, truncated: bool) -> SoulAnswer | Unreadable:
    """Return what a reply proposes, or why it cannot be taken; one of more than 500 words cannot."""
    return read_as(text, _answer, truncated=truncated)


def grown(entries: Sequence[Entry], content: str) -> Growth:
    """Return the operations that make the entries of SOUL.md into those of `content`, without facts about a person."""
    known = read("\n".join(entry.text for entry in entries))
    operations: list[Operation] = []
    refused: list[str] = []
    for operation in diff(entries, content):
        if isinstance(operation, Retire | Move):
            operations.append(operation)
            continue
        body = body_of(operation.text)
        new = [one for one in read(body).specifics if not known.has(one)]
        if new or _OF_SOMEBODY.search(body) or (isinstance(operation, Add) and refused_shape(body)):
            refused.append(body)
        elif not _is_same(operation, entries):
            operations.append(operation)
    return Growth(tuple(operations), tuple(refused))


def count_words(text: str) -> int:
    """Return how many words a text has; each Han, kana or hangul character is one."""
    characters = len(CJK_CHARACTER.findall(text))
    return characters + len(_WORD.findall(CJK_CHARACTER.sub(" ", text)))


def _is_same(operation: Add | Replace, entries: Sequence[Entry]) -> bool:
    """Whether a rewording changes signs only."""
    if isinstance(operation, Add):
        return False
    old = next(entry for entry in entries if entry.id == operation.entry)
    return sorted(content_tokens(old.body)) == sorted(content_tokens(operation.text))


def _fitting(memory: Mapping[str, str], room: int) -> dict[str, str]:
    told: dict[str, str] = {}
    for name, text in memory.items():
        shown = _clean(text)
        room -= rough_tokens(json.dumps(shown, ensure_ascii=False))
        if room < 0:
            break
        told[name] = shown
    return told


def _clean(text: str) -> str:
    return redact(strip_hidden(text)).text


def _answer(value: JsonObject) -> SoulAnswer:
    flag, reason, content = value.get("should_update"), value.get("reason", ""), value.get("soul_content")
    if not isinstance(flag, bool):
        raise MisfitError("should_update is missing, or is not true or false")
    if not isinstance(reason, str) or not isinstance(content, str | None):
        raise MisfitError("reason or soul_content is no text")
    text = without_outer_tokens(content or "").strip()
    if not flag:
        return SoulAnswer(None, without_template_tokens(reason))
    if not text:
        raise MisfitError("should_update is true, but soul_content is empty")
    words = count_words(text)
    if words > MAX_WORDS:
        raise MisfitError(f"soul_content has {words} words; at most {MAX_WORDS} are allowed")
    return SoulAnswer(text + "\n", without_template_tokens(reason))
