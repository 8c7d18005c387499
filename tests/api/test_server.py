import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import httpx
import pytest
import uvicorn

from morrow.errors import InvalidInput
from morrow.server import application, serve


@contextlib.asynccontextmanager
async def _served(home: str) -> AsyncIterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(application(home), host="127.0.0.1", port=port, log_level="error"))
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn tells it by a flag only
        await asyncio.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    await running


async def test_what_one_process_recorded_the_next_one_finds(home: str) -> None:
    async with _served(home) as url, httpx.AsyncClient(base_url=url) as client:
        said = await client.post("/api/v1/chat/turns", json={"message": "Remember: the safe stands behind the stove."})
        assert said.status_code == 201

    async with _served(home) as url, httpx.AsyncClient(base_url=url) as client:
        found = await client.get("/api/v1/memory/default/search", params={"q": "safe"})
        assert "behind the stove" in found.json()["hits"][0]["text"]


def test_an_address_that_others_reach_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"127\.0\.0\.1"):
        serve("/nowhere", host="0.0.0.0")
