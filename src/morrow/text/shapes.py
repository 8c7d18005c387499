"""Text that is no statement: commands, logs, tables, headings, tokens, placeholders, apologies. Judges no truth."""

import unicodedata
from collections.abc import Callable

from morrow.text import shape_patterns as patterns
from morrow.text.words import CJK_CHARACTER, fold_width

MAX_JUDGED_CHARACTERS = 4_000


def refused_shape(text: str) -> str | None:
    """Return the name of the shape for which a text is no statement worth keeping, or None.

    The names: `punctuation`, `placeholder`, `role_token`, `heartbeat`, `metadata`, `recap`, `apology`, `banner`,
    `pleasantry`, `heading`, `table`, `stack_trace`, `log`, `command`. What a sentence quotes is not held against it.
    """
    bare = patterns.LIST_MARKER.sub("", fold_width(text[:MAX_JUDGED_CHARACTERS]), count=1).strip()
    if patterns.ELLIPSIS.fullmatch(bare):
        return "placeholder"
    if not any(unicodedata.category(character)[0] in "LNS" for character in bare) or patterns.FENCE.match(bare):
        return "punctuation"
    whole = next((name for name, has_shape in _WHOLE_SHAPES if has_shape(bare)), None)
    if whole is not None:
        return whole
    lines = [line.strip() for line in bare.split("\n") if line.strip()]
    if patterns.STACK_TRACE.match(lines[0]):
        return "stack_trace"
    return next((name for name, has_shape in _LINE_SHAPES if all(has_shape(line) for line in lines)), None)


def _is_placeholder(text: str) -> bool:
    words = patterns.AROUND_PLACEHOLDER.sub(" ", text).strip()
    if not words or patterns.PLACEHOLDER.fullmatch(words):
        return True
    return patterns.BRACKETED_PLACEHOLDER.search(patterns.QUOTATION.sub("", text)) is not None


def _has_role_token(text: str) -> bool:
    return patterns.ROLE_TOKEN.search(patterns.CODE.sub("", text)) is not None


def _is_heartbeat(text: str) -> bool:
    return patterns.HEARTBEAT.fullmatch(text.strip(" .!。[]()")) is not None


def _is_command(text: str) -> bool:
    """Return whether a line is typed at a shell: a known command with its marks, and no sentence around it."""
    if patterns.PROMPT.match(text):
        return True
    found = None if CJK_CHARACTER.search(text) else patterns.COMMAND.match(text.strip("`"))
    if found is None:
        return False
    rest = found["rest"] or ""
    if patterns.PROSE_WORD.search(rest) or rest.endswith((".", "!")):
        return False
    return len(rest.split()) <= 2 or patterns.SHELL_MARK.search(text) is not None


_Check = Callable[[str], object]
_WHOLE_SHAPES: tuple[tuple[str, _Check], ...] = (
    ("placeholder", _is_placeholder),
    ("role_token", _has_role_token),
    ("heartbeat", _is_heartbeat),
    ("metadata", patterns.METADATA.search),
    ("recap", patterns.RECAP.match),
    ("apology", patterns.APOLOGY.match),
    ("banner", patterns.BANNER.match),
    ("pleasantry", patterns.PLEASANTRY.match),
)
_LINE_SHAPES: tuple[tuple[str, _Check], ...] = (
    ("heading", patterns.HEADING.match),
    ("table", patterns.TABLE_ROW.match),
    ("log", patterns.LOG.match),
    ("command", _is_command),
)
