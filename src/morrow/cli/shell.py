"""Commands as `morrow` has them: with help in two languages, the common options, and groups that load lazily."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from morrow.cli.told import CommonOption, common_options, typed_language
from morrow.i18n import msgid, translate

_HELP_OPTION = msgid("Show this message and exit.")


@dataclass(frozen=True, slots=True)
class Lazy:
    """One command of a group: where it stands as `module:attribute`, and what it does in a line."""

    name: str
    place: str
    help: str


class Command(click.Command):
    """A command with the common options, whose help is in the reader's language."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += common_options()

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the line of usage."""
        _format_usage(self, ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        _format_help_text(self, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then the common ones."""
        _format_options(self, ctx, formatter)


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, not to be listed."""

    def __init__(self, *args: Any, lazy: Sequence[Lazy], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += common_options()
        self._lazy = {one.name: one for one in lazy}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands in the order in which they help."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Return the command of that name, importing it now."""
        found = self._lazy.get(cmd_name)
        if found is None:
            return None
        module, _, attribute = found.place.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name. Raises UsageError with the nearest name for another one."""
        name = args[0]
        if name not in self._lazy and not name.startswith("-"):
            near = get_close_matches(name, self._lazy, n=1)
            hint = f"did you mean {near[0]}?" if near else f"{ctx.command_path} --help lists them all"
            raise click.UsageError(f"there is no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the line of usage."""
        _format_usage(self, ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the group is for."""
        _format_help_text(self, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands first, then the options."""
        lang = language_in(ctx)
        with formatter.section(translate("Commands", lang)):
            formatter.write_dl([(one.name, translate(one.help, lang)) for one in self._lazy.values()])
        _format_options(self, ctx, formatter)


def command(
    name: str,
    help: str,  # noqa: A002 - click's word
    *,
    takes_dashes: bool = False,
) -> Callable[[Callable[..., int | None]], Command]:
    """Return the decorator that makes a function a command; with `takes_dashes`, an argument may be `-1`."""
    return click.command(name, cls=Command, help=help, context_settings={"ignore_unknown_options": takes_dashes})


def language_in(ctx: click.Context) -> str:
    """Return the language in which help is printed."""
    return str(ctx.find_root().meta.get("morrow.lang") or typed_language(()))


def _format_usage(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, prefix=translate("Usage: ", language_in(ctx)))


def _format_help_text(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    with formatter.indentation():
        for paragraph in translate(command.help or "", language_in(ctx)).split("\n\n"):
            formatter.write_paragraph()
            formatter.write_text(paragraph)


def _format_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    lang = language_in(ctx)
    own, common = [], []
    for option in command.get_params(ctx):
        record = option.get_help_record(ctx)
        if record is None or not isinstance(option, click.Option):
            continue
        names, text = record
        if option.help:
            text = text.replace(option.help, translate(option.help, lang), 1)
        if isinstance(option, CommonOption):
            common.append((names, f"{text} {option.hint}".rstrip()))
        else:
            own.append((names, text))
    for title, rows in ((msgid("Options"), own), (msgid("On every command"), common)):
        with formatter.section(translate(title, lang)):
            formatter.write_dl(rows)
