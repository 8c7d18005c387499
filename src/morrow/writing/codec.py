"""Operations as JSON, as proposals keep them."""

import json
from datetime import datetime
from typing import Any

from morrow.documents.entries import Add, Move, Operation, Origin, Replace, Retire, Source


def encode_operation(operation: Operation) -> str:
    """Return `operation` as JSON."""
    return json.dumps(_plain(operation), ensure_ascii=False, separators=(",", ":"))


def decode_operation(text: str) -> Operation:
    """Return what `encode_operation` wrote."""
    plain = json.loads(text)
    kind = plain.pop("op")
    sources = tuple(_source(row) for row in plain.pop("sources", ()))
    if kind == "add":
        return Add(plain["section"], plain["text"], sources, Origin(plain["origin"]))
    if kind == "replace":
        return Replace(plain["entry"], plain["text"], sources)
    if kind == "retire":
        return Retire(plain["entry"], plain["reason"], plain["by"])
    return Move(plain["entry"], plain["section"])


def _plain(operation: Operation) -> dict[str, Any]:
    match operation:
        case Add(section, text, sources, origin):
            return {"op": "add", "section": section, "text": text, "origin": origin, "sources": _rows(sources)}
        case Replace(entry, text, sources):
            return {"op": "replace", "entry": entry, "text": text, "sources": _rows(sources)}
        case Retire(entry, reason, by):
            return {"op": "retire", "entry": entry, "reason": reason, "by": by}
        case Move(entry, section):
            return {"op": "move", "entry": entry, "section": section}


def _rows(sources: tuple[Source, ...]) -> list[list[str]]:
    return [[s.conversation, s.message, s.quote, s.said_at.isoformat(), s.speaker] for s in sources]


def _source(row: list[str]) -> Source:
    return Source(row[0], row[1], row[2], datetime.fromisoformat(row[3]), row[4])
