"""`morrow demo`: the bundled fortnight, lived through and shown."""

import asyncio
import os
import shutil
import sys

import click

from morrow.cli.opened import configure_logs
from morrow.cli.output import print_json, shape
from morrow.cli.problems import FAILURE, OK
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid


@command(
    "demo",
    help=msgid(
        "Live through two weeks of conversations and three nights, and show what was kept, and why. Needs no key."
    ),
)
@click.option("--keep", metavar="DIR", help=msgid("Keep the memory in this empty folder, to look around in it."))
@click.option("--no-browser", is_flag=True, help=msgid("Open no page in a browser afterwards."))
@with_told
def demo(told: Told, keep: str | None, no_browser: bool) -> int | None:  # noqa: ARG001 - there are no pages yet
    """Show morrow at work."""
    from morrow.demo import run  # noqa: PLC0415 - it loads the whole house

    configure_logs(is_verbose=told.is_verbose)
    width = min(shutil.get_terminal_size((88, 24)).columns, 100)
    is_coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    write = _nothing if told.as_json else _write
    result = asyncio.run(run(lang=told.lang, write=write, home=keep, width=width, is_coloured=is_coloured))
    if told.as_json:
        print_json(
            {
                "sound": result.is_sound,
                "checks": shape(result.checks),
                "answers": shape(result.answers),
                "notHandled": shape(result.not_handled),
            }
        )
    return OK if result.is_sound else FAILURE


def _write(text: str) -> None:
    click.echo(text, nl=False)


def _nothing(_text: str) -> None:
    """Print nothing: the one document follows."""
