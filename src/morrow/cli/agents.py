"""`morrow agents`: who remembers here; made, switched, and deleted with all that they remember."""

import click

from morrow.cli.erasing import print_receipt
from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.problems import DECISION
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.i18n import LANGUAGES, msgid, translate
from morrow.memory import Memory

agents = LazyGroup(
    "agents",
    lazy=(
        Lazy("list", "morrow.cli.agents:list_agents", msgid("List the agents.")),
        Lazy("create", "morrow.cli.agents:create", msgid("Make an agent.")),
        Lazy("switch", "morrow.cli.agents:switch", msgid("Switch recall, capture or dreaming of an agent.")),
        Lazy("delete", "morrow.cli.agents:delete", msgid("Delete an agent with all that it remembers.")),
    ),
    help=msgid("Look at the agents, make and delete them."),
    no_args_is_help=True,
)
SWITCHES = click.Choice(["recall", "capture", "dream"])
ON_OFF = click.Choice(["on", "off"])


@command("list", help=msgid("List the agents with their language and zone, and what is switched off."))
@with_told
def list_agents(told: Told) -> int | None:
    """List the agents."""

    async def work(memory: Memory) -> None:
        found = await memory.staff.list()
        if told.as_json:
            print_json({"agents": shape(found)})
            return
        heads = (msgid("Name"), msgid("Language"), msgid("Zone"), msgid("Switched off"))
        rows = [(one.name, one.language, one.zone or memory.parts.zone, " ".join(one.switches.off)) for one in found]
        print_table([translate(head, told.lang) for head in heads], rows)

    return with_memory(told, work)


@command("create", help=msgid("Make the agent NAME with its four documents, in the language of --language."))
@click.argument("name")
@click.option("--language", type=click.Choice(LANGUAGES), help=msgid("In which its documents begin."))
@click.option("--zone", metavar="ZONE", help=msgid("Where its nights are, such as Europe/Lisbon."))
@with_told
def create(told: Told, name: str, language: str | None, zone: str | None) -> int | None:
    """Make an agent."""

    async def work(memory: Memory) -> None:
        made = await memory.staff.create(name, language=language, zone=zone)
        print_found(told, shape(made), translate("Made: {name}", told.lang, name=made.name))

    return with_memory(told, work)


@command("switch", help=msgid("Switch a part of the memory of the agent NAME on or off, for everybody."))
@click.argument("name")
@click.argument("which", metavar="recall|capture|dream", type=SWITCHES)
@click.argument("state", metavar="on|off", type=ON_OFF)
@with_told
def switch(told: Told, name: str, which: str, state: str) -> int | None:
    """Switch a part of an agent's memory."""

    async def work(memory: Memory) -> None:
        done = await memory.staff.switch(name, which, on=state == "on")  # type: ignore[arg-type]
        words = translate("{which} of {whose} is {state}.", told.lang, which=which, whose=done.name, state=state)
        print_found(told, shape(done), words)

    return with_memory(told, work)


@command("delete", help=msgid("Show what deleting the agent NAME would erase; with --yes, erase it. There is no undo."))
@click.argument("name")
@click.option("--yes", is_flag=True, help=msgid("Erase it."))
@with_told
def delete(told: Told, name: str, yes: bool) -> int | None:
    """Delete an agent with its memory."""

    async def work(memory: Memory) -> int | None:
        print_receipt(told, await memory.staff.delete(name, dry_run=not yes))
        return None if yes else DECISION

    return with_memory(told, work)
