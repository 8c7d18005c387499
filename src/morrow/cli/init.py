"""`morrow init`: makes the memory and the agent."""

from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found, shape
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate
from morrow.memory import Memory


@command(
    "init",
    help=msgid(
        "Make the memory and the agent, with its four documents in the language of --lang, and show where they are."
        " What is there already stays as it is."
    ),
)
@with_told
def init(told: Told) -> int | None:
    """Make the memory and the agent."""

    async def work(memory: Memory) -> None:
        known = {agent.name for agent in await memory.agents()}
        agent = memory.agent(told.agent, language=told.lang)
        row = await agent.row()
        names = [document.name for document in await agent.documents.list()]
        document: Shape = {
            "home": memory.parts.store.place,
            "agent": row.name,
            "language": row.language,
            "created": row.name not in known,
            "files": shape(names),
        }
        if row.name in known:
            text = translate(
                "The agent {agent} is there already, in {home}.", told.lang, agent=row.name, home=place(memory)
            )
        else:
            text = translate("Made the agent {agent} in {home}.", told.lang, agent=row.name, home=place(memory))
        print_found(told, document, "\n".join([text, *(f"  {name}" for name in names)]))

    return with_memory(told, work)


def place(memory: Memory) -> str:
    """Return where the memory is, in words for people."""
    return memory.parts.store.place
