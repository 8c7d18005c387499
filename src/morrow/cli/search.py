"""`morrow search`: finds what is remembered about a question."""

import os
import sys
from collections.abc import Sequence

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, shape
from morrow.cli.problems import NOTHING, OK
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.recall.hits import Hit
from morrow.text.hidden import show_hidden


@command(
    "search",
    help=msgid("Find what the agent remembers about QUERY, best first. Exit code 3 if that is nothing."),
)
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 200), default=10, show_default=True, help=msgid("How many at most."))
@click.option("--group", metavar="KEY", help=msgid("Also what is known in this group, such as group:import:crew."))
@with_told
def search(told: Told, query: str, limit: int, group: str | None) -> int | None:
    """Find what is remembered."""
    also = None if group is None else Owner.parse(group)

    async def work(memory: Memory) -> int:
        await memory.tick()
        hits = await memory.agent(told.agent).recall(query, owner=told.owner, limit=limit, group=also)
        if told.as_json:
            print_json({"hits": shape(hits)})
        elif not hits:
            print_found(told, None, translate("Nothing is remembered about that.", told.lang))
        else:
            click.echo("\n".join(_lines(hits)))
        return OK if hits else NOTHING

    return with_memory(told, work)


def _lines(hits: Sequence[Hit]) -> list[str]:
    return [f"{hit.score:5.2f}  {_where(hit)}\n       {_words(hit)}" for hit in hits]


def _where(hit: Hit) -> str:
    """Return where a hit stands: document and line, or who said it and when."""
    if hit.document is not None:
        return hit.document if hit.line is None else f"{hit.document}:{hit.line}"
    day = hit.date.date().isoformat() if hit.date else ""
    return " · ".join(part for part in (hit.kind, hit.speaker, day) if part)


def _words(hit: Hit) -> str:
    """Return a hit's words on one line; what answers the question is bold on a terminal."""
    begin, end = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() and "NO_COLOR" not in os.environ else ("", "")
    words = show_hidden(" ".join((hit.snippet or hit.text).split()))
    return words.replace("[[", begin).replace("]]", end)
