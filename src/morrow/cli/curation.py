"""`morrow why`, `review`, `verify`, and the past of files and dreams: what a person does with memory."""

import click

from morrow.agent.inbox import InboxItem
from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found, print_json, print_table, print_text, shape
from morrow.cli.problems import FAILURE, NOTHING, OK
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.cli.why_text import revision_line, why_document, why_text
from morrow.clock import find_zone
from morrow.curation.undo import Reverted
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner

SHARED = msgid("The shared file, also where the owner has one of that name.")
_SHARED_TOO = msgid("Also what waits in the shared memory.")
review = LazyGroup(
    "review",
    lazy=(
        Lazy("list", "morrow.cli.curation:review_list", msgid("List what waits for a person.")),
        Lazy("accept", "morrow.cli.curation:review_accept", msgid("Write what was proposed.")),
        Lazy("edit", "morrow.cli.curation:review_edit", msgid("Write other words in place of what was proposed.")),
        Lazy("reject", "morrow.cli.curation:review_reject", msgid("Turn a proposal down.")),
        Lazy("reopen", "morrow.cli.curation:review_reopen", msgid("Take a decision back.")),
    ),
    help=msgid("Look through the inbox: accept, edit or reject what waits for a person."),
    no_args_is_help=True,
)


@command(
    "why",
    help=msgid(
        "Say why TARGET is remembered: the quoted messages, who wrote it, and what became of it. TARGET is an id from"
        " `morrow search --json`, or a line such as MEMORY.md:7."
    ),
)
@click.argument("target")
@with_told
def why(told: Told, target: str) -> int | None:
    """Say why something is remembered."""

    async def work(memory: Memory) -> None:
        agent = memory.agent(told.agent)
        await memory.tick()
        found = await agent.why(target, owner=told.owner)
        zone = (await agent.row()).zone or memory.parts.zone
        print_found(told, why_document(found), why_text(found, told.lang, zone))

    return with_memory(told, work)


@command(
    "verify",
    help=msgid(
        "Check that no document, version, entry or account of a change was altered behind morrow's back. Exit code 1 if"
        " one was."
    ),
)
@with_told
def verify(told: Told) -> int | None:
    """Check what was written."""
    from morrow.writing.verify import verify as check  # noqa: PLC0415 - only this command reads it all

    async def work(memory: Memory) -> int:
        found = await check(memory.parts.store)
        lines = [f"{problem.place}: {problem.what}" for problem in found.problems]
        counts = translate(
            "{documents} files, {revisions} versions, {acts} acts: {problems} problems", told.lang,
            documents=found.documents, revisions=found.revisions, acts=found.acts, problems=len(found.problems),
        )  # fmt: skip
        document: dict[str, Shape] = {
            "ok": found.is_ok, "documents": found.documents, "revisions": found.revisions, "acts": found.acts,
            "problems": shape(found.problems),
        }  # fmt: skip
        print_found(told, document, "\n".join([*lines, counts]))
        return OK if found.is_ok else FAILURE

    return with_memory(told, work)


@command("list", help=msgid("List what waits for a person, the oldest first. Exit code 3 if nothing does."))
@click.option("--shared", is_flag=True, help=_SHARED_TOO)
@with_told
def review_list(told: Told, shared: bool) -> int | None:
    """List proposals."""

    async def work(memory: Memory) -> int:
        await memory.tick()
        found = await memory.agent(told.agent).inbox(owner=_owner(told), shared=shared)
        if told.as_json:
            print_json({"items": shape(found)})
        else:
            heads = (msgid("Id"), msgid("File"), msgid("What"), msgid("Before"), msgid("After"), msgid("Reason"))
            print_table(
                [translate(head, told.lang) for head in heads],
                [(one.id, one.document, one.kind, one.before, one.text, one.reason) for one in found],
            )
        return OK if found else NOTHING

    return with_memory(told, work)


@command("accept", help=msgid("Write what the proposals ITEM ask for. Exit code 4 if an entry was changed since."))
@click.argument("items", metavar="ITEM...", nargs=-1, required=True)
@click.option("--shared", is_flag=True, help=_SHARED_TOO)
@with_told
def review_accept(told: Told, items: tuple[str, ...], shared: bool) -> int | None:
    """Accept proposals."""

    async def work(memory: Memory) -> None:
        inbox = memory.agent(told.agent).inbox_items
        _print_items(told, [await inbox.accept(item, owner=_owner(told), shared=shared) for item in items])

    return with_memory(told, work)


@command("edit", help=msgid("Write TEXT in place of what the proposal ITEM asks for."))
@click.argument("item")
@click.argument("text")
@click.option("--shared", is_flag=True, help=_SHARED_TOO)
@with_told
def review_edit(told: Told, item: str, text: str, shared: bool) -> int | None:
    """Edit a proposal."""

    async def work(memory: Memory) -> None:
        inbox = memory.agent(told.agent).inbox_items
        _print_items(told, [await inbox.edit(item, text, owner=_owner(told), shared=shared)])

    return with_memory(told, work)


@command("reject", help=msgid("Turn the proposals ITEM down; they do not come back until something new is said."))
@click.argument("items", metavar="ITEM...", nargs=-1, required=True)
@click.option("--shared", is_flag=True, help=_SHARED_TOO)
@with_told
def review_reject(told: Told, items: tuple[str, ...], shared: bool) -> int | None:
    """Reject proposals."""

    async def work(memory: Memory) -> None:
        inbox = memory.agent(told.agent).inbox_items
        _print_items(told, [await inbox.reject(item, owner=_owner(told), shared=shared) for item in items])

    return with_memory(told, work)


