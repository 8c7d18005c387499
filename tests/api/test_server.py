import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import httpx
import pytest
import uvicorn

from morrow.errors import InvalidInput
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.server import application, check_open_to_others


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


async def _token(home: str) -> dict[str, str]:
    async with Memory.open(home) as memory:
        made = await memory.tokens.create(Grant("local", Role.MEMBER))
    return {"Authorization": f"Bearer {made.secret}"}


async def test_what_one_process_recorded_the_next_one_finds(home: str) -> None:
    token = await _token(home)
    async with _served(home) as url, httpx.AsyncClient(base_url=url, headers=token) as client:
        said = await client.post("/api/v1/chat/turns", json={"message": "Remember: the safe stands behind the stove."})
        assert said.status_code == 201

    async with _served(home) as url, httpx.AsyncClient(base_url=url, headers=token) as client:
        found = await client.get("/api/v1/memory/default/search", params={"q": "safe"})
        assert "behind the stove" in found.json()["hits"][0]["text"]


async def test_an_address_that_others_reach_is_refused_until_there_is_a_token(home: str) -> None:
    async with Memory.open(home) as memory:
        await check_open_to_others(memory, "127.0.0.1")
        with pytest.raises(InvalidInput, match="tokens create"):
            await check_open_to_others(memory, "0.0.0.0")
        made = await memory.tokens.create(Grant("local", Role.MEMBER))
        await check_open_to_others(memory, "0.0.0.0")
        await memory.tokens.revoke(made.token.id)
        with pytest.raises(InvalidInput):
            await check_open_to_others(memory, "0.0.0.0")
