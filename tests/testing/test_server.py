"""The model server on loopback keeps to its script."""

import pytest

from morrow.models.chat import ChatModel, Message
from morrow.models.config import ModelConfig, open_model
from morrow.models.errors import ModelRefusedRequest
from morrow.testing import ModelServer, ServedRequest

HELLO = [Message.user("你好")]


def opened(server: ModelServer) -> ChatModel:
    return open_model(ModelConfig("openai", "m-1", server.url), {})


async def test_the_server_answers_step_by_step_and_keeps_what_came_in() -> None:
    async with ModelServer("one", "two") as server:
        model = opened(server)

        texts = [(await model.complete(HELLO)).text for _ in range(2)]
        await model.aclose()

    assert texts == ["one", "two"]
    assert [request.path for request in server.requests] == ["/v1/chat/completions"] * 2
    assert server.requests[0].body["model"] == "m-1"


async def test_the_server_can_answer_by_what_it_is_asked() -> None:
    def parrot(request: ServedRequest) -> str:
        return f"{request.body['messages']}"

    async with ModelServer(answering=parrot) as server:
        model = opened(server)

        answer = await model.complete(HELLO)
        await model.aclose()

    assert "你好" in answer.text


async def test_a_request_beyond_the_script_is_refused() -> None:
    async with ModelServer() as server:
        model = opened(server)

        with pytest.raises(ModelRefusedRequest, match="the script has ended"):
            await model.complete(HELLO)
        await model.aclose()
