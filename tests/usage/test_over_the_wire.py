"""Calls over the vendors' real SDKs to a faulty server: what was answered is booked once, what failed is given back."""

from contextlib import suppress

import pytest
from tests.usage.conftest import ADA, meter_of
from tests.usage.test_metered import count

from morrow.models.chat import ChatModel, Message
from morrow.models.config import ModelConfig, open_model
from morrow.models.errors import ModelError
from morrow.models.usage import paid_by
from morrow.store import Store
from morrow.testing import Clock, Fault, ModelServer, reply
from morrow.usage.metered import MeteredModel
from morrow.usage.sums import Sum, sums
from morrow.usage.table import usage_reservation

ASKED = (Message.user("hello"),)


def open_metered(store: Store, clock: Clock, url: str, *, retries: int = 1) -> ChatModel:
    config = ModelConfig("openai", "m-1", url, timeout_seconds=5, max_retries=retries)
    return paid_by(MeteredModel(open_model(config, {}), meter_of(store, clock, owner=10_000_000)), ADA)


async def booked(store: Store) -> Sum:
    async with store.read_all() as connection:
        [one] = await sums(connection, by=())
    return one


async def test_a_call_that_is_tried_again_is_booked_once(store: Store, clock: Clock) -> None:
    async with ModelServer(Fault.SERVER_ERROR, "yes") as server:
        model = open_metered(store, clock, server.url)
        await model.complete(ASKED)
        await model.aclose()

        assert len(server.requests) == 2
    one = await booked(store)
    assert (one.calls, one.cost is not None) == (1, True)
    assert await count(store, usage_reservation) == 0


async def test_tokens_that_a_server_makes_up_are_estimated(store: Store, clock: Clock) -> None:
    async with ModelServer(Fault.LYING_TOKENS) as server:
        model = open_metered(store, clock, server.url)
        await model.complete(ASKED)
        await model.aclose()

    one = await booked(store)
    assert (one.calls, one.estimated_calls) == (1, 1)
    assert one.prompt_tokens < 1_000


@pytest.mark.parametrize(
    "fault", [Fault.UNAUTHORIZED, Fault.GZIP_BOMB, Fault.REDIRECT_TO_METADATA, Fault.NOT_JSON, Fault.RESET_IN_BODY]
)
async def test_a_call_that_fails_gives_everything_back(store: Store, clock: Clock, fault: Fault) -> None:
    async with ModelServer(fault) as server:
        model = open_metered(store, clock, server.url, retries=0)
        with pytest.raises(ModelError):
            await model.complete(ASKED)
        await model.aclose()

    assert await count(store) == await count(store, usage_reservation) == 0


async def test_a_stream_that_the_server_cuts_short_is_booked_by_what_came(store: Store, clock: Clock) -> None:
    async with ModelServer(Fault.STREAM_CUT_SHORT) as server:
        model = open_metered(store, clock, server.url, retries=0)
        said = ""
        with suppress(ModelError):
            async for delta in model.stream(ASKED):
                said += delta.text
        await model.aclose()

    one = await booked(store)
    assert said
    assert (one.calls, one.estimated_calls) == (1, 1)
    assert await count(store, usage_reservation) == 0


async def test_a_whole_stream_is_booked_with_the_servers_count(store: Store, clock: Clock) -> None:
    async with ModelServer(reply("hello there")) as server:
        model = open_metered(store, clock, server.url)
        assert "".join([delta.text async for delta in model.stream(ASKED)]) == "hello there"
        await model.aclose()

    assert (await booked(store)).calls == 1
