"""A configured model is asked for one word, once, and what keeps it from answering is named."""

import pytest

from morrow.models.config import ModelConfig
from morrow.models.probe import Answering, Silent, probe
from morrow.testing import Fault, ModelServer


async def test_a_model_that_answers_is_asked_once_and_briefly() -> None:
    async with ModelServer("yes") as server:
        found = await probe(ModelConfig("openai", "m-1", server.url), {})

        assert isinstance(found, Answering)
        [request] = server.requests
        assert request.body["max_tokens"] == 16


async def test_a_failing_server_is_asked_no_second_time() -> None:
    async with ModelServer(Fault.SERVER_ERROR, "yes") as server:
        found = await probe(ModelConfig("openai", "m-1", server.url), {})

        assert isinstance(found, Silent)
        assert "500" in found.reason
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (ModelConfig("openai", "m-1"), "OPENAI_API_KEY holds no key"),
        (ModelConfig("openai", "", "http://127.0.0.1:9"), "`model` is not set"),
        (ModelConfig("openai", "m-1", "http://127.0.0.1:9"), "cannot be reached"),
        (ModelConfig("openai", "m-1", "file:///etc/passwd"), "file:"),
    ],
)
async def test_what_keeps_it_from_answering_is_named(config: ModelConfig, says: str) -> None:
    found = await probe(config, {}, seconds=5)

    assert isinstance(found, Silent)
    assert says in found.reason
