"""Hears how the dreams of one agent go, as far as a caller may."""

from collections.abc import AsyncIterator, Callable

from morrow.agent.parts import Parts
from morrow.dreaming.events import ToldEvent, events_after, newest_event
from morrow.owners import Principal

_LOOK_EVERY_SECONDS = 1.0


async def hear(
    parts: Parts, principal: Principal, *, after: int | None, is_over: Callable[[], bool]
) -> AsyncIterator[ToldEvent | None]:
    """Yield each event of the dreams that `principal` may see, and None whenever there was nothing for a second.

    Begins behind the event of id `after`, else with what happens from now on; ends once `is_over`.
    """
    last = after
    while True:
        async with parts.store.read(principal) as connection:
            last = await newest_event(connection) if last is None else last
            found = await events_after(connection, last)
        for event in found:
            last = event.id
            yield event
        if is_over():
            return
        if not found:
            yield None
            await parts.dream_events.wait(_LOOK_EVERY_SECONDS)
