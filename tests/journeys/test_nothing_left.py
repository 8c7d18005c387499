"""Whatever way words came in by, forgetting them or erasing their owner leaves them in no table and in no file."""

import contextlib
import json
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert, select

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.api.application import create_app
from morrow.context.stored import save_summary
from morrow.context.summary import Summary
from morrow.documents.entries import Add, Author, Retire
from morrow.documents.names import SOUL
from morrow.dreaming.growth import KIND
from morrow.jobs.table import run
from morrow.models.chat import ToolCall
from morrow.owners import Bucket
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.settings import load_settings
from morrow.store import bucket_values, metadata
from morrow.testing import Clock, ScriptedModel, reply
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose

ADA = Owner.user("ada")
WORD = "Trondheim"
SAID = (
    f"I'm training for the {WORD} marathon in October.",
    f"I train for the {WORD} marathon every morning.",
    f"I'm still training for the {WORD} marathon every morning.",
)
LINE = SAID[0]
HERE = {
    "server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False,
    "mate.memory.engine.extraction": "rules", "mate.memory.engine.dream": "rules",
    "mate.memory.nudge-enabled": False, "mate.memory.soul-update-interval": 0,
}  # fmt: skip


@pytest.fixture
async def memory(home: str) -> AsyncIterator[Memory]:
    """Give a memory in which the words came in by every way there is."""
    clock = Clock("2026-03-02T12:00:00+00:00")
    # Arguments as a model may write them: escaped, so that the words do not stand there letter by letter.
    looks = ToolCall("c1", "search_workspace_memory", json.dumps({"query": LINE}))
    keeps = ToolCall("c2", "remember_structured", '{"type": "user", "key": "' + LINE.replace("T", "\\u0054") + '"')
    model = ScriptedModel(reply("", looks, keeps), f"So: {LINE}")
    settings = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=settings, models=model) as opened:
        for text in SAID:
            await _post(opened, "/api/v1/chat/turns", {"message": text, "reply": f"I see. {text}"})
            await opened.idle()
            clock.advance(days=1)
        await _post(opened, "/api/v1/memory/default/search", {"query": WORD})
        turn = await opened.agent().chat(f"As I said: {LINE}", owner=ADA)
        await opened.agent().dreams.now(owner=ADA)
        await opened.agent().dreams.now(owner=ADA, topic=LINE)
        await opened.agent().documents.write("archive/dreams/2026-02.md", f"# 2026-02\n\n- {LINE}\n", owner=ADA)
        await _stored(opened, opened.agent(), turn.messages[-1])
        yield opened


async def _post(memory: Memory, path: str, body: dict[str, str]) -> None:
    """Ask as Ada over HTTP, with a key under which the whole answer is kept."""
    app = create_app(lambda: contextlib.nullcontext(memory))
    app.state.memory = memory
    secret = (await memory.tokens.create(Grant("ada", Role.ROOT))).secret
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": uuid.uuid4().hex}
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as client:
        answer = await client.post(path, json=body)
        assert answer.is_success, answer.text


async def _stored(memory: Memory, agent: Agent, message: str) -> None:
    """Store what a model would have made of it: a summary, proposals of both sorts, and the account of a growth."""
    row, now, settings = await agent.row(), memory.parts.clock(), memory.parts.settings
    mine, team = Bucket.personal(row.id, ADA), Bucket.team(row.id)
    by = By(Author.DREAM, "night", "proposed", run="night")
    [profile] = [d for d in await agent.documents.list(owner=ADA) if d.name == "MEMORY.md" and not d.bucket.is_shared]
    some = (await agent.documents.read(profile.name, owner=ADA)).entries[0].id
    changes = [
        Change(team, SOUL, (Add("", f"- {LINE}"),)),
        Change(mine, "MEMORY.md", (Retire(some, f"it said: {LINE}"),)),
    ]
    async with memory.parts.store.write() as connection:
        [conversation] = (
            await connection.execute(
                select(metadata.tables["message"].c.conversation).where(metadata.tables["message"].c.id == message)
            )
        ).scalars()
        await save_summary(connection, mine, conversation, Summary(f"They said: {LINE}", message, 4, "m", "1"), now=now)
        for change in changes:
            await propose(
                connection, [change], by=by, words=Words(asked=True), settings=settings, now=now, hold_all=True
            )
        await connection.execute(
            insert(run).values(
                id="grown", key="grown", kind=KIND, status="completed", reason="", attempts=1, worker="w",
                started_at=now, report=json.dumps({"modelReason": f"Because {LINE}"}), **bucket_values(team),
            )
        )  # fmt: skip


async def _tables_with(memory: Memory, word: str) -> set[str]:
    async with memory.parts.store.read_all() as connection:
        return {
            table.name
            for table in metadata.sorted_tables
            if any(word in str(tuple(row)) for row in (await connection.execute(select(table))).all())
        }


def _files_with(home: str, word: str) -> list[str]:
    files = Path(home).rglob("*.md") if "://" not in home else ()
    return [path.name for path in files if word in path.read_text("utf-8")]


async def test_the_words_stand_in_many_places_before(home: str, memory: Memory) -> None:
    assert await _tables_with(memory, WORD) >= {
        "document", "revision", "entry", "entry_source", "proposal", "message", "run", "kept_answer",
        "conversation_summary", "search_item",
    }  # fmt: skip


async def test_forgetting_a_line_leaves_it_nowhere(home: str, memory: Memory) -> None:
    [report] = [r for r in await memory.agent().dreams.reports(owner=ADA) if r.promoted]
    [line] = [item.entry for item in report.promoted if WORD in item.text]

    await memory.agent().cards.forget(report.id, line, owner=ADA, lang="en")

    assert await _tables_with(memory, WORD) == set()
    assert _files_with(home, WORD) == []


async def test_erasing_the_owner_leaves_the_words_nowhere(home: str, memory: Memory) -> None:
    await memory.owners.erase(ADA)

    assert await _tables_with(memory, WORD) == set()
    assert _files_with(home, WORD) == []


async def test_deleting_the_agent_leaves_the_words_nowhere(home: str, memory: Memory) -> None:
    await memory.staff.delete("default")

    assert await _tables_with(memory, WORD) == set()
    assert _files_with(home, WORD) == []
