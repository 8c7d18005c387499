"""A model server on this machine is noticed, and nothing else is taken for one."""

import asyncio
from asyncio import StreamReader, StreamWriter

import pytest

from morrow.models.local import running_ollama


@pytest.mark.parametrize(
    ("answer", "is_ollama"),
    [
        (b'HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n{"version":"0.9.1"}', True),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", False),
        (b"SSH-2.0-OpenSSH\r\n", False),
        (b"", False),
    ],
)
async def test_an_ollama_is_known_by_its_version(answer: bytes, is_ollama: bool) -> None:
    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]

        found = await running_ollama(port)

    assert found == (f"http://127.0.0.1:{port}/v1" if is_ollama else None)
    assert await running_ollama(port) is None
