"""`morrow owners`: whose memory is here; shown, set, exported and erased whole."""

import json
from pathlib import Path

import click

from morrow.cli.agents import ON_OFF
from morrow.cli.erasing import print_receipt
from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.problems import DECISION
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.errors import InvalidInput
from morrow.household.owners import Shown
from morrow.i18n import LANGUAGES, msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner

owners = LazyGroup(
    "owners",
    lazy=(
        Lazy("list", "morrow.cli.owners:list_owners", msgid("List the owners.")),
        Lazy("show", "morrow.cli.owners:show", msgid("Show what is kept and set for an owner.")),
        Lazy("set", "morrow.cli.owners:set_owner", msgid("Set an owner's zone and language.")),
        Lazy("switch", "morrow.cli.owners:switch", msgid("Switch recall, capture or dreaming of an owner.")),
        Lazy("export", "morrow.cli.owners:export", msgid("Write all that is kept of an owner into a file.")),
        Lazy("erase", "morrow.cli.owners:erase", msgid("Erase all that is kept of an owner.")),
    ),
    help=msgid("Look at the owners; export and erase what is kept of one."),
    no_args_is_help=True,
)
_SWITCHES = click.Choice(["recall", "capture", "dream", "in-groups"])
_KEY = click.argument("key", required=False)


@command("list", help=msgid("List the owners with the agents that remember them."))
@with_told
def list_owners(told: Told) -> int | None:
    """List the owners."""

    async def work(memory: Memory) -> None:
        found = await memory.owners.list()
        if told.as_json:
            print_json({"owners": shape(found)})
            return
        heads = [translate(head, told.lang) for head in (msgid("Owner"), msgid("Agents"))]
        print_table(heads, [(one.key, " ".join(one.agents)) for one in found])

    return with_memory(told, work)


@command("show", help=msgid("Show what is kept and set for the owner KEY, such as user:42; without it, for --owner."))
@_KEY
@with_told
def show(told: Told, key: str | None) -> int | None:
    """Show one owner."""

    async def work(memory: Memory) -> None:
        owner = _owner(told, key)
        shown, looks = await memory.owners.show(owner), await memory.owners.looks(owner)
        told_looks = [f"{look.at:%Y-%m-%d %H:%M} {look.by} {look.what}" for look in looks]
        document = shape(shown)
        assert isinstance(document, dict)  # noqa: S101 - a dataclass becomes an object
        print_found(told, {**document, "looks": shape(looks)}, "\n".join([*_lines(told, shown), *told_looks]))

    return with_memory(told, work)


@command("set", help=msgid("Set the zone and the language of the owner KEY; `agent` takes the agent's again."))
@_KEY
@click.option("--zone", metavar="ZONE", help=msgid("Where the owner's days begin, such as Europe/Lisbon."))
@click.option("--language", type=click.Choice([*LANGUAGES, "agent"]), help=msgid("In which the owner is told things."))
@with_told
def set_owner(told: Told, key: str | None, zone: str | None, language: str | None) -> int | None:
    """Set an owner's zone and language."""
    if zone is None and language is None:
        raise InvalidInput("there is nothing to set; say --zone or --language")

    async def work(memory: Memory) -> None:
        owner = _owner(told, key)
        settings = await memory.owners.settings(owner)
        new_zone = settings.zone if zone is None else _or_agents(zone)
        new_language = settings.language if language is None else _or_agents(language)
        await memory.owners.set(owner, zone=new_zone, language=new_language)
        await _print_shown(told, memory, owner)

    return with_memory(told, work)


@command(
    "switch",
    help=msgid("Switch a part of an owner's memory on or off; in-groups: whether groups are told what is theirs."),
)
@click.argument("which", metavar="recall|capture|dream|in-groups", type=_SWITCHES)
@click.argument("state", metavar="on|off", type=ON_OFF)
@_KEY
@with_told
def switch(told: Told, which: str, state: str, key: str | None) -> int | None:
    """Switch a part of an owner's memory."""

    async def work(memory: Memory) -> None:
        owner = _owner(told, key)
        await memory.owners.switch(owner, which.replace("-", "_"), on=state == "on")  # type: ignore[arg-type]
        await _print_shown(told, memory, owner)

    return with_memory(told, work)


@command("export", help=msgid("Print all that is kept of the owner KEY as one JSON document, or write it into a file."))
@_KEY
@click.option("--to", "file", metavar="FILE", type=click.Path(dir_okay=False), help=msgid("A new file to write."))
@with_told
def export(told: Told, key: str | None, file: str | None) -> int | None:
    """Export an owner."""

    async def work(memory: Memory) -> None:
        found = shape(await memory.owners.export(_owner(told, key)))
        if file is None:
            print_json(found)
            return
        _write_new(Path(file), json.dumps(found, ensure_ascii=False, indent=2) + "\n")
        print_found(told, {"file": file}, translate("Written: {file}", told.lang, file=file))

    return with_memory(told, work)


@command("erase", help=msgid("Show what erasing the owner KEY would remove; with --yes, remove it. There is no undo."))
@_KEY
@click.option("--yes", is_flag=True, help=msgid("Erase it."))
@with_told
def erase(told: Told, key: str | None, yes: bool) -> int | None:
    """Erase an owner."""

    async def work(memory: Memory) -> int | None:
        print_receipt(told, await memory.owners.erase(_owner(told, key), dry_run=not yes))
        return None if yes else DECISION

    return with_memory(told, work)


def _owner(told: Told, key: str | None) -> Owner:
    return told.owner if key is None else Owner.parse(key)


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be written ({error.strerror}); name a new file") from error


def _or_agents(value: str) -> str | None:
    return None if value == "agent" else value


async def _print_shown(told: Told, memory: Memory, owner: Owner) -> None:
    shown = await memory.owners.show(owner)
    print_found(told, shape(shown), "\n".join(_lines(told, shown)))


def _lines(told: Told, shown: Shown) -> list[str]:
    agents, nothing = " ".join(shown.agents), translate("nothing", told.lang)
    off = " ".join(shown.switches.off) or nothing
    lines = [translate("{key}, remembered by {agents}", told.lang, key=shown.key, agents=agents or "-")]
    lines.append(translate("Switched off: {what}", told.lang, what=off))
    if shown.switches.in_groups:
        lines.append(translate("Groups in which they speak are told what is theirs.", told.lang))
    lines += [f"  {value}" for value in (shown.zone, shown.language) if value]
    return [*lines, *(f"  {count:>7} {kind}" for kind, count in shown.rows.items())]
