"""Assembles the doors into one application, and serves it until it is told to stop."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from morrow.clock import Clock
from morrow.errors import InvalidInput
from morrow.memory import Memory, folder_of
from morrow.settings import Settings, load_settings

if TYPE_CHECKING:
    from types import FrameType

    from fastapi import FastAPI  # half a second that `morrow --help` does not pay
    from starlette.types import Receive, Scope, Send
    from uvicorn import Server

DEFAULT_PORT = 7307
_GRACE_SECONDS = 10


def application(home: str | Path, *, settings: Settings | None = None, clock: Clock | None = None) -> "FastAPI":
    """Return the ASGI application over the memory of `home`, which it opens, with its jobs, when it starts."""
    from morrow.api.application import create_app  # noqa: PLC0415 - as above
    from morrow.api.limits import LOCALHOST  # noqa: PLC0415 - as above

    known = settings or load_settings(folder_of(home), environ=os.environ)
    hosts = LOCALHOST | {host.lower() for host in known.server.hosts}
    return with_pages(create_app(lambda: Memory.open(home, settings=known, clock=clock, background=True), hosts=hosts))


def login_url(url: str, link: str) -> str:
    """Return the address that signs a browser in: what stands behind `#` is sent to no server and into no log."""
    return f"{url}/login#{link}"


async def check_open_to_others(memory: Memory, host: str) -> None:
    """Raise InvalidInput for an address that others reach while nobody could be told from anybody."""
    from morrow.api.limits import is_loopback  # noqa: PLC0415 - as above

    if not is_loopback(host) and not await memory.tokens.any_live():
        raise InvalidInput(
            f"{host}: others reach this address, and there is no token yet that would tell who asks;"
            " make one with `morrow tokens create`, or serve on 127.0.0.1"
        )


def with_pages(app: "FastAPI") -> "FastAPI":
    """Return the application that answers with pages wherever the API has no route."""
    from morrow.web.application import create_pages  # noqa: PLC0415 - as above

    pages, nothing_there = (
        create_pages(lambda: app.state.memory, is_stopping=lambda: app.state.is_stopping),
        app.router.default,
    )

    async def default(scope: "Scope", receive: "Receive", send: "Send") -> None:
        is_page = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (pages if is_page else nothing_there)(scope, receive, send)

    app.router.default = default
    return app


def serve(
    home: str | Path,
    *,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    settings: Settings | None = None,
    clock: Clock | None = None,
) -> None:
    """Serve until interrupted; requests under way are answered first."""
    server_of(application(home, settings=settings, clock=clock), host=host, port=port).run()


def server_of(app: "FastAPI", *, host: str, port: int) -> "Server":
    """Return what serves `app`; when it is told to stop, streams end by themselves and requests are answered first."""
    import uvicorn  # noqa: PLC0415 - as above

    class Telling(uvicorn.Server):
        def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
            app.state.is_stopping = True
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return Telling(config)
