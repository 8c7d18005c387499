"""Writes documents and turns with the mirror on, and acknowledges each once its call returned. Runs until killed."""

import asyncio
import hashlib
import os
import sys
from pathlib import Path

from morrow import Memory, Owner
from morrow.agent import Agent

ME = Owner.user(1)
AGENT = "ada"
NAME = "MEMORY.md"
LINES = 40


def text_of(version: int) -> str:
    """Return a text that tells its version at both ends, so that a half one shows."""
    lines = "".join(f"- fact {version} {line} {'x' * 40}\n" for line in range(LINES))
    return f"# MEMORY v{version}\n{lines}# END v{version}\n"


def hash_of(version: int) -> str:
    """Return the hash that the revision of `version` has."""
    return hashlib.sha256(text_of(version).encode()).hexdigest()


def said(number: int) -> str:
    """Return the words of one turn."""
    return f"turn number {number}"


async def write(base: Path, most: int) -> None:
    """Write up to `most` versions and as many turns in `base`/home, acknowledging each in `base`/acks."""
    acks = os.open(base / "acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    async with Memory.open(base / "home") as memory:
        agent = memory.agent(AGENT)
        version = await _version(agent)
        for _ in range(most):
            version += 1
            await agent.documents.write(NAME, text_of(version), owner=ME, if_match=version - 1)
            os.write(acks, f"d {version}\n".encode())
            turn = await agent.record(said(version), "ok", owner=ME, conversation="c")
            os.write(acks, f"t {turn.messages[0]}\n".encode())
    os.close(acks)


async def _version(agent: Agent) -> int:
    documents = await agent.documents.list(owner=ME, prefix=NAME)
    return next((d.version for d in documents if not d.bucket.is_shared), 0)


def run(base: str, most: int) -> None:
    """Write in a process of its own."""
    asyncio.run(write(Path(base), most))


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]))
