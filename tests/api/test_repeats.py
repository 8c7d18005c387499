"""A request sent again is carried out once; one token asks so often and no more."""

import asyncio
import contextlib

import httpx
from tests.api.conftest import HERE, bearer

from morrow.api.application import create_app
from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.settings import load_settings
from morrow.testing import Clock

TURNS, SEARCH = "/api/v1/chat/turns", "/api/v1/memory/default/search"
TURN = {"message": "I moved to Lisbon in May."}
KEY = {"Idempotency-Key": "3f6c"}


async def test_the_same_request_with_the_same_key_is_carried_out_once(client: httpx.AsyncClient, clock: Clock) -> None:
    first = await client.post(TURNS, json=TURN, headers=KEY)
    again = await client.post(TURNS, json=TURN, headers=KEY)
    other = await client.post(TURNS, json={"message": "Another."}, headers=KEY)
    elsewhere = await client.post(SEARCH, json={"query": "Lisbon"}, headers=KEY)

    assert (first.status_code, again.status_code, other.status_code, elsewhere.status_code) == (201, 201, 422, 200)
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert "new key" in other.json()["detail"]
    clock.advance(hours=25)
    assert (await client.post(TURNS, json=TURN, headers=KEY)).json() != first.json()


async def test_a_refusal_is_given_again_and_what_failed_for_the_moment_is_tried_again(
    client: httpx.AsyncClient, memory: Memory
) -> None:
    bad = {"message": "x", "role": "king"}
    first = await client.post(TURNS, json=bad, headers=KEY)
    assert (await client.post(TURNS, json=bad, headers=KEY)).json() == first.json()
    assert first.status_code == 422

    await client.post(TURNS, json=TURN)
    member = bearer((await memory.tokens.create(Grant("ada", Role.MEMBER))).secret)
    for role, status in ((Role.VIEWER, 403), (Role.MEMBER, 200)):
        await memory.members.set("ada", role)
        dreamt = await client.post("/api/v1/memory/default/emergence", headers={**member, **KEY})
        assert dreamt.status_code == status


async def test_keys_of_two_callers_are_two_keys(client: httpx.AsyncClient, memory: Memory) -> None:
    other = bearer((await memory.tokens.create(Grant("ada", Role.VIEWER))).secret)
    mine = await client.post(TURNS, json=TURN, headers=KEY)

    theirs = await client.post(TURNS, json=TURN, headers={**other, **KEY})

    assert theirs.status_code == 201
    assert theirs.json() != mine.json()


async def test_of_two_at_once_one_is_carried_out(client: httpx.AsyncClient, memory: Memory) -> None:
    answers = await asyncio.gather(*(client.post(TURNS, json=TURN, headers=KEY) for _ in range(5)))

    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len({answer.json()["id"] for answer in answers if answer.status_code == 201}) == 1


async def test_what_may_not_be_kept_is_not_given_again(client: httpx.AsyncClient, memory: Memory) -> None:
    made = await client.post("/api/v1/tokens", json={"role": "viewer", "user": "ada"}, headers=KEY)
    again = await client.post("/api/v1/tokens", json={"role": "viewer", "user": "ada"}, headers=KEY)
    assert (made.status_code, again.status_code) == (201, 409)
    assert made.json()["token"] not in again.text
    assert len([one for one in await memory.tokens.list() if one.grant.user == "ada"]) == 1

    await client.post(TURNS, json=TURN, headers={"Idempotency-Key": "k2"})
    await client.post("/api/v1/owners/erase")
    assert (await client.post(TURNS, json=TURN, headers={"Idempotency-Key": "k2"})).status_code == 409


async def test_an_odd_key_is_refused(client: httpx.AsyncClient) -> None:
    for key in ("", " ", "x" * 201, "a b"):
        assert (await client.post(TURNS, json=TURN, headers={"Idempotency-Key": key})).status_code == 422


async def test_a_token_that_asks_too_often_waits_and_another_does_not(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides={**HERE, "server.requests-per-minute": 3})
    async with Memory.open(home, clock=clock, settings=settings) as memory:
        app = create_app(lambda: contextlib.nullcontext(memory))
        app.state.memory = memory
        tokens = [bearer((await memory.tokens.create(Grant("local", Role.ROOT))).secret) for _ in range(2)]
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1") as client:
            asked = [await client.get("/api/v1/session", headers=tokens[0]) for _ in range(4)]
            other = await client.get("/api/v1/session", headers=tokens[1])
            health = await client.get("/healthz")
            clock.advance(seconds=61)
            later = await client.get("/api/v1/session", headers=tokens[0])

    assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
    assert asked[3].headers["retry-after"] == "60"
    assert asked[3].json()["type"] == "urn:morrow:problem:too-many-requests"
    assert (other.status_code, health.status_code, later.status_code) == (200, 200, 200)
