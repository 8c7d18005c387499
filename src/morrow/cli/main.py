"""`morrow`: the commands by name, and the one place where a failure becomes an exit code and a readable line."""

import sys
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from morrow.cli import problems
from morrow.cli.shell import Lazy, LazyGroup
from morrow.cli.told import Given, typed_language
from morrow.errors import MorrowError
from morrow.i18n import msgid

_COMMANDS = (
    Lazy("demo", "morrow.cli.demo:demo", msgid("Show morrow at work on two weeks of conversations.")),
    Lazy("init", "morrow.cli.init:init", msgid("Make the memory and the agent, and show where they are.")),
    Lazy("serve", "morrow.cli.serve:serve", msgid("Serve the pages and the REST API on this machine.")),
    Lazy("status", "morrow.cli.status:status", msgid("Show what is there and when the next dream is.")),
    Lazy("doctor", "morrow.cli.doctor:doctor", msgid("Check the memory and name what is wrong, with the mend.")),
    Lazy("chat", "morrow.cli.chat:chat", msgid("Talk to the agent.")),
    Lazy("remember", "morrow.cli.remember:remember", msgid("Keep a text in MEMORY.md.")),
    Lazy("search", "morrow.cli.search:search", msgid("Find what is remembered about a question.")),
    Lazy("context", "morrow.cli.context:context", msgid("Show the prompt of the next turn.")),
    Lazy("why", "morrow.cli.curation:why", msgid("Say why something is remembered.")),
    Lazy("review", "morrow.cli.curation:review", msgid("Look through what waits for a person.")),
    Lazy("dream", "morrow.cli.dream:dream", msgid("Dream now, or the night of a date.")),
    Lazy("dreams", "morrow.cli.dreams:dreams", msgid("Look at past dreams.")),
    Lazy("share", "morrow.cli.timeline:share", msgid("Share a line of your own memory with all who use the agent.")),
    Lazy("summarize", "morrow.cli.jobs:summarize", msgid("Extract one conversation now.")),
    Lazy("schedule", "morrow.cli.schedule:schedule", msgid("Show and set when the agent dreams.")),
    Lazy("jobs", "morrow.cli.jobs:jobs", msgid("Look at background work, stop it, and try it again.")),
    Lazy("files", "morrow.cli.files:files", msgid("Look at the memory files, and edit them.")),
    Lazy("structured", "morrow.cli.structured:structured", msgid("Look at what is kept under keys, and change it.")),
    Lazy("verify", "morrow.cli.curation:verify", msgid("Check that nothing was altered behind morrow's back.")),
    Lazy("import", "morrow.cli.bring_in:bring_in", msgid("Bring in what was said elsewhere.")),
    Lazy("agents", "morrow.cli.agents:agents", msgid("Look at the agents, make and delete them.")),
    Lazy("owners", "morrow.cli.owners:owners", msgid("Look at the owners; export and erase what is kept of one.")),
    Lazy("members", "morrow.cli.members:members", msgid("Say who belongs to the workspace, as what.")),
    Lazy("usage", "morrow.cli.usage:usage", msgid("Show what calls to models took.")),
    Lazy("tokens", "morrow.cli.tokens:tokens", msgid("Say who may ask the server.")),
    Lazy("config", "morrow.cli.config:config", msgid("Show and change settings.")),
    Lazy("completion", "morrow.cli.completion:completion", msgid("Print what makes a shell complete commands.")),
)


class Root(LazyGroup):
    """The command `morrow` itself: every way out leads through `main`."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run the command line and exit with its code. No failure prints a traceback unless -v asks for it."""
        arguments = list(sys.argv[1:] if args is None else args)
        options = arguments[: arguments.index("--")] if "--" in arguments else arguments
        as_json, is_verbose = "--json" in options, bool({"-v", "--verbose"} & {*options})
        _speak_any_language()
        extra.pop("standalone_mode", None)
        try:
            code = super().main(arguments, prog_name or "morrow", standalone_mode=False, **extra)
        except click.Abort:
            click.echo(err=True)
            sys.exit(problems.INTERRUPTED)
        except click.ClickException as error:
            problems.tell_usage(error, as_json=as_json)
            sys.exit(problems.USAGE)
        except MorrowError as error:
            problems.tell_error(error, as_json=as_json)
            sys.exit(problems.exit_code_of(error))
        except Exception as error:  # the top of a door: whatever it was, a line tells it  # noqa: BLE001
            if is_verbose:
                traceback.print_exc()
            problems.tell_fault(error, as_json=as_json)
            sys.exit(problems.FAILURE)
        sys.exit(code or problems.OK)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of a command line; its language is known before it is parsed, for help is printed then."""
        self._language = typed_language(args)
        return super().make_context(info_name, args, parent, obj=Given(), **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments of `morrow` itself."""
        ctx.meta["morrow.lang"] = self._language
        return super().parse_args(ctx, args)


root = Root(
    "morrow",
    lazy=_COMMANDS,
    help=msgid("Long-term memory for AI agents that a person can read, question and correct."),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)


def _print_version(context: click.Context, _option: click.Parameter, value: bool) -> None:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - only this asks

    if value and not context.resilient_parsing:
        try:
            click.echo(version("morrow"))
        except PackageNotFoundError:
            click.echo("unknown: morrow runs from its sources")
        context.exit()


root.params.append(
    click.Option(
        ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
        help=msgid("Print the version and exit."),
    )
)  # fmt: skip


def main() -> NoReturn:
    """Run `morrow` on the arguments of this process."""
    sys.exit(root.main())


def _speak_any_language() -> None:
    """Let a terminal that knows few characters show what it can of the others, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
