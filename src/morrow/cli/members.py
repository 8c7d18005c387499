"""`morrow members`: who belongs to the workspace, and the most that any of their tokens may do."""

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.roster.roles import Role

members = LazyGroup(
    "members",
    lazy=(
        Lazy("list", "morrow.cli.members:list_members", msgid("List the members.")),
        Lazy("set", "morrow.cli.members:set_member", msgid("Make somebody a member, or change their role.")),
        Lazy("remove", "morrow.cli.members:remove", msgid("Take somebody out, with their tokens.")),
    ),
    help=msgid("Say who belongs to the workspace, as what."),
    no_args_is_help=True,
)


@command("list", help=msgid("List the members with their roles."))
@with_told
def list_members(told: Told) -> int | None:
    """List the members."""

    async def work(memory: Memory) -> None:
        found = await memory.members.list()
        if told.as_json:
            print_json({"members": shape(found)})
            return
        heads = [translate(head, told.lang) for head in (msgid("User"), msgid("Role"), msgid("Since"))]
        print_table(heads, [(one.user, one.role, f"{one.since:%Y-%m-%d}") for one in found])

    return with_memory(told, work)


@command("set", help=msgid("Make USER a member with ROLE, or change what they are; no token of theirs may do more."))
@click.argument("user")
@click.argument("role", type=click.Choice([str(role) for role in Role]))
@with_told
def set_member(told: Told, user: str, role: str) -> int | None:
    """Set what somebody is."""

    async def work(memory: Memory) -> None:
        await memory.members.set(user, Role(role))
        print_found(told, {"user": user, "role": role}, f"{user}: {role}")

    return with_memory(told, work)


@command("remove", help=msgid("Take USER out of the workspace; their tokens and sessions open nothing any more."))
@click.argument("user")
@with_told
def remove(told: Told, user: str) -> int | None:
    """Take somebody out."""

    async def work(memory: Memory) -> None:
        await memory.members.remove(user)
        print_found(told, {"removed": user}, translate("Taken out: {user}", told.lang, user=user))

    return with_memory(told, work)
