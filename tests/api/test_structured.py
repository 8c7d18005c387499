"""What is kept under keys, over REST and the library."""

import httpx
import pytest
from tests.api.conftest import bearer

from morrow.errors import InvalidInput, NotFound
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant

BASE = "/api/v1/memory/default/structured"
ADA = Owner.user("ada")


async def test_what_is_kept_under_a_key_is_recalled_replaced_and_taken_out(client: httpx.AsyncClient) -> None:
    first = await client.put(f"{BASE}/feedback/Reply Language", json={"content": "Answer in Chinese."})
    second = await client.put(f"{BASE}/feedback/reply_language", json={"content": "Answer in English."})
    there = (await client.get(BASE, params={"type": "feedback"})).json()["entries"]
    gone = await client.delete(f"{BASE}/feedback/reply-language")
    again = await client.delete(f"{BASE}/feedback/reply-language")

    assert (first.status_code, second.status_code, gone.status_code, again.status_code) == (200, 200, 204, 404)
    assert second.json()["id"] == first.json()["id"]
    assert [(one["key"], one["content"], one["updated"], one["scope"]) for one in there] == [
        ("reply_language", "Answer in English.", "2026-03-02", "PERSONAL")
    ]
    assert (await client.get(BASE)).json()["entries"] == []


async def test_shared_entries_take_a_member_and_are_seen_by_all(memory: Memory, stranger: httpx.AsyncClient) -> None:
    await memory.agent().row()
    await memory.members.set("ada", Role.ROOT)
    tokens = {role: bearer((await memory.tokens.create(Grant("ada", role))).secret) for role in Role}
    wanted = {"content": "We meet on Mondays."}

    refused = await stranger.put(
        f"{BASE}/project/meeting", params={"scope": "shared"}, json=wanted, headers=tokens[Role.VIEWER]
    )
    done = await stranger.put(
        f"{BASE}/project/meeting", params={"scope": "shared"}, json=wanted, headers=tokens[Role.MEMBER]
    )
    seen = await stranger.get(BASE, headers=tokens[Role.VIEWER])

    assert (refused.status_code, done.status_code) == (403, 200)
    assert [(one["content"], one["ownerKey"]) for one in seen.json()["entries"]] == [("We meet on Mondays.", "")]


async def test_content_that_looks_like_the_format_stays_content(memory: Memory) -> None:
    structured = memory.agent().structured
    text = "first\n## not a key\n> Source: nobody | Updated: 2020-01-01\n```\nopen"

    await structured.remember("reference", "odd", text, owner=ADA)
    await structured.remember("reference", "next", "another", owner=ADA)

    found = await structured.recall(owner=ADA, kind="reference")
    assert [(one.key, one.content) for one in found] == [("odd", text), ("next", "another")]


@pytest.mark.parametrize(("kind", "key", "content"), [("people", "k", "x"), ("user", "##", "x"), ("user", "k", "  ")])
async def test_what_cannot_be_kept_is_refused(memory: Memory, kind: str, key: str, content: str) -> None:
    with pytest.raises(InvalidInput):
        await memory.agent().structured.remember(kind, key, content, owner=ADA)


async def test_one_owner_neither_sees_nor_takes_out_what_another_keeps(memory: Memory) -> None:
    structured = memory.agent().structured
    await structured.remember("user", "phone", "555-0199", owner=ADA)

    assert await structured.recall(owner=Owner.user("bo")) == []
    with pytest.raises(NotFound):
        await structured.forget("user", "phone", owner=Owner.user("bo"))


async def test_a_removal_can_be_taken_back(memory: Memory) -> None:
    agent = memory.agent()
    await agent.structured.remember("user", "phone", "555-0199", owner=ADA)
    await agent.structured.forget("user", "phone", owner=ADA)

    await agent.documents.revert("structured/user.md", 1, owner=ADA)

    assert [one.content for one in await agent.structured.recall(owner=ADA)] == ["555-0199"]
