"""Looks whether a model server runs on this machine, so that it can be offered. Sends nothing but the question."""

import asyncio
from contextlib import suppress

OLLAMA_PORT = 11434
PATIENCE_SECONDS = 0.5
_QUESTION = b"GET /api/version HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


async def running_ollama(port: int = OLLAMA_PORT) -> str | None:
    """Return the base URL of an Ollama that answers on 127.0.0.1, or None."""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(_QUESTION)
                answer = await reader.read(1024)
            finally:
                writer.close()
        if answer.startswith(b"HTTP/1.1 200") and b"version" in answer.lower():
            return f"http://127.0.0.1:{port}/v1"
    return None
