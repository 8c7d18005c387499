import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.api.limits import (
    MAX_BODY_BYTES,
    MAX_DEPTH,
    Bodies,
    Limits,
    Message,
    Receive,
    Scope,
    Send,
    is_loopback,
    too_deep,
)

JSON = st.recursive(
    st.none() | st.integers() | st.text(alphabet='[]{}"\\\\a好'),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='[]{}"\\\\'), inner, max_size=3),
)


async def _echo(_scope: Scope, receive: Receive, send: Send) -> None:
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=Limits(Bodies(_echo)))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:7307") as asking:
        yield asking


async def test_a_body_goes_through_as_it_is(client: httpx.AsyncClient) -> None:
    assert (await client.post("/", content="好 {}".encode())).text == "好 {}"


async def test_a_body_over_the_limit_is_read_no_further(client: httpx.AsyncClient) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1
            yield b" " * 1024 * 1024

    answer = await client.post("/", content=endless())

    assert answer.status_code == 413
    assert read == MAX_BODY_BYTES // 1024 // 1024 + 1


@pytest.mark.parametrize("announced", [str(MAX_BODY_BYTES + 1), "9" * 5000, "-1", "many"])
async def test_a_body_that_announces_too_much_is_not_read_at_all(client: httpx.AsyncClient, announced: str) -> None:
    async def unread() -> AsyncIterator[bytes]:
        pytest.fail("it was read")
        yield b""

    answer = await client.post("/", content=unread(), headers={"Content-Length": announced})

    assert answer.status_code == 413


async def test_what_a_caller_did_not_finish_saying_is_not_heard() -> None:
    said: Iterator[Message] = iter(
        ({"type": "http.request", "body": b"nul", "more_body": True}, {"type": "http.disconnect"})
    )
    heard: list[Any] = []

    async def receive() -> Message:
        return next(said)

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        heard.append(scope)

    async def send(message: Message) -> None:
        heard.append(message)

    scope: Scope = {"type": "http", "headers": [(b"host", b"localhost")], "raw_path": b"/", "query_string": b""}
    await Limits(Bodies(app))(scope, receive, send)

    assert heard == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:7307"}, 200),
        ({"Host": "[::1]:7307"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "192.168.1.7"}, 421),
        ({"Host": "["}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "http://127.0.0.1:7307"}, 200),
        ({"Origin": "http://127.0.0.1:8080"}, 403),
        ({"Origin": "http://localhost:7307"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_only_this_machine_and_its_own_pages_may_ask(
    client: httpx.AsyncClient, headers: dict[str, str], status: int
) -> None:
    assert (await client.get("/", headers=headers)).status_code == status


def test_loopback_is_what_only_this_machine_reaches() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "localhost", "::1", "127.8.8.8")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.7", "example.org", "localhost.example.org", "")))


def test_64_levels_are_deep_enough_and_65_too_deep() -> None:
    def nested(levels: int) -> bytes:
        return b'{"a":[' * (levels // 2) + b"[" * (levels % 2) + b"]" * (levels % 2) + b"]}" * (levels // 2)

    assert json.loads(nested(MAX_DEPTH))
    assert not too_deep(nested(MAX_DEPTH))
    assert too_deep(nested(MAX_DEPTH + 1))
    assert too_deep(b"[" * 1_000_000)


@given(JSON, st.integers(0, 2))
def test_brackets_in_strings_make_nothing_deep(value: object, around: int) -> None:
    wrapped = b"[" * (MAX_DEPTH - 1 + around) + json.dumps([value] * 70).encode() + b"]" * (MAX_DEPTH - 1 + around)

    assert too_deep(wrapped) == (around + _depth(value) > 0)


def _depth(value: object) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


@pytest.mark.parametrize("body", [b'"' * 4_000_000, b'"' + b'\\"' * 2_000_000, b'["' * 65, b'"[' * 100])
def test_text_that_is_no_json_is_measured_all_the_same(body: bytes) -> None:
    assert not too_deep(body)
