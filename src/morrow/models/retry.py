"""Asking again: which failures are worth it, how long to wait, and when the deadline leaves no room. Asks no model."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from morrow.models.errors import AnswerBroken, ModelTimeout, ModelUnavailable

Answer = TypeVar("Answer")
Pause = Callable[[float], Awaitable[None]]
FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 20.0
_system_random = random.SystemRandom()


def wait_seconds(attempt: int, *, asked_seconds: float | None, jitter: float) -> float:
    """Return how long to wait after failed attempt `attempt` (from 0); `jitter` is in 0..1.

    A server's own wish is a lower bound. Else the wait doubles from half a second to 20, half of it left to chance.
    """
    if asked_seconds is not None:
        return asked_seconds + jitter
    return min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0 ** min(attempt, 10)) * (0.5 + jitter / 2)


@dataclass(frozen=True, slots=True)
class Retrying:
    """How often a call is tried again, and what waiting and chance are (values, so that a test need not wait)."""

    max_retries: int = 3
    pause: Pause = asyncio.sleep
    jitter: Callable[[], float] = _system_random.random

    async def run(self, ask: Callable[[], Awaitable[Answer]], *, ends_at: float) -> Answer:
        """Return what `ask` returns; raise its last error. `ends_at` is an instant of the event loop's clock."""
        for attempt in range(self.max_retries + 1):
            try:
                return await within(ends_at, ask())
            except ModelUnavailable as error:
                if attempt == self.max_retries or isinstance(error, ModelTimeout | AnswerBroken):
                    raise
                wait = wait_seconds(attempt, asked_seconds=error.retry_after_seconds, jitter=self.jitter())
                if asyncio.get_running_loop().time() + wait >= ends_at:
                    raise
            await self.pause(wait)
        raise AssertionError("the loop above returns or raises")


async def within(ends_at: float, asked: Awaitable[Answer]) -> Answer:
    """Return what `asked` brings before the loop's clock shows `ends_at`. Raises ModelTimeout if it does not."""
    limit = asyncio.timeout_at(ends_at)
    try:
        async with limit:
            return await asked
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise ModelTimeout("the model did not finish its answer before the deadline of the call") from error
