"""What is logged names no token, no session, and nothing that anybody said."""

import logging

import httpx
import pytest
import structlog
from fastapi import FastAPI
from tests.api.conftest import bearer

from morrow.errors import StoreFull
from morrow.memory import Memory
from morrow.roster.roles import Role

TURNS = "/api/v1/chat/turns"


async def test_no_log_line_holds_a_secret_or_a_word_that_was_said(
    app: FastAPI, memory: Memory, root: str, caplog: pytest.LogCaptureFixture
) -> None:
    @app.post("/api/v1/broken")
    async def broken() -> None:
        raise StoreFull("the disk is full")

    @app.post("/api/v1/breaks")
    async def breaks() -> None:
        raise RuntimeError("nobody foresaw this")

    opened = await memory.tokens.open_session(await memory.tokens.login_link("local", Role.ROOT))
    secrets = (root, opened.secret, opened.session.csrf)
    cookie = {"Cookie": f"morrow_session={opened.secret}", "X-CSRF-Token": opened.session.csrf}
    transport = httpx.ASGITransport(app=app)
    with caplog.at_level(logging.DEBUG), structlog.testing.capture_logs() as lines:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            for headers in (bearer(root), bearer(root + "x"), cookie, {"Authorization": f"Basic {root}"}):
                for path in (TURNS, "/api/v1/broken", "/api/v1/breaks", "/api/v1/nothing"):
                    body = {"message": "My pass is zirconcanary.", "channel": None, "role": "user"}
                    answer = await client.post(path, json=body, headers=headers)
                    assert not any(secret in answer.text for secret in secrets)
            await client.get("/api/v1/memory/default/search", params={"q": "zirconcanary"}, headers=bearer(root))
        await memory.idle()

    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "aiosqlite"))]
    said = f"{lines} {ours}"
    assert "a request failed" in said
    assert not any(secret in said for secret in (*secrets, "zirconcanary"))
