"""A lived-in instance over each store."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.api.matrix.world import World, living, operations


@pytest.fixture
async def world(home: str) -> AsyncIterator[World]:
    async with living(home) as lived:
        yield lived


@pytest.fixture
def routes(world: World) -> dict[tuple[str, str], Any]:
    app = world.client._transport.app  # type: ignore[attr-defined]
    return operations(app.openapi())
