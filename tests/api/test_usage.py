"""Usage at the doors: one's own for everybody, everyone's for admins, and nothing of what was said."""

from datetime import UTC, date, datetime
from typing import Any

import httpx
from tests.api.conftest import bearer

from morrow import Memory
from morrow.models.usage import Payer, UsageRow
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.usage.ledger import book
from morrow.usage.sums import By

NOON = datetime(2026, 4, 9, 12, tzinfo=UTC)


async def took(memory: Memory, owner: str, *, day: int = 9, agent: str = "default", tokens: int = 100) -> None:
    row = await memory.agent(agent).row()
    payer = Payer(row.id, owner, "chat")
    at = NOON.replace(day=day)
    async with memory.parts.store.write() as connection:
        await book(connection, UsageRow(payer, at, at.date(), "openai", "m-1", tokens, 10, False, 0.5, "USD"))


async def test_sums_are_told_apart_as_asked_and_agents_have_their_names(memory: Memory) -> None:
    await took(memory, "user:ada", day=8)
    await took(memory, "user:ada", agent="helper")
    await took(memory, "user:bo")

    by_day = await memory.usage.own(Owner.user("ada"))
    by_agent = await memory.usage.everything(by=[By.AGENT], first=date(2026, 4, 9))

    assert [(one.day, one.calls) for one in by_day] == [(date(2026, 4, 9), 1), (date(2026, 4, 8), 1)]
    assert [(one.agent, one.prompt_tokens, one.cost) for one in by_agent] == [
        ("default", 100, 0.5),
        ("helper", 100, 0.5),
    ]


async def test_a_caller_sees_its_own_usage_and_an_admin_everyones(memory: Memory, stranger: httpx.AsyncClient) -> None:
    await took(memory, "user:ada")
    await took(memory, "user:bo", tokens=7)
    await memory.members.set("ada", Role.ADMIN)

    async def asked(role: Role, **params: Any) -> httpx.Response:
        secret = (await memory.tokens.create(Grant("ada", role))).secret
        return await stranger.get("/api/v1/usage", params=params, headers=bearer(secret))

    own = (await asked(Role.VIEWER, by="owner")).json()["usage"]
    everyone = (await asked(Role.ADMIN, whose="all", by=["owner", "model"])).json()["usage"]

    assert [(one["ownerKey"], one["promptTokens"]) for one in own] == [("user:ada", 100)]
    assert [(one["ownerKey"], one["model"]) for one in everyone] == [("user:ada", "m-1"), ("user:bo", "m-1")]
    assert (await asked(Role.MEMBER, whose="all")).status_code == 403
    assert (await asked(Role.VIEWER, by="weather")).status_code == 422
