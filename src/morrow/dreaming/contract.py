"""What a model is asked about one night: the prompt beside this module, and the material as data, within a bound.

Whatever the history, a question has at most 24,000 tokens; what did not fit is counted in it and in the report.
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from morrow.documents.entries import Entry
from morrow.documents.parse import Piece, PieceKind, parse
from morrow.dreaming.dated import with_date
from morrow.dreaming.gates import Promoted, Superseded, Verdict
from morrow.dreaming.notes import NoteLine
from morrow.models.answers import DREAM_SCHEMA
from morrow.models.chat import Message
from morrow.models.prompts import as_data, fill, new_boundary, read_prompt
from morrow.models.wire import rough_tokens
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language, language_of
from morrow.text.secrets import redact

MOST_PROMPT_TOKENS = 24_000
# What asking once more adds: the broken answer's first 4,000 characters, each of up to three bytes, and what was wrong.
_ROOM_TO_ASK_AGAIN = 4_300
_SHARE_OF_WHAT_A_MODEL_READS = 0.9  # tokens are estimated
_SHARE_OF_MEMORY = 0.45
_SHARE_OF_CANDIDATES = 0.6  # of what memory left
_LEAST_ANSWER_TOKENS = 600
_PER_LINE = 6  # tokens of quotation marks, commas and indent around one string


@dataclass(frozen=True, slots=True)
class Material:
    """What a night's question is about: MEMORY.md, the verdicts of the gates, the lines of the notes, and a topic."""

    memory_text: str
    memory_entries: tuple[Entry, ...]
    verdicts: tuple[Verdict, ...]
    lines: tuple[NoteLine, ...]
    topic: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Question:
    """The messages to a model, with what its answer needs to be understood.

    `shown` are the entries of MEMORY.md as it was told them, `candidates` the keys of those it was told. `boundary` is
    the word around the material.
    """

    messages: tuple[Message, ...]
    prompt: str
    boundary: str
    max_tokens: int
    shown: tuple[Entry, ...]
    candidates: frozenset[str]
    lines_left_out: int


def ask_about(material: Material, *, max_input_tokens: int | None) -> Question:
    """Return the question what of a night becomes memory; a model that reads less than 24,000 tokens is told less."""
    language = _language(material)
    template, version = read_prompt("morrow.dreaming", "dream", language)
    boundary = new_boundary()
    instruction = fill(template, boundary=boundary)
    room = _room(instruction, max_input_tokens)
    memory, shown = _memory(material, int(room * _SHARE_OF_MEMORY))
    room -= _tokens(memory)
    candidates, keys = _candidates(material.verdicts, int(room * _SHARE_OF_CANDIDATES))
    room -= sum(_tokens(one) for one in candidates)
    notes, left_out = _notes(material.lines, room)
    told: dict[str, object] = {"memory": memory, "candidates": candidates, "notes": notes}
    if material.topic:
        told["topic"] = _clean(material.topic)
    missing = {
        "lines of MEMORY.md": len(material.memory_entries) - len(shown),
        "candidates": len(accepted(material.verdicts)) - len(keys),
        "lines of notes": left_out,
    }
    if any(missing.values()):
        told["left_out"] = {what: count for what, count in missing.items() if count}
    data = as_data(told, boundary=boundary)
    answer = math.ceil(1.2 * (rough_tokens(memory) + sum(rough_tokens(str(one)) for one in candidates)))
    return Question(
        messages=(Message.system(instruction), Message.user(data)),
        prompt=version,
        boundary=boundary,
        max_tokens=_LEAST_ANSWER_TOKENS + answer,
        shown=shown,
        candidates=keys,
        lines_left_out=left_out,
    )


def accepted(verdicts: Iterable[Verdict]) -> tuple[Promoted | Superseded, ...]:
    """Return the verdicts by which a candidate may become memory, in order."""
    return tuple(verdict for verdict in verdicts if isinstance(verdict, Promoted | Superseded))


def _room(instruction: str, max_input_tokens: int | None) -> int:
    most = MOST_PROMPT_TOKENS
    if max_input_tokens is not None:
        most = min(most, int(max_input_tokens * _SHARE_OF_WHAT_A_MODEL_READS))
    schema = rough_tokens(json.dumps(DREAM_SCHEMA.schema)) + 100
    return max(0, most - _ROOM_TO_ASK_AGAIN - schema - rough_tokens(instruction) - 150)


def _language(material: Material) -> Language:
    said = "\n".join(line.text for line in material.lines) or material.memory_text
    return language_of(said) if said.strip() else ("zh" if material.language == "zh" else "en")


def _memory(material: Material, room: int) -> tuple[str, tuple[Entry, ...]]:
    """Return as much of MEMORY.md as fits, whole entries from the head on, and its entries as they read there."""
    pieces = parse(material.memory_text).pieces
    kept: list[Piece] = []
    for piece in pieces:
        room -= _tokens(_clean(piece.raw))
        if room < 0:
            break
        kept.append(piece)
    told = {(piece.line, piece.text) for piece in kept if piece.kind is PieceKind.ENTRY}
    shown = tuple(
        replace(entry, text=_clean(entry.text)) for entry in material.memory_entries if (entry.line, entry.text) in told
    )
    return "".join(_clean(piece.raw) for piece in kept), shown


def _candidates(verdicts: Sequence[Verdict], room: int) -> tuple[list[dict[str, object]], frozenset[str]]:
    """Return the accepted candidates as a model is told them, the worthiest first, as many as fit."""
    told: list[dict[str, object]] = []
    keys: set[str] = set()
    for number, verdict in enumerate(accepted(verdicts), start=1):
        one = _candidate(number, verdict)
        room -= _tokens(one)
        if room < 0:
            break
        told.append(one)
        keys.add(verdict.candidate.key)
    return told, frozenset(keys)


def _candidate(number: int, verdict: Promoted | Superseded) -> dict[str, object]:
    candidate = verdict.candidate
    one: dict[str, object] = {
        "id": f"c{number}",
        "text": _clean(with_date(candidate.best)),
        "said_on": sorted({line.day.isoformat() for line in candidate.lines}),
    }
    if candidate.is_waived:
        one["asked_for"] = True
    if isinstance(verdict, Superseded):
        one["corrects"] = _clean(verdict.entry.body)
    return one


def _notes(lines: Iterable[NoteLine], room: int) -> tuple[dict[str, list[str]], int]:
    """Return the lines of the notes by day, the newest days first, as many as fit, and how many did not."""
    newest_first = sorted(lines, key=lambda line: (-line.day.toordinal(), line.said_at, line.text))
    distinct = list(dict.fromkeys((line.day.isoformat(), _clean(line.text)) for line in newest_first))
    told: dict[str, list[str]] = {}
    for at, (day, text) in enumerate(distinct):
        room -= _tokens(text) + _PER_LINE + (0 if day in told else _PER_LINE)
        if room < 0:
            return told, len(distinct) - at
        told.setdefault(day, []).append(text)
    return told, 0


def _tokens(value: object) -> int:
    """Return about how many tokens a value takes up in the material, its lines indented."""
    written = json.dumps(value, ensure_ascii=False, indent=1)
    return rough_tokens(written) + 2 * (written.count("\n") + 1)


def _clean(text: str) -> str:
    """Return a text without invisible characters and secrets: neither goes to a model."""
    return redact(strip_hidden(text)).text
