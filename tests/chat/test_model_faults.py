"""Whatever a model's server does, a turn ends in time and no word that was said is lost."""

import asyncio

import pytest
from tests.chat.conftest import Open

from morrow import Owner
from morrow.chat.errors import TurnFailed
from morrow.chat.events import Done, Failed
from morrow.models.config import ModelConfig, open_model
from morrow.testing import Fault, ModelServer

ADA = Owner.user("ada")
DEADLINE_SECONDS = 2.0
STREAMED_ONLY = frozenset({Fault.ENDLESS_STREAM, Fault.STREAM_CUT_SHORT})


def config(server: ModelServer) -> ModelConfig:
    return ModelConfig("openai", "scripted", base_url=server.url, timeout_seconds=DEADLINE_SECONDS, max_retries=1)


@pytest.mark.parametrize("fault", sorted(set(Fault) - STREAMED_ONLY))
async def test_no_fault_of_a_model_loses_a_conversation(opened: Open, fault: Fault) -> None:
    async with ModelServer(answering=lambda _: fault, pace_seconds=0.05) as server:
        model = open_model(config(server), {})
        async with opened(model) as memory, asyncio.timeout(4 * DEADLINE_SECONDS):
            before = asyncio.get_running_loop().time()
            try:
                conversation = (await memory.agent().chat("The port is 9091.", owner=ADA)).conversation
            except TurnFailed as failed:
                conversation = failed.conversation
            assert asyncio.get_running_loop().time() - before < 2 * DEADLINE_SECONDS

            said = await memory.agent().messages(conversation, owner=ADA)
            assert said[0].text == "The port is 9091."
            assert all(message.text for message in said)
        await model.aclose()


@pytest.mark.parametrize("fault", sorted(Fault))
async def test_a_streamed_turn_ends_with_an_event_whatever_the_server_does(opened: Open, fault: Fault) -> None:
    async with ModelServer(answering=lambda _: fault, pace_seconds=0.05) as server:
        model = open_model(config(server), {})
        async with opened(model) as memory, asyncio.timeout(4 * DEADLINE_SECONDS):
            events = [event async for event in memory.agent().chat_stream("The port is 9091.", owner=ADA)]
            last = events[-1]

            assert isinstance(last, Done | Failed)
            said = await memory.agent().messages(last.turn.conversation, owner=ADA)
            assert said[0].text == "The port is 9091."
        await model.aclose()