@command("reopen", help=msgid("Take back what was decided about the proposals ITEM; what it wrote is undone."))
@click.argument("items", metavar="ITEM...", nargs=-1, required=True)
@click.option("--shared", is_flag=True, help=_SHARED_TOO)
@with_told
def review_reopen(told: Told, items: tuple[str, ...], shared: bool) -> int | None:
    """Take decisions back."""

    async def work(memory: Memory) -> None:
        inbox = memory.agent(told.agent).inbox_items
        _print_items(told, [await inbox.reopen(item, owner=_owner(told), shared=shared) for item in items])

    return with_memory(told, work)


@command("history", help=msgid("List the versions of the file NAME, the newest first: when, who, and why."))
@click.argument("name")
@click.option("--shared", is_flag=True, help=SHARED)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help=msgid("How many at most.")
)
@with_told
def history(told: Told, name: str, shared: bool, limit: int) -> int | None:
    """List versions."""

    async def work(memory: Memory) -> None:
        agent = memory.agent(told.agent)
        found = await agent.documents.history(name, owner=_owner(told), shared=shared, limit=limit)
        if told.as_json:
            print_json({"name": name, "versions": shape(found)})
            return
        zone = find_zone((await agent.row()).zone or memory.parts.zone)
        heads = (msgid("Version"), msgid("When"), msgid("Who"), msgid("Why"), msgid("Changes"))
        rows = [revision_line(revision, zone) for revision in found]
        print_table([translate(head, told.lang) for head in heads], rows)

    return with_memory(told, work)


@command("diff", help=msgid("Show how version A of the file NAME became version B, or the present one."))
@click.argument("name")
@click.argument("a", type=click.IntRange(0))
@click.argument("b", type=click.IntRange(0), required=False)
@click.option("--shared", is_flag=True, help=SHARED)
@with_told
def diff(told: Told, name: str, a: int, b: int | None, shared: bool) -> int | None:
    """Compare two versions."""

    async def work(memory: Memory) -> int:
        found = await memory.agent(told.agent).documents.diff(name, a, b, owner=_owner(told), shared=shared)
        if told.as_json:
            print_json({"name": name, "from": a, "to": b, "diff": found})
        else:
            print_text(found, newline=False)
        return OK if found else NOTHING

    return with_memory(told, work)


@command(
    "revert",
    help=msgid(
        "Give the file NAME the text of --to VERSION, or take --change VERSION out of today's text; what was changed"
        " since stays. Either makes a new version, which can be reverted too."
    ),
)
@click.argument("name")
@click.option("--to", "version", type=click.IntRange(0), help=msgid("The version whose text comes back."))
@click.option("--change", type=click.IntRange(1), help=msgid("The version whose changes are taken back."))
@click.option("--entry", help=msgid("With --change: only what it did to this entry."))
@click.option("--shared", is_flag=True, help=SHARED)
@with_told
def revert(
    told: Told, name: str, version: int | None, change: int | None, entry: str | None, shared: bool
) -> int | None:
    """Take changes of a file back."""
    if (version is None) == (change is None):
        raise click.UsageError(translate("say --to VERSION or --change VERSION", told.lang))

    async def work(memory: Memory) -> None:
        documents = memory.agent(told.agent).documents
        if version is not None:
            written = await documents.revert(name, version, owner=_owner(told), shared=shared)
            words = translate("{name} is now version {version}.", told.lang, name=written.name, version=written.version)
            print_found(told, {"name": written.name, "version": written.version, "text": written.text}, words)
        elif change is not None:
            done = await documents.revert_change(name, change, entry=entry, owner=_owner(told), shared=shared)
            print_reverted(told, done)

    return with_memory(told, work)


@command("diff", help=msgid("Show what the dream REPORT changed in MEMORY.md. Exit code 3 if that is nothing."))
@click.argument("report")
@with_told
def dream_diff(told: Told, report: str) -> int | None:
    """Show what a dream changed."""

    async def work(memory: Memory) -> int:
        found = await memory.agent(told.agent).dreams.report(report, owner=_owner(told))
        if told.as_json:
            print_json({"id": found.id, "diff": found.diff})
        else:
            print_text(found.diff, newline=False)
        return OK if found.diff else NOTHING

    return with_memory(told, work)


@command("revert", help=msgid("Take back what the dream REPORT wrote; what was changed since stays."))
@click.argument("report")
@with_told
def revert_dream(told: Told, report: str) -> int | None:
    """Take a dream back."""

    async def work(memory: Memory) -> None:
        agent = memory.agent(told.agent)
        found = await agent.dreams.report(report, owner=_owner(told))
        print_reverted(told, await agent.documents.revert_run(found.id, owner=_owner(told)))

    return with_memory(told, work)


def _owner(told: Told) -> Owner | None:
    return None if told.owner.is_system else told.owner


def _print_items(told: Told, items: list[InboxItem]) -> None:
    lines = [f"{item.id}  {translate(item.status, told.lang)}  {item.document}  {item.text}" for item in items]
    print_found(told, {"items": shape(items)}, "\n".join(lines))


def print_reverted(told: Told, done: Reverted) -> None:
    """Print which files a revert wrote, and what it left."""
    lines = [
        translate("{name} is now version {version}.", told.lang, name=one.document.name, version=one.document.version)
        for one in done.documents
    ]
    lines += [
        translate("Kept in {name}, changed since: {text}", told.lang, name=kept.document, text=kept.conflict.yours)
        for kept in done.kept
    ]
    files: list[Shape] = [
        {"name": one.document.name, "version": one.document.version, "text": one.document.text}
        for one in done.documents
    ]
    print_found(told, {"id": done.id, "files": files, "kept": shape(done.kept)}, "\n".join(lines))
