"""What a failure becomes at this door: an exit code, and a line for people or the problem document of the REST door."""

import json
from typing import Any

import click

from morrow.errors import MorrowError
from morrow.text.hidden import show_hidden

OK, FAILURE, USAGE, NOTHING, DECISION, NO_SERVICE, MISSING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 130
# Kinds by name, so that a command that never asks a model need not load what asking one can raise. The first of an
# error's classes that stands here counts.
_EXIT_CODES = {
    "InvalidInput": USAGE,
    "NotFound": NOTHING,
    "PreconditionRequired": DECISION,
    "VersionConflict": DECISION,
    "StoreUnreachable": NO_SERVICE,
    "ModelNotConfigured": MISSING,
    "ModelUnavailable": NO_SERVICE,
    "MorrowError": FAILURE,
}


def exit_code_of(error: MorrowError) -> int:
    """Return the exit code that stands for this kind of error; a turn's is that of what ended it."""
    if type(error).__name__ == "TurnFailed" and isinstance(error.__cause__, MorrowError):
        return exit_code_of(error.__cause__)
    names = (base.__name__ for base in type(error).__mro__)
    return next(_EXIT_CODES[name] for name in names if name in _EXIT_CODES)


def tell_error(error: MorrowError, *, as_json: bool) -> None:
    """Print one of the project's own errors."""
    if as_json:
        from morrow.api.problems import describe  # noqa: PLC0415 - half a second that only this pays

        _print_document(describe(error).body)
    else:
        _print_line(str(error))


def tell_usage(error: click.ClickException, *, as_json: bool) -> None:
    """Print what is wrong with a command line."""
    _tell(400, "usage", error.format_message(), as_json=as_json)


def tell_fault(error: Exception, *, as_json: bool) -> None:
    """Print an error that nobody foresaw."""
    detail = f"{type(error).__name__}: {error}; say -v for what lies behind it, and please report it"
    _tell(500, "fault", detail, as_json=as_json)


def _tell(status: int, kind: str, detail: str, *, as_json: bool) -> None:
    if as_json:
        from morrow.api.problems import problem  # noqa: PLC0415 - as above

        _print_document(problem(status, kind, detail).body)
    else:
        _print_line(detail)


def _print_document(body: Any) -> None:
    click.echo(json.dumps({"error": json.loads(bytes(body))}))


def _print_line(detail: str) -> None:
    click.echo(f"morrow: {show_hidden(detail)}", err=True)
