"""What every command is told: the options that stand on each of them, and their values as one `Told`."""

import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

import click

from morrow.clock import Clock, read_instant
from morrow.i18n import LANGUAGES, detect_language, msgid
from morrow.owners import Owner

DEFAULT_AGENT = "default"
DEFAULT_USER = "local"
DEFAULT_OWNER = f"user:{DEFAULT_USER}"
DEFAULT_HOME = "~/.morrow"
_HOME = msgid("Where the memory is: a folder, or a postgresql:// URL.")
_AGENT = msgid("Whose memory it is; made on first sight.")
_OWNER = msgid("Whom the memory is about; `system` is the shared one.")
_NOW = msgid("Take this for the present time, such as 2026-04-09T08:00:00+08:00.")
P = ParamSpec("P")


@dataclass(slots=True)
class Given:
    """The common options as they were typed; what stands nearer to the end of the line wins. None: not given."""

    home: str | None = None
    agent: str | None = None
    owner: str | None = None
    as_json: bool | None = None
    lang: str | None = None
    now: str | None = None
    quiet: bool | None = None
    verbose: bool | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """The common options with their meaning; `clock` is None for the machine's own.

    `names_agent` and `names_owner` say whether they were typed: where there is no default, that is a limit.
    """

    home: str
    agent: str
    owner: Owner
    as_json: bool
    lang: str
    clock: Clock | None
    is_quiet: bool
    is_verbose: bool
    names_agent: bool = False
    names_owner: bool = False


def with_told(command: Callable[Concatenate[Told, P], int | None]) -> Callable[P, int | None]:
    """Give `command` what it is told as its first argument. Raises InvalidOwner, InvalidTime when it is called."""

    @functools.wraps(command)
    def called(*args: P.args, **kwargs: P.kwargs) -> int | None:
        return command(told_of(click.get_current_context()), *args, **kwargs)

    return called


def told_of(context: click.Context) -> Told:
    """Return what the command of `context` is told."""
    given = given_in(context)
    clock = None
    if given.now is not None:
        instant = read_instant(given.now)
        clock = lambda: instant  # noqa: E731 - a clock that stands
    return Told(
        home=given.home or os.environ.get("MORROW_HOME") or DEFAULT_HOME,
        agent=given.agent or DEFAULT_AGENT,
        owner=Owner.parse(given.owner or DEFAULT_OWNER),
        as_json=bool(given.as_json),
        lang=given.lang or detect_language(os.environ),
        clock=clock,
        is_quiet=bool(given.quiet),
        is_verbose=bool(given.verbose),
        names_agent=given.agent is not None,
        names_owner=given.owner is not None,
    )


def given_in(context: click.Context) -> Given:
    """Return the common options typed so far."""
    return context.ensure_object(Given)


def typed_language(arguments: Sequence[str]) -> str:
    """Return the language that the arguments ask for, before they are parsed: help is printed while they are."""
    for at, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else None
        if argument == "--lang" and at + 1 < len(arguments):
            value = arguments[at + 1]
        if value in LANGUAGES:
            return value
        if argument == "--":
            break
    return detect_language(os.environ)


def common_options() -> list[click.Option]:
    """Return the options that every command has."""
    return [
        _option("--home", metavar="DIR", help=_HOME, hint=f"[$MORROW_HOME, {DEFAULT_HOME}]"),
        _option("--agent", metavar="NAME", help=_AGENT, hint=f"[{DEFAULT_AGENT}]"),
        _option("--owner", metavar="KEY", help=_OWNER, hint=f"[{DEFAULT_OWNER}]"),
        _option("--json", "as_json", is_flag=True, help=msgid("Print one JSON document.")),
        _option("--lang", type=click.Choice(LANGUAGES), help=msgid("The language of what is printed.")),
        _option("--now", metavar="TIME", help=_NOW),
        _option("-q", "--quiet", is_flag=True, help=msgid("Print no progress.")),
        _option("-v", "--verbose", is_flag=True, help=msgid("Print what lies behind a failure.")),
    ]


class CommonOption(click.Option):
    """An option that stands on every command; `hint` is what holds without it."""

    def __init__(self, names: Sequence[str], *, hint: str = "", **settings: Any) -> None:
        super().__init__(names, expose_value=False, default=None, callback=_note, **settings)
        self.hint = hint


def _option(*names: str, **settings: Any) -> CommonOption:
    return CommonOption(names, **settings)


def _note(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value is not None and option.name is not None:
        setattr(given_in(context), option.name, value)
