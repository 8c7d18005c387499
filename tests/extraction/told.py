"""What the tests of extraction say and look at."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from morrow import Memory, Owner
from morrow.documents.entries import Document
from morrow.jobs.ledger import Run, recent_runs
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.testing import Clock

ME = Owner.user(42)
NOON = "2026-04-09T12:00:00+00:00"


def answer(**fields: object) -> str:
    """Return a model's answer that wants `fields` written."""
    return json.dumps({"should_update": True, "reason": "new", **fields}, ensure_ascii=False)


def evidence(text: str, quote: str, *ids: str) -> Mapping[str, object]:
    """Return what a model says a line rests on."""
    return {"text": text, "message_ids": list(ids or ("m1",)), "quote": quote}


NOTHING = '{"should_update": false, "reason": "nothing new"}'


async def tell(
    memory: Memory, *texts: str, owner: Owner = ME, conversation: str = "c", reply: str | None = "ok"
) -> None:
    """Record one turn a text."""
    for text in texts:
        await memory.agent().record(text, reply, owner=owner, conversation=conversation)


async def documents_of(memory: Memory, owner: Owner = ME) -> dict[str, Document]:
    """Return the owner's own documents, with their entries, by name."""
    agent = memory.agent()
    listed = await agent.documents.list(owner=owner)
    own = [document.name for document in listed if not document.bucket.is_shared]
    return {name: await agent.documents.read(name, owner=owner) for name in own}


async def text_of(memory: Memory, name: str, owner: Owner = ME) -> str:
    """Return the text of one of the owner's own documents, empty if there is none."""
    found = (await documents_of(memory, owner)).get(name)
    return found.text if found else ""


async def runs_of(memory: Memory, owner: Owner = ME, kind: str = "extraction") -> Sequence[Run]:
    """Return the owner's runs of one kind, the newest first."""
    agent = await memory.agent().row()
    async with memory.parts.store.read_all() as connection:
        return await recent_runs(connection, Bucket.personal(agent.id, owner), kind)


def with_memory(**values: object) -> Settings:
    """Return the default settings with these of memory changed, the mirror off."""
    plain = Settings()
    off = replace(plain.memory.mirror, enabled=False)
    return replace(plain, memory=replace(plain.memory, mirror=off, **values))  # type: ignore[arg-type]


def noon() -> Clock:
    """Return a clock that stands at noon in UTC."""
    return Clock(NOON)
