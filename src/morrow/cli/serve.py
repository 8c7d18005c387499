"""`morrow serve`: the REST API, until it is told to stop."""

import socket

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.errors import MorrowError
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.server import DEFAULT_PORT
from morrow.server import serve as serve_on


@command("serve", help=msgid("Serve the REST API on this machine until Ctrl-C, and run what is due meanwhile."))
@click.option("--host", default="127.0.0.1", show_default=True, help=msgid("The address to listen on."))
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help=msgid("The port to listen on."),
)
@with_told
def serve(told: Told, host: str, port: int) -> int | None:
    """Serve the REST API."""
    _check_free(host, port)
    with_memory(told, _nothing)  # what is wrong with the memory is told now, as any command tells it
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    words = translate("morrow listens on {url}; stop it with Ctrl-C.", told.lang, url=url)
    print_found(told, {"url": url, "openapi": f"{url}/api/v1/openapi.json"}, words)
    serve_on(told.home, host=host, port=port, clock=told.clock)
    return None


async def _nothing(_memory: Memory) -> None:
    """Do nothing with an open memory."""


def _check_free(host: str, port: int) -> None:
    """Raise MorrowError if nothing can listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise MorrowError(f"{host}:{port} cannot be served: {reason}; choose another --host or --port") from error
