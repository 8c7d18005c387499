"""Prints what a command found: one JSON document, or text; tables and bars on a terminal only. Finds nothing itself."""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import TypeAlias

import click

from morrow.cli.told import Told
from morrow.owners import Owner
from morrow.text.hidden import show_hidden

Shape: TypeAlias = "str | int | float | bool | list[Shape] | dict[str, Shape] | None"
_SNAKE = re.compile(r"_([a-z0-9])")


def shape(value: object) -> Shape:
    """Return a value of the library as the REST door has it: objects with keys in camelCase, times as ISO 8601."""
    if value is None or isinstance(value, str | int | float | bool):
        return str(value) if isinstance(value, Enum) else value
    if isinstance(value, Owner):
        return value.key
    if isinstance(value, Mapping):
        return {str(key): shape(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [shape(item) for item in value]
    if is_dataclass(value):
        return {_camel(field.name): shape(getattr(value, field.name)) for field in fields(value)}
    return value.isoformat() if isinstance(value, datetime | date) else str(value)


def shapes(values: Iterable[object]) -> list[Shape]:
    """Return each of several values as JSON has it."""
    return [shape(value) for value in values]


def _camel(name: str) -> str:
    return _SNAKE.sub(lambda found: found[1].upper(), name)


def print_json(document: Shape) -> None:
    """Print the one JSON document of a command."""
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "") in {"utf8", "utf8sig"}
    click.echo(json.dumps(document, ensure_ascii=not is_unicode, indent=2 if sys.stdout.isatty() else None))


def print_text(text: str, *, newline: bool = True) -> None:
    """Print text as it is; on a terminal, what could steer it is written out."""
    click.echo(show_hidden(text) if sys.stdout.isatty() else text, nl=newline)


def print_found(told: Told, document: Shape, text: str) -> None:
    """Print what a command found, in the form that was asked for."""
    if told.as_json:
        print_json(document)
    else:
        print_text(text, newline=not text.endswith("\n"))


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows: as a table on a terminal, else with tabs between and without heads, for other programs."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(_cell(value) for value in row))
        return
    from rich import box  # noqa: PLC0415 - rich takes its time to load, and only a terminal shows it
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(show_hidden(_cell(value))) for value in row))
    Console().print(table)


def _cell(value: object) -> str:
    return "" if value is None else " ".join(str(value).split())
