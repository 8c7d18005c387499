"""The scripted model and the settable clock behave as the real ones do."""

import asyncio
from datetime import UTC, datetime

import pytest

from morrow.errors import InvalidTime
from morrow.models.chat import ChatModel, FinishReason, Message, ToolCall
from morrow.models.errors import ModelTimeout, ModelUnavailable
from morrow.testing import Clock, ScriptedModel, Stalled, reply

HELLO = [Message.system("be brief"), Message.user("你好")]


async def test_a_script_is_given_step_by_step_and_the_requests_are_kept() -> None:
    model = ScriptedModel("one", reply("two", truncated=True))

    first = await model.complete(HELLO, max_tokens=9)
    second = await model.complete(HELLO)

    assert (first.text, first.truncated, first.provider) == ("one", False, "scripted")
    assert (second.text, second.truncated, second.finish_reason) == ("two", True, FinishReason.LENGTH)
    assert [request.max_tokens for request in model.requests] == [9, None]
    assert model.requests[0].text == "be brief\n\n你好"


async def test_a_function_answers_by_what_it_is_asked() -> None:
    model: ChatModel = ScriptedModel(answering=lambda request: request.messages[-1].text.upper())

    answer = await model.complete([Message.user("tea")])

    assert answer.text == "TEA"


async def test_an_exception_in_the_script_is_raised() -> None:
    model = ScriptedModel(ModelUnavailable("down"), "up again")

    with pytest.raises(ModelUnavailable, match="down"):
        await model.complete(HELLO)

    assert (await model.complete(HELLO)).text == "up again"


async def test_a_script_that_ends_too_early_is_the_tests_mistake() -> None:
    with pytest.raises(AssertionError, match="你好"):
        await ScriptedModel().complete(HELLO)


async def test_a_stalled_answer_comes_when_it_is_released() -> None:
    release = asyncio.Event()
    model = ScriptedModel(Stalled(release, "late"))
    asked = asyncio.ensure_future(model.complete(HELLO))
    await asyncio.sleep(0)

    assert not asked.done()
    release.set()

    assert (await asked).text == "late"


async def test_a_stalled_answer_gives_up_at_its_deadline() -> None:
    model = ScriptedModel(Stalled(asyncio.Event()))

    with pytest.raises(ModelTimeout):
        await model.complete(HELLO, deadline_seconds=0)


async def test_a_stream_ends_with_the_whole_reply() -> None:
    call = ToolCall("c1", "search", '{"query": "tea"}')
    model = ScriptedModel(reply("你好，这里是很长的一段话。", call))

    deltas = [delta async for delta in model.stream(HELLO)]

    assert len(deltas) > 2
    assert "".join(delta.text for delta in deltas) == "你好，这里是很长的一段话。"
    assert deltas[-1].reply is not None
    assert deltas[-1].reply.tool_calls == (call,)


def test_a_clock_shows_what_it_was_set_to() -> None:
    clock = Clock("2026-04-09T21:30:00+08:00")

    assert clock() == datetime(2026, 4, 9, 13, 30, tzinfo=UTC)
    assert clock.advance(days=1, minutes=5) == datetime(2026, 4, 10, 13, 35, tzinfo=UTC)
    assert clock.set(datetime(2026, 1, 1, tzinfo=UTC)) == clock()


def test_a_clock_takes_no_time_without_a_zone() -> None:
    with pytest.raises(InvalidTime):
        Clock(datetime(2026, 1, 1))  # noqa: DTZ001 - the mistake is the point
