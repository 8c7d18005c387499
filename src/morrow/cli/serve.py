"""`morrow serve`: the pages and the REST API, until it is told to stop."""

import socket

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found
from morrow.cli.shell import command
from morrow.cli.told import DEFAULT_USER, Told, with_told
from morrow.errors import MorrowError
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.server import DEFAULT_PORT, check_open_to_others, login_url
from morrow.server import serve as serve_on


@command(
    "serve",
    help=msgid("Serve the pages and the REST API on this machine until Ctrl-C, and run what is due meanwhile."),
)
@click.option("--host", default="127.0.0.1", show_default=True, help=msgid("The address to listen on."))
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help=msgid("The port to listen on."),
)
@click.option("--open", "open_page", is_flag=True, help=msgid("Open the page in a browser, signed in."))
@with_told
def serve(told: Told, host: str, port: int, open_page: bool) -> int | None:
    """Serve pages and REST API, and print a link that signs a browser in."""
    serve_memory(told, host, port, user=DEFAULT_USER, opens=open_page)
    return None


def serve_memory(told: Told, host: str, port: int, *, user: str, opens: bool) -> None:
    """Serve until Ctrl-C, with a link that signs `user` in; `opens` opens it in a browser."""
    _check_free(host, port)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    async def greet(memory: Memory) -> None:  # what is wrong with the memory is told now, as any command tells it
        await check_open_to_others(memory, host)
        login = login_url(url, await memory.tokens.login_link(user, Role.ROOT))
        words = translate(
            "morrow listens on {url}; stop it with Ctrl-C.\nSign in, once, within ten minutes: {login}",
            told.lang,
            url=url,
            login=login,
        )
        print_found(told, {"url": url, "openapi": f"{url}/api/v1/openapi.json", "login": login}, words)
        if opens:
            open_soon(login, host, port)

    with_memory(told, greet)
    serve_on(told.home, host=host, port=port, clock=told.clock)


def free_port() -> int:
    """Return a port on which nothing listens: the usual one, if it is free."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", DEFAULT_PORT))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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


def open_soon(address: str, host: str, port: int) -> None:
    """Open a page in the browser as soon as the server answers, or give up after ten seconds."""
    import threading  # noqa: PLC0415 - only --open waits

    threading.Thread(target=_open_when_up, args=(address, host, port), daemon=True).start()


def _open_when_up(address: str, host: str, port: int) -> None:
    import time  # noqa: PLC0415 - as above
    import webbrowser  # noqa: PLC0415 - as above

    for _ in range(100):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.settimeout(1)
            if probe.connect_ex((host, port)) == 0:
                webbrowser.open(address)
                return
        time.sleep(0.1)
