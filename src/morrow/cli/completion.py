"""`morrow completion`: what makes a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

from morrow.cli.output import print_found
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid


@command(
    "completion",
    help=msgid('Print what makes SHELL complete commands: eval "$(morrow completion bash)" in ~/.bashrc.'),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@with_told
def completion(told: Told, shell: str) -> int | None:
    """Print a shell's completion script."""
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"{shell!r}: completion is known for bash, zsh and fish")
    root = click.get_current_context().find_root().command
    script = kind(root, {}, "morrow", "_MORROW_COMPLETE").source()
    print_found(told, {"shell": shell, "script": script}, script)
    return None
