"""A model server on this machine is noticed, and nothing else is taken for one."""

import asyncio
from asyncio import StreamReader, StreamWriter

import pytest

from morrow.models.local import running_lm_studio, running_ollama, running_servers


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


async def test_an_lm_studio_is_known_by_its_list_of_models_and_both_are_offered() -> None:
    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        body = b'{"version":"0.9.1"}' if b"/api/version" in asked else b'{"object":"list","data":[]}'
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]

        found = await running_servers(ollama_port=port, lm_studio_port=port)

    assert [(one.name, one.provider) for one in found] == [("Ollama", "ollama"), ("LM Studio", "openai")]
    assert await running_lm_studio(port) is None
