"""`morrow remember`: keeps a text because someone asked for it."""

import sys

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.documents.names import MEMORY
from morrow.i18n import msgid, translate
from morrow.memory import Memory


@command(
    "remember",
    help=msgid(
        "Keep TEXT in the owner's MEMORY.md; `-` reads it from standard input. What is known is not added again."
    ),
)
@click.argument("text")
@with_told
def remember(told: Told, text: str) -> int | None:
    """Keep a text."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        agent = memory.agent(told.agent)
        entry = await agent.remember(sys.stdin.read() if text == "-" else text, owner=told.owner)
        document: Shape = {
            "id": entry.id,
            "document": MEMORY,
            "section": entry.section,
            "line": entry.line,
            "text": entry.body,
            "owner": told.owner.key,
        }
        words = translate("Kept in {document}, “{section}”:", told.lang, document=MEMORY, section=entry.section)
        print_found(told, document, f"{words}\n{entry.text}")

    return with_memory(told, work)
