"""`morrow import`: brings in what was said elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from morrow.cli.bars import telling
from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, shape
from morrow.cli.problems import FAILURE, OK
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.errors import InvalidInput, NotFound
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.transfer.chat import ChatImport, Imported, import_chat

_OWNERS_SHOWN = 10

bring_in = LazyGroup(
    "import",
    lazy=(Lazy("chat", "morrow.cli.bring_in:chat", msgid("Replay old conversations on their own dates.")),),
    help=msgid("Bring in what was said elsewhere."),
    no_args_is_help=True,
)


@command(
    "chat",
    help=msgid(
        "Replay the conversations in FILE (JSON lines; `-`: standard input) on their own dates. Importing again changes"
        " nothing, and goes on with what was cut short.\n\n"
        "One human speaker: all becomes the memory of --owner. More: the conversations belong to a group named after"
        " the file, and what each one says becomes the memory of `import:` and the speaker's name."
    ),
)
@click.argument("file")
@click.option("--dream", "with_nights", is_flag=True, help=msgid("Dream each night that follows a day with messages."))
@click.option("--single-owner", is_flag=True, help=msgid("All is the memory of --owner, however many speak."))
@click.option("--me", metavar="NAME", help=msgid("With --single-owner: extract only what NAME says."))
@click.option("--yes", is_flag=True, help=msgid("Ask nothing; an import of chats never does."))
@with_told
def chat(told: Told, file: str, with_nights: bool, single_owner: bool, me: str | None, yes: bool) -> int | None:  # noqa: ARG001 - `yes` is for scripts that say it everywhere
    """Import a chat."""
    wanted = ChatImport(
        name="stdin" if file == "-" else Path(file).stem,
        agent=told.agent,
        owner=told.owner,
        single_owner=single_owner,
        me=me,
        with_nights=with_nights,
    )

    async def work(memory: Memory) -> int:
        with opened(file) as lines, telling(told) as tell:
            done = await import_chat(memory, lines, wanted, progress=tell)
        print_found(told, shape(done), _text(done, told))
        return FAILURE if done.failures else OK

    return with_memory(told, work)


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file to read its bytes; `-` is standard input. Raises NotFound, InvalidInput."""
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        lines = Path(file).open("rb")  # noqa: SIM115 - closed below; only opening it may fail here
    except FileNotFoundError as error:
        raise NotFound(f"{file}: there is no such file") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"{file}: the file cannot be read: {reason}") from error
    with lines:
        yield lines


def _text(done: Imported, told: Told) -> str:
    lang = told.lang
    counts = msgid("{messages} messages in {conversations} conversations; new: {recorded}")
    lines = [translate(counts, lang, messages=done.messages, conversations=done.conversations, recorded=done.recorded)]
    if done.nights:
        lines.append(translate("Nights dreamt: {count}", lang, count=done.nights))
    owners = ", ".join(owner.key for owner in done.owners[:_OWNERS_SHOWN])
    more = len(done.owners) - _OWNERS_SHOWN
    if more > 0:
        lines.append(translate("Owners: {owners} and {count} more", lang, owners=owners, count=more))
    else:
        lines.append(translate("Owners: {owners}", lang, owners=owners))
    lines += [translate("This failed and is tried again: {reason}", lang, reason=reason) for reason in done.failures]
    return "\n".join(lines)
