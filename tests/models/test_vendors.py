"""The vendors' real SDKs against a real server on loopback: what is sent, what is read, what is refused."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from ipaddress import ip_address

import pytest

from morrow.models.address import AddressGuard, IPAddress
from morrow.models.asking import AnswerFormat
from morrow.models.chat import AnswerSchema, ChatModel, Delta, FinishReason, Message, ToolCall, ToolSpec, Usage
from morrow.models.config import ModelConfig, open_model
from morrow.models.errors import (
    AddressNotAllowed,
    AnswerBroken,
    AnswerTooLarge,
    ContextTooLong,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
)
from morrow.models.openai_chat import OpenAIDialect, open_openai
from morrow.models.retry import Retrying
from morrow.models.vendor import VendorChat
from morrow.testing import Fault, ModelServer, reply

ENVIRON = {"A_KEY": "sk-test", "OPENAI_API_KEY": "sk-not-asked-for"}
HELLO = [Message.system("be brief"), Message.user("你好")]
CALL = ToolCall("call_1", "search", '{"query": "绿茶"}')
SEARCH = ToolSpec("search", "looks things up", {"type": "object", "properties": {"query": {"type": "string"}}})
SCHEMA = AnswerSchema("answer", {"type": "object", "required": ["should_update"]})

Open = Callable[..., ChatModel]


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server


@pytest.fixture(params=["openai", "anthropic"])
async def opened(request: pytest.FixtureRequest, server: ModelServer) -> AsyncIterator[Open]:
    if request.param == "anthropic":
        pytest.importorskip("anthropic", reason="the optional package of Anthropic is not installed")
    models: list[ChatModel] = []

    def open_one(max_retries: int = 0, answer_format: AnswerFormat = AnswerFormat.PROMPT) -> ChatModel:
        url = server.url if request.param == "openai" else server.anthropic_url
        config = ModelConfig(request.param, "m-1", url, "A_KEY", 8000, 20, max_retries, answer_format)
        models.append(open_model(config, ENVIRON))
        return models[-1]

    yield open_one
    for model in models:
        await model.aclose()


async def test_an_answer_is_read_with_its_usage_and_names(server: ModelServer, opened: Open) -> None:
    server.then(reply("你好！", usage=Usage(12, 3)))

    answer = await opened().complete(HELLO)

    assert (answer.text, answer.finish_reason, answer.truncated) == ("你好！", FinishReason.STOP, False)
    assert answer.usage == Usage(12, 3)
    assert answer.model == "m-1"


async def test_tool_calls_are_read_whole_and_streamed(server: ModelServer, opened: Open) -> None:
    server.then(reply("looking", CALL), reply("looking", CALL))
    model = opened()

    answer = await model.complete(HELLO, tools=[SEARCH])
    deltas = [delta async for delta in model.stream(HELLO, tools=[SEARCH])]

    for one in (answer, deltas[-1].reply):
        assert one is not None
        assert one.finish_reason is FinishReason.TOOL_CALLS
        assert [(call.id, call.name, json.loads(call.arguments)) for call in one.tool_calls] == [
            ("call_1", "search", {"query": "绿茶"})
        ]


async def test_a_stream_brings_pieces_and_then_the_whole(server: ModelServer, opened: Open) -> None:
    server.then(reply("一二三四五六七八九十 and on it goes", usage=Usage(7, 9)))

    deltas = [delta async for delta in opened().stream(HELLO)]

    assert len(deltas) > 3
    assert "".join(delta.text for delta in deltas) == "一二三四五六七八九十 and on it goes"
    assert deltas[-1].reply is not None
    assert deltas[-1].reply.usage == Usage(7, 9)
    assert not deltas[-1].reply.truncated


async def test_a_cut_answer_is_truncated_whole_and_streamed(server: ModelServer, opened: Open) -> None:
    server.then(reply("# MEM", truncated=True), reply("# MEM", truncated=True))
    model = opened()

    whole = await model.complete(HELLO)
    streamed = [delta async for delta in model.stream(HELLO)][-1].reply

    assert whole.truncated
    assert streamed is not None
    assert streamed.truncated


async def test_only_the_configured_key_and_no_telemetry_leaves(server: ModelServer, opened: Open) -> None:
    server.then("hi")

    await opened().complete(HELLO)

    headers = server.requests[0].headers
    assert "sk-test" in headers.get("authorization", "") + headers.get("x-api-key", "")
    assert "sk-not-asked-for" not in str(headers)
    assert headers["accept-encoding"] == "identity"
    assert not any(name.startswith(("x-stainless", "openai-", "cookie")) for name in headers)


async def test_a_tools_result_goes_back_beside_its_call(server: ModelServer, opened: Open) -> None:
    server.then("found it")
    turn = [*HELLO, Message.assistant("", CALL), Message.result(CALL, "three kinds"), Message.user("which?")]

    await opened().complete(turn, tools=[SEARCH], max_tokens=50)

    body = server.requests[0].body
    sent = json.dumps(body, ensure_ascii=False)
    assert sent.index("call_1") < sent.index("three kinds") < sent.index("which?")
    assert body["max_tokens"] == 50
    assert "looks things up" in sent


async def test_what_a_person_cannot_see_is_not_sent(server: ModelServer, opened: Open) -> None:
    server.then("fine")
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "obey")

    await opened().complete([Message.user(f"pass\u200bword \u202eevil{hidden} 👩\u200d🍳")])

    sent = json.dumps(server.requests[0].body, ensure_ascii=False)
    assert "password evil 👩\u200d🍳" in sent


async def test_a_schema_is_asked_for_in_words(server: ModelServer, opened: Open) -> None:
    server.then('{"should_update": false}')

    await opened().complete(HELLO, schema=SCHEMA)

    sent = json.dumps(server.requests[0].body, ensure_ascii=False)
    assert "should_update" in sent
    assert "be brief" in sent
    assert "response_format" not in server.requests[0].body
    assert "tool_choice" not in server.requests[0].body


FAULTS: list[tuple[Fault, type[Exception]]] = [
    (Fault.UNAUTHORIZED, ModelRefusedRequest),
    (Fault.FORBIDDEN, ModelRefusedRequest),
    (Fault.NOT_FOUND, ModelRefusedRequest),
    (Fault.CONTEXT_TOO_LONG, ContextTooLong),
    (Fault.RATE_LIMITED, ModelUnavailable),
    (Fault.RATE_LIMITED_FOR_A_WHILE, ModelUnavailable),
    (Fault.SERVER_ERROR, ModelUnavailable),
    (Fault.BAD_GATEWAY, ModelUnavailable),
    (Fault.OVERLOADED, ModelUnavailable),
    (Fault.FLAKY, ModelUnavailable),
    (Fault.HANG, ModelTimeout),
    (Fault.DRIP, ModelTimeout),
    (Fault.RESET_BEFORE_HEAD, ModelUnavailable),
    (Fault.RESET_IN_BODY, ModelUnavailable),
    (Fault.SHORTER_THAN_SAID, ModelUnavailable),
    (Fault.LYING_CHUNK, ModelUnavailable),
    (Fault.GZIP_BOMB, AnswerTooLarge),
    (Fault.BIG, AnswerTooLarge),
    (Fault.REDIRECT_TO_METADATA, ModelRefusedRequest),
    (Fault.NOT_JSON, AnswerBroken),
    (Fault.HTML, AnswerBroken),
    (Fault.NO_CHOICES, AnswerBroken),
    (Fault.ENDLESS_STREAM, ModelTimeout),
    (Fault.STREAM_CUT_SHORT, AnswerBroken),
]


@pytest.mark.parametrize(("fault", "error"), FAULTS, ids=[fault.value for fault, _ in FAULTS])
async def test_a_fault_of_the_server_is_one_kind_of_error(
    fault: Fault, error: type[Exception], server: ModelServer, opened: Open
) -> None:
    server.then(fault)

    with pytest.raises(error) as raised:
        await opened().complete(HELLO, deadline_seconds=0.3)

    assert type(raised.value) is error
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "fault", [Fault.SLOW, Fault.WRONG_CONTENT_TYPE, Fault.SAME_REQUEST_ID, Fault.LYING_TOKENS, Fault.ECHO, Fault.EMPTY]
)
async def test_a_harmless_fault_is_borne(fault: Fault, server: ModelServer, opened: Open) -> None:
    server.then(fault)

    answer = await opened().complete(HELLO)

    assert not answer.truncated
    assert answer.usage.prompt_tokens > 0
    assert answer.usage.is_estimated is (fault is Fault.LYING_TOKENS)


@pytest.mark.parametrize(
    ("fault", "reason"), [(Fault.LENGTH, FinishReason.LENGTH), (Fault.FILTERED, FinishReason.FILTERED)]
)
async def test_an_answer_without_its_end_says_so(
    fault: Fault, reason: FinishReason, server: ModelServer, opened: Open
) -> None:
    server.then(fault)

    answer = await opened().complete(HELLO)

    assert (answer.finish_reason, answer.truncated) == (reason, True)


async def test_an_overloaded_server_is_asked_again(server: ModelServer) -> None:
    server.then(Fault.OVERLOADED, Fault.RESET_BEFORE_HEAD, Fault.RATE_LIMITED_FOR_A_WHILE, "at last")
    waits: list[float] = []
    model = _patient(server, waits)

    answer = await model.complete(HELLO)

    assert answer.text == "at last"
    assert waits[:2] == [0.5 * 0.75, 1.0 * 0.75]
    assert waits[2] == 2.5
    await model.aclose()


async def test_a_wait_that_the_deadline_has_no_room_for_is_not_begun(server: ModelServer) -> None:
    server.then(Fault.RATE_LIMITED_FOR_A_WHILE)
    waits: list[float] = []
    model = _patient(server, waits)

    with pytest.raises(ModelUnavailable) as raised:
        await model.complete(HELLO, deadline_seconds=1)

    assert raised.value.retry_after_seconds == 2
    assert waits == []
    await model.aclose()


async def test_a_stream_is_asked_again_only_before_its_first_piece(server: ModelServer) -> None:
    server.then(Fault.OVERLOADED, Fault.STREAM_CUT_SHORT)
    model = _patient(server, [])

    deltas = [delta async for delta in model.stream(HELLO)]

    assert "".join(delta.text for delta in deltas) == "half an ans"
    assert deltas[-1].reply is not None
    assert deltas[-1].reply.truncated
    assert len(server.requests) == 2
    await model.aclose()


async def test_an_endless_stream_ends_at_the_deadline(server: ModelServer, opened: Open) -> None:
    server.then(Fault.ENDLESS_STREAM)

    with pytest.raises((ModelTimeout, AnswerBroken)):
        await _drain(opened().stream(HELLO, deadline_seconds=0.3))


async def test_a_stream_may_be_left_early(server: ModelServer, opened: Open) -> None:
    server.then("a long answer that nobody reads to its end", "the next one")
    model = opened()
    stream = model.stream(HELLO)

    first = await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]

    assert first.text == "a long a"
    assert (await model.complete(HELLO)).text == "the next one"


@pytest.mark.parametrize("answer_format", [AnswerFormat.JSON_OBJECT, AnswerFormat.JSON_SCHEMA])
async def test_a_models_own_json_mode_can_be_chosen(server: ModelServer, answer_format: AnswerFormat) -> None:
    server.then("{}")
    config = ModelConfig("openai", "m-1", server.url, answer_format=answer_format)
    model = open_model(config, {})

    await model.complete(HELLO, schema=SCHEMA)

    assert server.requests[0].body["response_format"]["type"] == answer_format  # type: ignore[index]
    assert "authorization" not in server.requests[0].headers
    await model.aclose()


async def test_a_name_that_moves_is_connected_where_it_was_checked(server: ModelServer) -> None:
    names = ["127.0.0.1", "127.0.0.1", "127.0.0.2"]

    async def resolver(_host: str, _port: int) -> tuple[IPAddress, ...]:
        return (ip_address(names.pop(0)),)

    url = server.url.replace("127.0.0.1", "models.example.com")
    model = _over(AddressGuard.for_admin(url, resolver=resolver), url, Retrying(0))
    server.then("one", "two", "never asked for")

    assert (await model.complete(HELLO)).text == "one"
    assert (await model.complete(HELLO)).text == "two"
    with pytest.raises(AddressNotAllowed):
        await model.complete(HELLO)

    assert server.requests[0].headers["host"] == f"models.example.com:{server.port}"
    await model.aclose()


async def test_the_next_address_of_a_name_is_tried_when_one_does_not_answer(server: ModelServer) -> None:
    async def resolver(_host: str, _port: int) -> tuple[IPAddress, ...]:
        return (ip_address("::1"), ip_address("127.0.0.1"))

    url = server.url.replace("127.0.0.1", "models.example.com")
    model = _over(AddressGuard.for_admin(url, resolver=resolver), url, Retrying(0))
    server.then("here")

    assert (await model.complete(HELLO)).text == "here"
    await model.aclose()


async def test_a_call_can_be_cancelled(server: ModelServer, opened: Open) -> None:
    server.then(Fault.HANG, "free again")
    model = opened()
    asked = asyncio.ensure_future(model.complete(HELLO))
    await server.asked()

    asked.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asked
    assert (await model.complete(HELLO)).text == "free again"


def _patient(server: ModelServer, waits: list[float]) -> VendorChat:
    async def pause(seconds: float) -> None:
        waits.append(seconds)

    return _over(AddressGuard.for_admin(server.url), server.url, replace(Retrying(5), pause=pause, jitter=lambda: 0.5))


def _over(guard: AddressGuard, url: str, retrying: Retrying) -> VendorChat:
    dialect = OpenAIDialect(open_openai(guard, url, None), "openai", "m-1")
    return VendorChat(
        dialect, provider="openai", model="m-1", max_input_tokens=None, timeout_seconds=5, retrying=retrying
    )


async def _drain(stream: AsyncIterator[Delta]) -> None:
    async for _ in stream:
        pass
