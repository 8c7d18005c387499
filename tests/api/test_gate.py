"""Nobody unknown is answered, and every route takes the role that it declares."""

import contextlib

import httpx
import pytest
from fastapi import FastAPI
from tests.api.conftest import HERE, bearer

from morrow.api.application import create_app
from morrow.api.rights import UNDECLARED
from morrow.memory import Memory
from morrow.roster.roles import LEAST_ROLE, Role
from morrow.roster.tokens import Grant
from morrow.settings import load_settings
from morrow.testing import Clock

SEARCH, FILES = "/api/v1/memory/default/search", "/api/v1/agents/default/workspace/files"


async def _token(memory: Memory, role: Role, **limits: str) -> dict[str, str]:
    return bearer((await memory.tokens.create(Grant(f"ada-{role}", role, **limits))).secret)  # type: ignore[arg-type]


async def test_a_stranger_is_told_how_to_come_in_before_anything_else(stranger: httpx.AsyncClient) -> None:
    for method, path in (
        ("GET", SEARCH),
        ("POST", SEARCH),
        ("GET", "/api/v1/nothing"),
        ("GET", "/api/v1/openapi.json"),
    ):
        answer = await stranger.request(method, path, content=b"\xff{" if method == "POST" else None)

        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "tokens create" in answer.json()["detail"]
    assert (await stranger.get("/healthz")).status_code == 200
    assert (await stranger.get("/readyz")).status_code == 200


async def test_a_token_in_an_address_opens_nothing(stranger: httpx.AsyncClient, root: str) -> None:
    for name in ("token", "access_token", "authorization"):
        assert (await stranger.get(SEARCH, params={"q": "x", name: root})).status_code == 401


async def test_a_route_that_declares_nothing_is_for_admins(
    app: FastAPI, stranger: httpx.AsyncClient, memory: Memory
) -> None:
    @app.get("/api/v1/undeclared")
    async def undeclared() -> dict[str, str]:
        return {}

    for role in Role:
        answer = await stranger.get("/api/v1/undeclared", headers=await _token(memory, role))
        assert answer.status_code == (200 if role.covers(LEAST_ROLE[UNDECLARED]) else 403)


async def test_shared_memory_takes_a_member_and_the_soul_an_admin(stranger: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().row()
    wanted = {
        ("plan.md", "personal"): Role.VIEWER,
        ("plan.md", "shared"): Role.MEMBER,
        ("AGENTS.md", "shared"): Role.ADMIN,
        ("SOUL.md", "shared"): Role.ADMIN,
        ("SOUL.md", "personal"): Role.ADMIN,
    }
    for (name, scope), least in wanted.items():
        for role in Role:
            answer = await stranger.put(
                f"{FILES}/{name}", params={"scope": scope}, json={"content": "x\n"}, headers=await _token(memory, role)
            )
            assert (answer.status_code != 403) == role.covers(least), (name, scope, role)


async def test_a_viewer_does_not_take_a_shared_document_back_for_want_of_an_own_one(
    stranger: httpx.AsyncClient, memory: Memory
) -> None:
    shared = memory.agent().documents
    await shared.write("plan.md", "- one\n")
    await shared.write("plan.md", "- two\n", if_match=1)
    viewer = await _token(memory, Role.VIEWER)

    answer = await stranger.post(f"{FILES}/plan.md/revert", json={"version": 1}, headers=viewer)

    assert answer.status_code == 403
    assert (await shared.read("plan.md")).text == "- two\n"


async def test_what_is_kept_for_everybody_takes_a_member(home: str, clock: Clock) -> None:
    settings = load_settings(None, environ={}, overrides={**HERE, "mate.memory.lifecycle-mediator-enabled": False})
    async with Memory.open(home, clock=clock, settings=settings) as memory:
        app = create_app(lambda: contextlib.nullcontext(memory))
        app.state.memory = memory
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1") as client:
            for role, status in ((Role.VIEWER, 403), (Role.MEMBER, 201)):
                kept = await client.post(
                    "/api/v1/memory/default/remember",
                    json={"content": "We ship on Thursdays."},
                    headers=await _token(memory, role),
                )
                assert kept.status_code == status


async def test_another_agent_is_not_there_for_a_token_that_is_limited_to_one(
    stranger: httpx.AsyncClient, memory: Memory
) -> None:
    await memory.agent("ada").row()
    await memory.agent("bo").row()
    token = await _token(memory, Role.ROOT, agent="ada")

    turn = {"message": "I moved to Lisbon."}
    assert (await stranger.get("/api/v1/memory/ada/search?q=x", headers=token)).status_code == 200
    for name in ("bo", "default", "never-made"):
        assert (await stranger.get(f"/api/v1/memory/{name}/search?q=x", headers=token)).status_code == 404
        said = await stranger.post("/api/v1/chat/turns", json={**turn, "agentId": name}, headers=token)
        assert said.status_code == 404
    assert [agent.name for agent in await memory.agents()] == ["ada", "bo"]


async def test_only_an_admin_makes_an_agent_by_using_it_and_default_is_everybodys(
    stranger: httpx.AsyncClient, memory: Memory
) -> None:
    turn = {"message": "I moved to Lisbon."}
    for name, role, status in (
        ("default", Role.VIEWER, 201),
        ("new", Role.MEMBER, 404),
        ("new", Role.ADMIN, 201),
        ("new", Role.VIEWER, 201),
    ):
        said = await stranger.post(
            "/api/v1/chat/turns", json={**turn, "agentId": name}, headers=await _token(memory, role)
        )
        assert said.status_code == status


async def test_a_browser_signs_in_once_changes_with_its_secret_and_signs_out(
    stranger: httpx.AsyncClient, memory: Memory
) -> None:
    link = await memory.tokens.login_link("local", Role.MEMBER)
    signed_in = await stranger.post("/api/v1/session", json={"link": link})
    cookie = signed_in.headers["set-cookie"]
    secret = {"X-CSRF-Token": signed_in.json()["csrf"]}
    turn = {"message": "I moved to Lisbon in May."}

    assert signed_in.status_code == 201
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie  # the loopback address has no TLS
    assert (await stranger.post("/api/v1/session", json={"link": link})).status_code == 403
    assert (await stranger.get("/api/v1/session")).json()["csrf"] == secret["X-CSRF-Token"]
    forged = await stranger.post("/api/v1/chat/turns", json=turn)
    assert (forged.status_code, forged.json()["type"]) == (403, "urn:morrow:problem:forged")
    assert (await stranger.post("/api/v1/chat/turns", json=turn, headers=secret)).status_code == 201

    assert (await stranger.delete("/api/v1/session", headers=secret)).status_code == 204
    stranger.cookies.set("morrow_session", cookie.partition("=")[2].partition(";")[0])
    assert (await stranger.get("/api/v1/session")).status_code == 401


@pytest.mark.parametrize(("role", "status"), [(Role.MEMBER, 404), (Role.ADMIN, 200)])
async def test_another_owners_memory_is_there_for_admins_to_look_at(
    stranger: httpx.AsyncClient, memory: Memory, role: Role, status: int
) -> None:
    await memory.agent().row()
    token = await _token(memory, role)

    assert (await stranger.get(SEARCH, params={"q": "x", "ownerKey": "user:8"}, headers=token)).status_code == status
    changed = await stranger.put(
        f"{FILES}/plan.md", params={"ownerKey": "user:8"}, json={"content": "x"}, headers=token
    )
    assert changed.status_code in (403, 404)
