"""How far an import is: a bar on a terminal, else lines of JSON for other programs. Decides nothing."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from morrow.cli.told import Told
from morrow.i18n import translate
from morrow.transfer.chat import Acknowledged, NightDreamt, Progress


@contextmanager
def telling(told: Told) -> Iterator[Progress]:
    """Give what shows the progress of an import.

    With --json and elsewhere than on a terminal a line stands for each batch that is on disk: on stderr beside the
    document of --json, else on stdout.
    """
    if told.is_quiet:
        yield lambda _: None
    elif told.as_json or not sys.stdout.isatty():
        yield lambda step: _tell_line(step, beside_json=told.as_json)
    else:
        with _bar(told.lang) as bar:
            yield bar


def _tell_line(step: Acknowledged | NightDreamt, *, beside_json: bool) -> None:
    if isinstance(step, Acknowledged):
        click.echo(json.dumps({"acknowledged": step.lines}), err=beside_json)
    elif beside_json:
        click.echo(json.dumps({"night": step.day.isoformat(), "number": step.number, "of": step.of}), err=True)


@contextmanager
def _bar(lang: str) -> Iterator[Progress]:
    from rich.console import Console  # noqa: PLC0415 - rich takes its time to load, and only a terminal shows it
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # noqa: PLC0415 - as above
    from rich.progress import Progress as RichProgress  # noqa: PLC0415 - as above

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as shown:
        lines = shown.add_task(translate("Lines", lang), total=None)
        nights = shown.add_task(translate("Nights", lang), total=None, visible=False)

        def tell(step: Acknowledged | NightDreamt) -> None:
            if isinstance(step, Acknowledged):
                shown.update(lines, completed=step.lines, total=step.last)
            else:
                description = f"{translate('Nights', lang)} {step.day.isoformat()}"
                shown.update(nights, completed=step.number, total=step.of, description=description, visible=True)

        yield tell
