"""`morrow agents`: who remembers here."""

from morrow.cli.opened import with_memory
from morrow.cli.output import print_json, print_table, shape
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate
from morrow.memory import Memory


@command("agents", help=msgid("List the agents with their language and zone."))
@with_told
def agents(told: Told) -> int | None:
    """List the agents."""

    async def work(memory: Memory) -> None:
        rows = [await agent.row() for agent in await memory.agents()]
        if told.as_json:
            print_json({"agents": shape(rows)})
            return
        heads = [translate(head, told.lang) for head in (msgid("Name"), msgid("Language"), msgid("Zone"))]
        print_table(heads, [(row.name, row.language, row.zone or memory.parts.zone) for row in rows])

    return with_memory(told, work)
