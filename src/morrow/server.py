"""Assembles the doors into one application, and serves it until it is told to stop."""

from pathlib import Path
from typing import TYPE_CHECKING

from morrow.clock import Clock
from morrow.errors import InvalidInput
from morrow.memory import Memory
from morrow.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI  # half a second that `morrow --help` does not pay

DEFAULT_PORT = 7307
_GRACE_SECONDS = 10


def application(home: str | Path, *, settings: Settings | None = None, clock: Clock | None = None) -> "FastAPI":
    """Return the ASGI application over the memory of `home`, which it opens, with its jobs, when it starts."""
    from morrow.api.application import create_app  # noqa: PLC0415 - as above

    return create_app(lambda: Memory.open(home, settings=settings, clock=clock, background=True))


def serve(
    home: str | Path,
    *,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    settings: Settings | None = None,
    clock: Clock | None = None,
) -> None:
    """Serve until interrupted; requests under way are answered first. Raises InvalidInput for an open address."""
    import uvicorn  # noqa: PLC0415 - as above

    from morrow.api.limits import is_loopback  # noqa: PLC0415 - as above

    if not is_loopback(host):
        raise InvalidInput(f"{host}: without tokens anybody there could read everything; serve on 127.0.0.1")
    uvicorn.run(
        application(home, settings=settings, clock=clock),
        host=host,
        port=port,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
