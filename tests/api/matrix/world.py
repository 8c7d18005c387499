"""A lived-in instance: people, integrations, a group and two agents, each with a word of its own."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import insert
from tests.journeys.living import evening, say, sleep

from morrow.api.application import create_app
from morrow.documents.entries import Add
from morrow.memory import Memory
from morrow.owners import Bucket, Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.settings import load_settings
from morrow.store import bucket_values
from morrow.store.ids import new_id
from morrow.testing import Clock
from morrow.writing.codec import encode_operation
from morrow.writing.table import proposal

HERE, THERE = "default", "other"  # the two agents
SETTINGS = {"server.zone": "UTC", "server.language": "en", "server.requests-per-minute": 0}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody whose memory it is: how they ask, and the word that is theirs alone."""

    owner: Owner
    grant: Grant
    named: Mapping[str, str]
    word: str


ANA = Speaker(Owner.user("ana"), Grant("ana", Role.VIEWER), {}, "zirconana")
BEN = Speaker(Owner.user("ben"), Grant("ben", Role.MEMBER), {}, "zirconben")
API = Speaker(Owner.api(42), Grant("plug", Role.MEMBER), {"endUserId": "42"}, "zirconapi")
SHOP = Speaker(Owner.api(7, "shop"), Grant("shop", Role.MEMBER, namespace="shop"), {"endUserId": "7"}, "zirconshop")
MALL = Speaker(Owner.api(7, "mall"), Grant("mall", Role.MEMBER, namespace="mall"), {"endUserId": "7"}, "zirconmall")
LIN = Speaker(
    Owner.channel("feishu", "ou_1"), Grant("bot", Role.MEMBER, channel="feishu"),
    {"channel": "feishu", "senderId": "ou_1"}, "zirconlin",
)  # fmt: skip
KAI = Speaker(
    Owner.channel("slack", "ou_1"), Grant("bot", Role.MEMBER, channel="slack"),
    {"channel": "slack", "senderId": "ou_1"}, "zirconkai",
)  # fmt: skip
SPEAKERS = (ANA, BEN, API, SHOP, MALL, LIN, KAI)
GROUP, GROUP_WORD = Owner.group("feishu", "oc_1"), "zircongroup"
SHARED_WORD, THERE_WORD = "zirconteam", "zirconthere"
WORDS = (*(one.word for one in SPEAKERS), GROUP_WORD, THERE_WORD)


@dataclass(slots=True)
class World:
    """The running instance, and what each one's memory names: ids that a stranger may have learned somewhere."""

    memory: Memory
    clock: Clock
    client: httpx.AsyncClient
    ids: dict[Owner, dict[str, str]] = field(default_factory=dict)

    async def token(self, grant: Grant) -> dict[str, str]:
        """Return the header of a new token."""
        return {"Authorization": f"Bearer {(await self.memory.tokens.create(grant)).secret}"}

    async def file_item(self, owner: Owner | None, word: str = "fresh") -> str:
        """File a proposal in the inbox of `owner`, or in the shared one, and return its id."""
        row = await self.memory.agent(HERE).row()
        bucket = Bucket.team(row.id) if owner is None else Bucket.personal(row.id, owner)
        made = new_id(self.clock())
        values = {
            "id": made, "document": "MEMORY.md", "operation": encode_operation(Add("Notes", f"- {word} {made}", ())),
            "before": "", "author": "dream", "reason": "size", "detail": "", "run": None, "status": "open",
            "made_at": self.clock(), **bucket_values(bucket),
        }  # fmt: skip
        async with self.memory.parts.store.write() as connection:
            await connection.execute(insert(proposal).values(values))
        return made


@contextlib.asynccontextmanager
async def living(home: str) -> AsyncIterator[World]:
    """Give an instance on which everybody lived for two days."""
    clock = Clock("2026-03-02T12:00:00+00:00")
    settings = load_settings(None, environ={}, overrides=SETTINGS)
    async with Memory.open(home, clock=clock, settings=settings) as memory:
        app = create_app(lambda: contextlib.nullcontext(memory))
        app.state.memory = memory
        app.state.is_stopping = True  # so that a stream ends after what it has to tell
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            world = World(memory, clock, client)
            await _live(world)
            yield world


async def _live(world: World) -> None:
    agent, clock = world.memory.agent(HERE), world.clock
    for _ in range(2):
        for one in SPEAKERS:
            await say(agent, one.owner, f"I prefer {one.word} coffee in the morning.", conversation="talk", clock=clock)
        await agent.record(
            f"We decided to sell {GROUP_WORD} coffee.", "I see.", owner=GROUP, said_by=LIN.owner, speaker="Lin",
            conversation="crew", at=clock(),
        )  # fmt: skip
        await evening(world.memory, clock)
        await sleep(world.memory, clock)
    for one in SPEAKERS:
        await agent.remember(f"My pass is called {one.word}.", owner=one.owner)
    await agent.documents.write("plan.md", f"# Plan\n\n- {SHARED_WORD}\n")
    await world.memory.agent(THERE).documents.write("plan.md", f"# Plan\n\n- {THERE_WORD}\n")
    await world.memory.idle()
    for one in SPEAKERS:
        world.ids[one.owner] = await _ids(world, one)


async def _ids(world: World, one: Speaker) -> dict[str, str]:
    agent = world.memory.agent(HERE)
    messages = await agent.messages("talk", owner=one.owner)
    reports = await agent.dreams.reports(owner=one.owner)
    document = await agent.documents.read("MEMORY.md", owner=one.owner)
    return {
        "conversationId": messages[0].conversation,
        "turnId": (await agent.chat("Which coffee do I prefer in the morning?", owner=one.owner)).id,
        "reportId": reports[-1].id,
        "jobId": reports[-1].id,
        "itemId": await world.file_item(one.owner, one.word),
        "message": messages[0].id,
        "entry": document.entries[-1].id,
    }


def operations(described: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """Return the operations of an OpenAPI document by method and path."""
    return {
        (method.upper(), path): operation
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
