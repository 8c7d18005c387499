"""Assembles the doors into one application, and serves it until it is told to stop."""

from ipaddress import ip_address
from pathlib import Path
from typing import Any

from morrow.errors import InvalidInput
from morrow.memory import Memory

DEFAULT_PORT = 7307


def application(home: str | Path, **options: Any) -> Any:
    """Return the ASGI application over the memory of `home`, jobs running in its background."""
    from morrow.api.application import create_app  # noqa: PLC0415 - half a second that `--help` does not pay

    return create_app(lambda: Memory.open(home, background=True, **options))


def serve(home: str | Path, *, host: str = "127.0.0.1", port: int = DEFAULT_PORT, **options: Any) -> None:
    """Serve until interrupted; requests under way are answered first. Raises InvalidInput for an open address."""
    import uvicorn  # noqa: PLC0415

    if not is_loopback(host):
        raise InvalidInput(f"{host}: without tokens anybody there could read everything; serve on 127.0.0.1")
    uvicorn.run(application(home, **options), host=host, port=port, log_level="warning", timeout_graceful_shutdown=10)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
