"""A memory to talk in: over both stores, in UTC, on a clock that each test sets, with the model a test writes."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from morrow import Memory
from morrow.models.chat import ChatModel
from morrow.settings import load_settings
from morrow.testing import Clock

HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.mirror.enabled": False}
Open = Callable[..., AbstractAsyncContextManager[Memory]]


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
def opened(home: str, clock: Clock) -> Open:
    """Open the memory with a model (or none) and settings of the test's own."""

    def open_it(model: ChatModel | None = None, **settings: object) -> AbstractAsyncContextManager[Memory]:
        told = {name.replace("__", "."): value for name, value in settings.items()}
        known = load_settings(None, environ={}, overrides={**HERE, **told})
        return Memory.open(home, clock=clock, settings=known, models=model)

    return open_it
