"""`morrow demo`: the bundled fortnight, lived through and shown."""

import asyncio
import os
import shutil
import sys
from contextlib import nullcontext
from dataclasses import replace
from tempfile import TemporaryDirectory

import click

from morrow.cli.opened import configure_logs
from morrow.cli.output import print_json, shape
from morrow.cli.problems import FAILURE, OK
from morrow.cli.serve import free_port, serve_memory
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate


@command(
    "demo",
    help=msgid(
        "Live through two weeks of conversations and three nights, and show what was kept, and why. Needs no key."
    ),
)
@click.option("--keep", metavar="DIR", help=msgid("Keep the memory in this empty folder, to look around in it."))
@click.option("--no-browser", is_flag=True, help=msgid("Open no page in a browser afterwards."))
@with_told
def demo(told: Told, keep: str | None, no_browser: bool) -> int | None:
    """Show morrow at work, and offer the page of the memory that was made."""
    is_offered = _is_offered(told, no_browser=no_browser)
    with TemporaryDirectory(prefix="morrow-demo-") if is_offered and keep is None else nullcontext(keep) as home:
        code = _shown(told, home)
        if code == OK and is_offered and home is not None:
            _offer(told, home)
    return code


def _is_offered(told: Told, *, no_browser: bool) -> bool:
    """Whether somebody sits there who can look at a page."""
    return not (no_browser or told.as_json or told.is_quiet) and sys.stdin.isatty() and sys.stdout.isatty()


def _offer(told: Told, home: str) -> None:
    """Ask whether to open the page, and serve it until Ctrl-C."""
    from morrow.demo.fortnight import load_fortnight  # noqa: PLC0415 - as above

    if not click.confirm(translate("Look around in this memory in your browser?", told.lang), default=True):
        return
    plan = load_fortnight(told.lang).plan
    user = plan.people[0].owner.removeprefix("user:")
    serve_memory(replace(told, home=home, clock=lambda: plan.morning), "127.0.0.1", free_port(), user=user, opens=True)


def _shown(told: Told, keep: str | None) -> int:
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
                "leftToPeople": shape(result.left_to_people),
            }
        )
    return OK if result.is_sound else FAILURE


def _write(text: str) -> None:
    click.echo(text, nl=False)


def _nothing(_text: str) -> None:
    """Print nothing: the one document follows."""
