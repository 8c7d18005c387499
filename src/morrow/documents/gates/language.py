"""The language gate: an entry keeps the language it was said in. Tells writing systems apart, not similar languages."""

import re
from functools import lru_cache

from morrow.documents.entries import Add, Operation, Replace
from morrow.documents.gates.context import Run, new_text_of
from morrow.documents.gates.verdict import Reason, TurnAway, Verdict
from morrow.text.words import content_tokens

_NO_LANGUAGE = re.compile(
    r"`[^`\n]{0,400}`|https?://\S{1,400}|[\w.-]{1,80}[@/\\][\w./\\-]{1,200}|\[REDACTED:\w{1,30}\]"
)
_SCRIPTS = {
    "han": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002ebef]"),
    "kana": re.compile(r"[\u3040-\u30ff]"),
    "hangul": re.compile(r"[\uac00-\ud7af]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]{2,}"),
    "arabic": re.compile(r"[\u0600-\u06ff\u0750-\u077f]{2,}"),
    "hebrew": re.compile(r"[\u0590-\u05ff]{2,}"),
    "greek": re.compile(r"[\u0370-\u03ff]{2,}"),
    "thai": re.compile(r"[\u0e00-\u0e7f]{2,}"),
    "indic": re.compile(r"[\u0900-\u0dff]{2,}"),
    # Small letters only: FastAPI and Lisbon are names and belong to every language.
    "latin": re.compile(r"(?<![A-Za-z])[a-zà-ÿ]{2,}(?![A-Za-z])"),
}
_MIN_WORDS = 3


def language_gate(operation: Operation, run: Run) -> Verdict | None:
    """Turn away a translation of the old text, of the quotes that the entry rests on, or else of what the user said."""
    text = new_text_of(operation)
    if text is None or run.context.brings_its_own_words:
        return None
    script = script_of(run.statement(text))
    before = next((found for reference in _references(operation, run) if (found := script_of(reference))), None)
    if script is None or before in (None, script):
        return None
    if isinstance(operation, Add) and not operation.sources and _was_read(run.statement(text), run):
        return None
    return TurnAway(operation, Reason.LANGUAGE_CHANGED, f"{before} to {script}")


def script_of(text: str) -> str | None:
    """Return the writing system that most of a text's words are in, or None if it has too few to tell."""
    bare = _NO_LANGUAGE.sub(" ", text)
    counts = {name: len(pattern.findall(bare)) for name, pattern in _SCRIPTS.items()}
    if counts["kana"]:  # Japanese writes Han characters too
        counts["kana"] += counts.pop("han")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= _MIN_WORDS else None


def _references(operation: Operation, run: Run) -> list[str]:
    old = run.entries.get(operation.entry) if isinstance(operation, Replace) else None
    if old is not None:
        return [run.statement(old.text)]
    sources = getattr(operation, "sources", ())
    if sources:
        return ["\n".join(source.quote for source in sources)]
    context = run.context
    said = [m.text for m in context.user_messages] or [i.text for i in context.inputs]
    scripts = {script for text in said if (script := script_of(text))}
    return said if len(scripts) == 1 else []


def _was_read(text: str, run: Run) -> bool:
    """Whether the words stand, for the most part, in what the run read: then they were chosen and not translated."""
    context = run.context
    texts = (*(m.text for m in context.user_messages), *(i.text for i in context.inputs))
    tokens = set(content_tokens(text))
    return 2 * len(tokens & _all_tokens((*texts, *(entry.text for entry in context.entries)))) > len(tokens)


@lru_cache(maxsize=8)
def _all_tokens(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(token for text in texts for token in content_tokens(text))
