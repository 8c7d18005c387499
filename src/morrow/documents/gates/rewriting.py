"""Changes all words of an operation in one way, its sources' quotes included. Knows no gate."""

from collections.abc import Callable
from dataclasses import replace

from morrow.documents.entries import Add, Move, Operation, Replace, Retire, Source


def texts_of(operation: Operation) -> tuple[str, ...]:
    """Return every text that an operation carries into the document or its history."""
    if isinstance(operation, Add):
        return (operation.section, operation.text)
    if isinstance(operation, Replace):
        return (operation.text,)
    return (operation.reason,) if isinstance(operation, Retire) else (operation.section,)


def mapped(operation: Operation, change: Callable[[str], str]) -> Operation:
    """Return the operation with `change` applied to its texts and to the quotes of its sources."""
    if isinstance(operation, Add):
        sources = _quotes_mapped(operation.sources, change)
        return replace(operation, section=change(operation.section), text=change(operation.text), sources=sources)
    if isinstance(operation, Replace):
        return replace(operation, text=change(operation.text), sources=_quotes_mapped(operation.sources, change))
    if isinstance(operation, Retire):
        return replace(operation, reason=change(operation.reason))
    return Move(operation.entry, change(operation.section))


def _quotes_mapped(sources: tuple[Source, ...], change: Callable[[str], str]) -> tuple[Source, ...]:
    return tuple(replace(source, quote=change(source.quote)) for source in sources)
