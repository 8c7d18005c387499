"""`morrow jobs work`: a process that runs what is due, beside a server or without one, until it is told to stop."""

import asyncio
import signal

from morrow.cli.opened import configure_logs
from morrow.cli.output import print_found
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate
from morrow.memory import Memory


@command(
    "work",
    help=msgid(
        "Run what is due until Ctrl-C. Several of these on one database server share the work; none is done twice."
    ),
)
@with_told
def work(told: Told) -> int | None:
    """Work until told to stop; what runs then comes to its end."""
    configure_logs(is_verbose=told.is_verbose)
    asyncio.run(_work(told))
    return None


async def _work(told: Told) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, stopped.set)
    async with Memory.open(told.home, clock=told.clock, background=True) as memory:
        place = memory.parts.store.place
        print_found(
            told, {"home": place}, translate("morrow works on {place}; stop it with Ctrl-C.", told.lang, place=place)
        )
        await stopped.wait()
