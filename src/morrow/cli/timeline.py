"""`morrow dreams timeline` and `morrow share`: what happened to memory, and giving a line of one's own to all."""

from datetime import datetime

import click

from morrow.agent.timeline import MAX_EVENTS, Sought
from morrow.cli.curation import print_reverted
from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.problems import NOTHING, OK
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.clock import find_zone
from morrow.curation.timeline import Event, EventKind
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner

_KINDS = {
    EventKind.DREAM: msgid("dream"),
    EventKind.CAPTURE: msgid("capture"),
    EventKind.EDIT: msgid("edit"),
    EventKind.IMPORT: msgid("import"),
    EventKind.FORGET: msgid("forgetting"),
    EventKind.ARCHIVE: msgid("archive"),
    EventKind.SHARE: msgid("share"),
}


@command(
    "timeline",
    help=msgid(
        "Show what happened to memory, the newest first: dreams, captures, edits, imports, forgettings, archives,"
        " shares. Exit code 3 if nothing did."
    ),
)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(EventKind)), help=msgid("Only this kind."))
@click.option("--day", metavar="DATE", type=click.DateTime(["%Y-%m-%d"]), help=msgid("Only this local date."))
@click.option("--after", default="", help=msgid("Where the page before ended: `next` of --json."))
@click.option(
    "--limit", type=click.IntRange(1, MAX_EVENTS), default=20, show_default=True, help=msgid("How many at most.")
)
@with_told
def timeline(told: Told, kinds: tuple[EventKind, ...], day: datetime | None, after: str, limit: int) -> int | None:
    """Show what happened."""
    sought = Sought(tuple(EventKind(kind) for kind in kinds), day.date() if day else None)

    async def work(memory: Memory) -> int:
        agent = memory.agent(told.agent)
        owner: Owner | None = None if told.owner.is_system else told.owner
        page = await agent.timeline(sought, owner=owner, after=after, limit=limit)
        if told.as_json:
            print_json({"events": shape(page.events), "next": page.next or None})
        else:
            zone = (await agent.row()).zone or memory.parts.zone
            heads = (msgid("When"), msgid("What"), msgid("Whose"), msgid("About"), msgid("Id"))
            rows = [_row(event, told.lang, zone) for event in page.events]
            print_table([translate(head, told.lang) for head in heads], rows)
        return OK if page.events else NOTHING

    return with_memory(told, work)


@command(
    "share",
    help=msgid(
        "Write ENTRY of your own memory, an id from `morrow search --json`, into the memory that all who use the agent"
        " share. Only its words are shared, not the messages that it rests on."
    ),
)
@click.argument("entry", required=False)
@click.option("--undo", metavar="ID", help=msgid("Take the sharing of this id back."))
@with_told
def share(told: Told, entry: str | None, undo: str | None) -> int | None:
    """Share an entry."""
    if (entry is None) == (undo is None):
        raise click.UsageError(translate("say which ENTRY to share, or --undo ID", told.lang))

    async def work(memory: Memory) -> None:
        agent = memory.agent(told.agent)
        if undo is not None:
            print_reverted(told, await agent.unshare(undo, owner=told.owner))
        elif entry is not None:
            done = await agent.share(entry, owner=told.owner)
            words = translate("Shared in {name}: {text}", told.lang, name=done.document, text=done.text)
            if done.id:
                words += "\n" + translate("`morrow share --undo {id}` takes it back.", told.lang, id=done.id)
            print_found(told, shape(done), words)

    return with_memory(told, work)


def _row(event: Event, lang: str, zone: str) -> tuple[str, str, str, str, str]:
    about = event.document or event.reason
    if event.kind is EventKind.DREAM:
        about = translate(event.status, lang)
    elif event.document:
        about = f"{event.document} ({event.version}): {event.reason}"
    return (
        f"{event.at.astimezone(find_zone(zone)):%Y-%m-%d %H:%M}",
        translate(_KINDS[event.kind], lang),
        event.owner or translate("the shared memory", lang),
        about,
        event.ref,
    )
