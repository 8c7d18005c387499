"""Structured entries: `## key` sections with a dated source line, written, read and upserted. Stores nothing."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from morrow.documents.entries import Add, Entry, Replace, Source
from morrow.documents.lines import with_newlines
from morrow.documents.names import STRUCTURED_FOLDER
from morrow.documents.parse import parse
from morrow.documents.wording import leaves_open_end, section_name
from morrow.errors import InvalidInput

TYPES = ("user", "feedback", "project", "reference")
MAX_KEY_LENGTH = 80
_FOOTER = re.compile(r"> Source: (?P<source>[^|\n]{1,200}?) \| Updated: (?P<day>\d{4}-\d{2}-\d{2})[ \t]*")
# Lines that the format would take for its own; with backslashes in front they mean the words themselves.
_OWN = r"(?:##(?:[ \t]|$)|>[ \t]*Source:|-{2,}[ \t]*$)"
_OPENER = r"(?:`{3}|~{3}|<!--)"
_ALWAYS = re.compile(rf"[ \t]*(?:\\*{_OWN}|\\+{_OPENER})")
_IF_OPEN = re.compile(rf"[ \t]*{_OPENER}")
_ESCAPED = re.compile(rf"(?P<indent>[ \t]*)\\(?=\\*(?:{_OWN}|{_OPENER}))")
_BETWEEN = re.compile(r"[\s_\-]+")


@dataclass(frozen=True, slots=True)
class Section:
    """One structured entry; `source` is empty and `updated` None where the text does not say."""

    key: str
    content: str
    source: str = ""
    updated: date | None = None


def structured_name(kind: str) -> str:
    """Return the name of the document that holds the entries of one type. Raises InvalidInput for an unknown type."""
    if kind not in TYPES:
        raise InvalidInput(f"{kind!r}: a structured entry is of one of {', '.join(TYPES)}")
    return f"{STRUCTURED_FOLDER}/{kind}.md"


def normal_key(key: str) -> str:
    """Return what two spellings of one key share: `Reply Language` and `reply_language` are one, in any script.

    Raises InvalidInput for a key without a letter or digit.
    """
    text = unicodedata.normalize("NFKC", key).casefold().strip().strip("#").strip()
    text = "".join(c for c in text if unicodedata.category(c)[0] not in "CZ" or c.isspace())
    normal = _BETWEEN.sub("_", text.strip()).strip("_")[:MAX_KEY_LENGTH].strip("_")
    name = section_name(normal)
    if not any(character.isalnum() for character in name):
        raise InvalidInput(f"{key[:MAX_KEY_LENGTH]!r}: a key has at least one letter or digit")
    return name


def render(section: Section) -> str:
    """Return the text of one `## key` section, without a newline at its end."""
    words = "\n".join(_escaped(with_newlines(section.content, "\n").strip("\n").split("\n")))
    if not words.strip():
        raise InvalidInput(f"{section.key}: a structured entry needs content")
    text = f"## {section.key}\n\n{words}"
    if section.updated is None:
        return text
    source = " ".join(section.source.replace("|", "/").split()) or "unknown"
    return f"{text}\n\n> Source: {source} | Updated: {section.updated.isoformat()}"


def read_section(text: str) -> Section:
    """Return what a `## key` section says; what stands below its heading is content, its last line perhaps not."""
    heading, *lines = with_newlines(text, "\n").strip("\n").split("\n")
    found = _FOOTER.fullmatch(lines[-1]) if lines else None
    day = _day(found["day"]) if found else None
    if found is not None and day is not None:
        lines = lines[:-1]
    content = "\n".join(_ESCAPED.sub(r"\g<indent>", line, count=1) for line in lines).strip("\n")
    source = found["source"] if found is not None and day is not None else ""
    return Section(section_name(heading), content, source, day)


def upsert(
    entries: Sequence[Entry], section: Section, *, sources: tuple[Source, ...] = ()
) -> Add | Replace:  # fmt: skip
    """Return the operation that makes `section` stand in a document of `entries`: its key is new, or its text is."""
    key = normal_key(section.key)
    known = find(entries, key)
    if known is None:
        return Add(key, render(Section(key, section.content, section.source, section.updated)), sources)
    kept = Section(known.section, section.content, section.source, section.updated)
    return Replace(known.id, render(kept), sources)


def find(entries: Iterable[Entry], key: str) -> Entry | None:
    """Return the entry whose key is `key` in another spelling or the same, or None."""
    wanted = normal_key(key)
    return next((entry for entry in entries if _is_called(entry.section, wanted)), None)


def _is_called(name: str, wanted: str) -> bool:
    try:
        return normal_key(name) == wanted
    except InvalidInput:  # somebody wrote a heading of marks only
        return False


def _escaped(lines: Sequence[str]) -> list[str]:
    has_open_end = leaves_open_end(parse("\n".join(lines)))
    return [_escape(line, opens=has_open_end) for line in lines]


def _escape(line: str, *, opens: bool) -> str:
    if _ALWAYS.match(line) is None and not (opens and _IF_OPEN.match(line)):
        return line
    words = line.lstrip(" \t")
    return f"{line[: len(line) - len(words)]}\\{words}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
