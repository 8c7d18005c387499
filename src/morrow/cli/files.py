"""`morrow files`: the memory files of an owner, and the shared ones."""

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found, print_json, print_table, print_text, shape
from morrow.cli.problems import DECISION, NOTHING, OK
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.documents.entries import Document, Entry
from morrow.errors import NotFound
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner

files = LazyGroup(
    "files",
    lazy=(
        Lazy("ls", "morrow.cli.files:ls", msgid("List the owner's files and the shared ones.")),
        Lazy("show", "morrow.cli.files:show", msgid("Print a file.")),
        Lazy("edit", "morrow.cli.files:edit", msgid("Change a file in an editor.")),
        Lazy("arrange", "morrow.cli.files:arrange", msgid("Choose the files that are told in every turn.")),
        Lazy("delete", "morrow.cli.files:delete", msgid("Take a file away; its versions stay.")),
        Lazy("history", "morrow.cli.curation:history", msgid("List the versions of a file.")),
        Lazy("diff", "morrow.cli.curation:diff", msgid("Show how one version became another.")),
        Lazy("revert", "morrow.cli.curation:revert", msgid("Take changes of a file back.")),
    ),
    help=msgid("Look at the memory files, and edit them."),
    no_args_is_help=True,
)
_SHARED = msgid("The shared file, also where the owner has one of that name.")


@command("ls", help=msgid("List the owner's files and the shared ones, by name, whose they are, version and size."))
@click.option("--prefix", default="", metavar="PATH", help=msgid("Only names that begin so, such as memory/."))
@with_told
def ls(told: Told, prefix: str) -> int | None:
    """List files."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        found = await memory.agent(told.agent).documents.list(owner=_owner(told), prefix=prefix)
        if told.as_json:
            print_json({"files": [_listed(document) for document in found]})
            return
        heads = (msgid("Name"), msgid("Scope"), msgid("Version"), msgid("Characters"))
        print_table(
            [translate(head, told.lang) for head in heads],
            [(one.name, one.bucket.scope, one.version, len(one.text)) for one in found],
        )

    return with_memory(told, work)


@command("arrange", help=msgid("Tell the files NAME in every turn, in this order, and no others."))
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--shared", is_flag=True, help=_SHARED)
@with_told
def arrange(told: Told, names: tuple[str, ...], shared: bool) -> int | None:
    """Choose what is told in every turn."""

    async def work(memory: Memory) -> None:
        done = await memory.agent(told.agent).documents.arrange(names, owner=_owner(told), shared=shared)
        listed = [one.name for one in done if one.enabled]
        print_found(told, {"files": shape(listed)}, "\n".join(listed))

    return with_memory(told, work)


@command("show", help=msgid("Print the file NAME: the owner's, else the shared one."))
@click.argument("name")
@click.option("--shared", is_flag=True, help=_SHARED)
@with_told
def show(told: Told, name: str, shared: bool) -> int | None:
    """Print a file."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        found = await memory.agent(told.agent).documents.read(name, owner=_owner(told), shared=shared)
        if told.as_json:
            print_json(_whole(found))
        else:
            print_text(found.text, newline=False)

    return with_memory(told, work)


@command("edit", help=msgid("Change the file NAME in $VISUAL or $EDITOR. Exit code 3 if it was left as it is."))
@click.argument("name")
@click.option("--shared", is_flag=True, help=_SHARED)
@with_told
def edit(told: Told, name: str, shared: bool) -> int | None:
    """Change a file in an editor."""

    async def work(memory: Memory) -> int:
        await memory.tick()
        documents = memory.agent(told.agent).documents
        found = await documents.read(name, owner=_owner(told), shared=shared)
        text = click.edit(found.text, extension=".md", require_save=True)
        if text is None or text == found.text:
            print_found(told, _whole(found), translate("{name} was left as it is.", told.lang, name=found.name))
            return NOTHING
        is_shared = found.bucket.is_shared
        written = await documents.write(name, text, owner=_owner(told), shared=is_shared, if_match=found.version)
        words = translate("{name} is now version {version}.", told.lang, name=written.name, version=written.version)
        print_found(told, _whole(written), words)
        return OK

    return with_memory(told, work)


@command("delete", help=msgid("Take the file NAME away, with --yes. Its versions stay: `files revert` brings it back."))
@click.argument("name")
@click.option("--shared", is_flag=True, help=_SHARED)
@click.option("--yes", is_flag=True, help=msgid("Do it."))
@with_told
def delete(told: Told, name: str, shared: bool, yes: bool) -> int | None:
    """Delete a file."""

    async def work(memory: Memory) -> int:
        documents = memory.agent(told.agent).documents
        found = await documents.read(name, owner=_owner(told), shared=shared)
        is_shared = shared or told.owner.is_system
        if found.bucket.is_shared and not is_shared:
            raise NotFound(f"{name!r}: {told.owner} has no such file; --shared means the shared one")
        if not yes:
            words = translate("{name}, version {version}: --yes takes it away.", told.lang, name=found.name,
                              version=found.version)  # fmt: skip
            print_found(told, _whole(found), words)
            return DECISION
        await documents.delete(name, owner=_owner(told), shared=is_shared, if_match=found.version)
        words = translate("{name} is gone; `morrow files revert {name} --to {version}` brings it back.", told.lang,
                          name=found.name, version=found.version)  # fmt: skip
        print_found(told, {"deleted": found.name, "version": found.version}, words)
        return OK

    return with_memory(told, work)


def _owner(told: Told) -> Owner | None:
    return None if told.owner.is_system else told.owner


def _listed(document: Document) -> dict[str, Shape]:
    return {
        "name": document.name,
        "scope": str(document.bucket.scope),
        "ownerKey": document.bucket.owner or None,
        "version": document.version,
        "enabled": document.enabled,
        "sortOrder": document.sort_order,
        "size": len(document.text),
        "updatedAt": shape(document.updated_at),
    }


def _whole(document: Document) -> dict[str, Shape]:
    return {**_listed(document), "text": document.text, "entries": [_entry(entry) for entry in document.entries]}


def _entry(entry: Entry) -> Shape:
    return {
        "id": entry.id,
        "section": entry.section,
        "line": entry.line,
        "text": entry.body,
        "author": str(entry.author),
        "origin": str(entry.origin),
        "sources": shape(entry.sources),
    }
