"""Opens the queue that several nodes share on PostgreSQL. What is put into it, and what runs, lies elsewhere."""

from pathlib import Path
from typing import TYPE_CHECKING

from morrow.store.engines import locate

if TYPE_CHECKING:
    from procrastinate import App  # an extra, and 200 ms that only a node pays

_CONNECTIONS = 4


def queue_at(home: str | Path) -> "App":
    """Return the queue of the PostgreSQL database at `home`, not yet opened. Raises ImportError without the extra."""
    from procrastinate import App, PsycopgConnector  # noqa: PLC0415 - as above

    return App(connector=PsycopgConnector(conninfo=locate(home).url, min_size=1, max_size=_CONNECTIONS))
