"""Looks whether a model server runs on this machine, so that it can be offered. Sends nothing but the question."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

OLLAMA_PORT = 11434
LM_STUDIO_PORT = 1234
PATIENCE_SECONDS = 0.5
_QUESTION = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server that answers on this machine; `provider` is what the settings call its protocol."""

    name: str
    provider: str
    base_url: str


async def running_servers(
    *, ollama_port: int = OLLAMA_PORT, lm_studio_port: int = LM_STUDIO_PORT
) -> tuple[LocalServer, ...]:
    """Return the model servers that answer on 127.0.0.1 at the ports where they usually stand."""
    ollama, lm_studio = await asyncio.gather(running_ollama(ollama_port), running_lm_studio(lm_studio_port))
    found = (
        LocalServer("Ollama", "ollama", ollama) if ollama else None,
        LocalServer("LM Studio", "openai", lm_studio) if lm_studio else None,
    )
    return tuple(one for one in found if one is not None)


async def running_ollama(port: int = OLLAMA_PORT) -> str | None:
    """Return the base URL of an Ollama that answers on 127.0.0.1, or None."""
    answer = await _asked(port, "/api/version")
    return f"http://127.0.0.1:{port}/v1" if answer is not None and b"version" in answer.lower() else None


async def running_lm_studio(port: int = LM_STUDIO_PORT) -> str | None:
    """Return the base URL of an LM Studio that answers on 127.0.0.1, or None."""
    answer = await _asked(port, "/v1/models")
    return f"http://127.0.0.1:{port}/v1" if answer is not None and b'"data"' in answer else None


async def _asked(port: int, path: str) -> bytes | None:
    """Return the beginning of what a server here answers with success, or None."""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(_QUESTION.format(path=path).encode())
                answer = await reader.read(4096)
            finally:
                writer.close()
        if answer.startswith(b"HTTP/1.1 200"):
            return answer
    return None
