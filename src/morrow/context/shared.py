"""The shared documents of the system prompt: which ones, in which order, and how much of each. Nothing personal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from morrow.context.heads import Head, fitting_head, nothing_of
from morrow.context.record import LeftOut
from morrow.context.tokens import TokenCounter
from morrow.documents.entries import Document
from morrow.documents.injection import injected_text, render_injected
from morrow.documents.names import ARCHIVE_FOLDER, DREAMS, NOTES_FOLDER, STRUCTURED_FOLDER
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language

# The diary is no memory, notes are recalled line by line, structured entries stand beside the message.
_NEVER_WHOLE = (f"{NOTES_FOLDER}/", f"{STRUCTURED_FOLDER}/", f"{ARCHIVE_FOLDER}/", DREAMS)
_REASON = "over the cap of the document or of the window"


@dataclass(frozen=True, slots=True)
class Shared:
    """The rendered documents, what of them was left out, and which ones (bucket key, name) are told whole."""

    text: str = ""
    left_out: tuple[LeftOut, ...] = ()
    whole: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Caps:
    """The most characters of single documents by name (0: no limit), and the most tokens of all (None: no limit)."""

    characters: Mapping[str, int]
    tokens: int | None = None


def is_told_whole(document: Document) -> bool:
    """Whether a document stands in every system prompt of its agent: a shared one that is switched on."""
    return document.enabled and document.bucket.is_shared and not is_told_by_line(document.name)


def is_told_by_line(name: str) -> bool:
    """Whether a document of that name never stands in a prompt as a whole: only what of it answers a message does."""
    return name.startswith(_NEVER_WHOLE)


def render_shared(documents: Sequence[Document], caps: Caps, counter: TokenCounter, *, language: Language) -> Shared:
    """Return the shared documents that are switched on, by sort order, then name, each under `--- NAME ---`.

    What exceeds a cap is left out from the end, entry by entry, and a line says so.
    """
    told = sorted(filter(is_told_whole, documents), key=lambda d: (d.sort_order, d.name, d.bucket.key))
    named = [(document, text) for document in told if (text := injected_text(strip_hidden(document.text)))]
    heads = _heads([(document.name, text) for document, text in named], caps, counter, language)
    cut = [(document.name, head) for (document, _), head in zip(named, heads, strict=True) if head.kept < head.of]
    whole = [document for (document, _), head in zip(named, heads, strict=True) if head.kept == head.of]
    return Shared(
        render_injected([(document.name, head.text) for (document, _), head in zip(named, heads, strict=True)]),
        tuple(LeftOut(name, head.of - head.kept, head.of, _REASON) for name, head in cut),
        frozenset((document.bucket.key, document.name) for document in whole),
    )


def _heads(named: Sequence[tuple[str, str]], caps: Caps, counter: TokenCounter, language: Language) -> list[Head]:
    """Return what is told of each document: those in front get what those behind do not need to say they are cut."""
    least = [0] * len(named)
    if caps.tokens is not None:
        least = [_tokens(name, nothing_of(text, language=language).text, counter) for name, text in named]
    heads: list[Head] = []
    used = 0
    for place, (name, text) in enumerate(named):
        room = None if caps.tokens is None else caps.tokens - used - sum(least[place + 1 :])
        fits = _Fits(name, caps.characters.get(name, 0), room, counter)
        heads.append(fitting_head(text, fits, language=language))
        used += _tokens(name, heads[-1].text, counter)
    return heads


@dataclass(frozen=True, slots=True)
class _Fits:
    """Whether a document's text keeps within its caps."""

    name: str
    most_characters: int
    most_tokens: int | None
    counter: TokenCounter

    def __call__(self, text: str) -> bool:
        if self.most_characters and len(text) > self.most_characters:
            return False
        return self.most_tokens is None or _tokens(self.name, text, self.counter) <= self.most_tokens


def _tokens(name: str, text: str, counter: TokenCounter) -> int:
    return counter.count(f"{render_injected([(name, text)])}\n\n") if text else 0
