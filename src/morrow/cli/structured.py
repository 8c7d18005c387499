"""`morrow structured`: what is kept under keys."""

import sys

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found, print_json, print_table
from morrow.cli.problems import NOTHING
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.curation.keeping import Kept
from morrow.documents.structured import TYPES
from morrow.i18n import msgid, translate
from morrow.memory import Memory

structured = LazyGroup(
    "structured",
    lazy=(
        Lazy("list", "morrow.cli.structured:list_kept", msgid("List what is kept under keys.")),
        Lazy("set", "morrow.cli.structured:keep", msgid("Keep a text under a key.")),
        Lazy("remove", "morrow.cli.structured:remove", msgid("Take the entry of a key out.")),
    ),
    help=msgid("Look at what is kept under keys, and change it."),
    no_args_is_help=True,
)
_TYPE = click.Choice(TYPES)
_SHARED = click.option("--shared", is_flag=True, help=msgid("The shared entries, not the owner's."))


@command("list", help=msgid("List what is kept under keys: the owner's entries, and the shared ones."))
@click.option("--type", "kind", type=_TYPE, help=msgid("Only entries of this type."))
@click.option("--key", default="", metavar="KEY", help=msgid("Only the entry of this key."))
@click.option("--query", default="", metavar="TEXT", help=msgid("Only the six that answer this best."))
@with_told
def list_kept(told: Told, *, kind: str | None, key: str, query: str) -> int | None:
    """List the entries."""

    async def work(memory: Memory) -> int | None:
        agent = memory.agent(told.agent)
        found = await agent.structured.recall(owner=told.owner, kind=kind or "", key=key, query=query)
        if told.as_json:
            print_json({"entries": [_shape(one) for one in found]})
        else:
            heads = [translate(head, told.lang) for head in (msgid("Type"), msgid("Key"), msgid("Content"))]
            print_table(heads, [[one.type, one.key, one.content] for one in found])
        return None if found else NOTHING

    return with_memory(told, work)


@command("set", help=msgid("Keep TEXT under KEY, in place of what stands there; `-` reads it from standard input."))
@click.argument("kind", type=_TYPE, metavar="TYPE")
@click.argument("key")
@click.argument("text")
@_SHARED
@with_told
def keep(told: Told, *, kind: str, key: str, text: str, shared: bool) -> int | None:
    """Keep a text."""

    async def work(memory: Memory) -> None:
        content = sys.stdin.read() if text == "-" else text
        agent = memory.agent(told.agent)
        kept = await agent.structured.remember(kind, key, content, owner=told.owner, shared=shared)
        print_found(told, _shape(kept), translate("Kept under {key}.", told.lang, key=f"{kept.type}/{kept.key}"))

    return with_memory(told, work)


@command("remove", help=msgid("Take the entry of KEY out. Its history stays: `morrow files revert` brings it back."))
@click.argument("kind", type=_TYPE, metavar="TYPE")
@click.argument("key")
@_SHARED
@with_told
def remove(told: Told, *, kind: str, key: str, shared: bool) -> int | None:
    """Take an entry out."""

    async def work(memory: Memory) -> None:
        await memory.agent(told.agent).structured.forget(kind, key, owner=told.owner, shared=shared)
        words = translate("Taken out: {key}.", told.lang, key=f"{kind}/{key}")
        print_found(told, {"type": kind, "key": key}, words)

    return with_memory(told, work)


def _shape(kept: Kept) -> Shape:
    return {
        "id": kept.entry,
        "type": kept.type,
        "key": kept.key,
        "content": kept.content,
        "source": kept.source,
        "updated": kept.updated.isoformat() if kept.updated else None,
        "scope": str(kept.bucket.scope),
        "ownerKey": kept.bucket.owner,
    }
