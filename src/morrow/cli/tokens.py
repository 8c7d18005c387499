"""`morrow tokens`: who may ask the server. These commands act on the memory itself, as its local root."""

from datetime import datetime

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import DEFAULT_USER, Told, with_told
from morrow.clock import read_instant
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.server import login_url

tokens = LazyGroup(
    "tokens",
    lazy=(
        Lazy("create", "morrow.cli.tokens:create", msgid("Make a token and show it, once.")),
        Lazy("list", "morrow.cli.tokens:list_tokens", msgid("List the tokens, without their secrets.")),
        Lazy("revoke", "morrow.cli.tokens:revoke", msgid("Take a token back.")),
        Lazy("login", "morrow.cli.tokens:login", msgid("Print a link that signs a browser in, once.")),
    ),
    help=msgid("Say who may ask the server."),
    no_args_is_help=True,
)
_ROLES = click.Choice([str(role) for role in Role])
_USER = msgid("Whose token it is; without an end user this user's memory is meant.")


@command(
    "create", help=msgid("Make a token and show it, now and never again. --agent and --owner limit it to that one.")
)
@click.option("--role", type=_ROLES, required=True, help=msgid("What it may do."))
@click.option("--user", metavar="ID", default=DEFAULT_USER, show_default=True, help=_USER)
@click.option("--namespace", metavar="NAME", help=msgid("Keeps its end users apart from another integration's."))
@click.option("--channel", metavar="NAME", help=msgid("It may speak for the senders of this IM channel."))
@click.option("--expires", metavar="TIME", help=msgid("When it ends, such as 2027-01-01T00:00:00Z."))
@with_told
def create(
    told: Told,
    *,
    role: str,
    user: str,
    namespace: str | None,
    channel: str | None,
    expires: str | None,
) -> int | None:
    """Make a token."""
    agent = told.agent if told.names_agent else None
    owner = told.owner.key if told.names_owner else None
    ends = None if expires is None else read_instant(expires)
    grant = Grant(user, Role(role), agent=agent, owner=owner, namespace=namespace, channel=channel, expires_at=ends)

    async def work(memory: Memory) -> None:
        made = await memory.tokens.create(grant)
        words = translate("{secret}\nKeep it now: it is not shown again. Its id is {id}.", told.lang,
                          secret=made.secret, id=made.token.id)  # fmt: skip
        print_found(told, {"token": made.secret, "id": made.token.id, "role": role, "user": user}, words)

    return with_memory(told, work)


@command("list", help=msgid("List the tokens, the newest first: with their users, roles, limits and last uses."))
@with_told
def list_tokens(told: Told) -> int | None:
    """List the tokens."""

    async def work(memory: Memory) -> None:
        found = await memory.tokens.list()
        if told.as_json:
            print_json({"tokens": shape(found)})
            return
        heads = (msgid("Id"), msgid("User"), msgid("Role"), msgid("Limits"), msgid("Expires"), msgid("Last used"),
                 msgid("Taken back"))  # fmt: skip
        rows = [
            (t.id, t.grant.user, t.grant.role, _limits(t.grant), _day(t.grant.expires_at), _day(t.last_used_at),
             _day(t.revoked_at)) for t in found
        ]  # fmt: skip
        print_table([translate(head, told.lang) for head in heads], rows)

    return with_memory(told, work)


@command("revoke", help=msgid("Take the token ID back; from now on it opens nothing."))
@click.argument("token", metavar="ID")
@with_told
def revoke(told: Told, token: str) -> int | None:
    """Take a token back."""

    async def work(memory: Memory) -> None:
        await memory.tokens.revoke(token)
        print_found(told, {"revoked": token}, translate("Taken back: {id}", told.lang, id=token))

    return with_memory(told, work)


@command("login", help=msgid("Print a link to a running server that signs a browser in once, within ten minutes."))
@click.option("--role", type=_ROLES, default=str(Role.ROOT), show_default=True, help=msgid("What it may do."))
@click.option("--user", metavar="ID", default=DEFAULT_USER, show_default=True, help=_USER)
@click.option(
    "--url", default="http://127.0.0.1:7307", show_default=True, help=msgid("Under which address the server is asked.")
)
@with_told
def login(told: Told, role: str, user: str, url: str) -> int | None:
    """Print a login link."""

    async def work(memory: Memory) -> None:
        link = login_url(url.rstrip("/"), await memory.tokens.login_link(user, Role(role)))
        print_found(told, {"login": link}, link)

    return with_memory(told, work)


def _limits(grant: Grant) -> str:
    named = {"agent": grant.agent, "owner": grant.owner, "namespace": grant.namespace, "channel": grant.channel}
    return " ".join(f"{name}={value}" for name, value in named.items() if value is not None)


def _day(at: datetime | None) -> str:
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"
