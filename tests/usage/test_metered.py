"""Every call is booked for whoever pays, and none is made that a budget has no room for."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import Table, func, select
from tests.usage.conftest import ADA, BO, NOON, meter_of

from morrow.models.chat import Message, Request, Usage
from morrow.models.errors import BudgetExceeded, ModelUnavailable
from morrow.models.usage import Payer, paid_by
from morrow.owners import Owner, Principal
from morrow.store import Store
from morrow.testing import Clock, ScriptedModel, reply
from morrow.usage.ledger import spent_on
from morrow.usage.metered import MeteredModel
from morrow.usage.sums import By, sums
from morrow.usage.table import usage, usage_reservation

ASKED = (Message.user("x" * 300),)  # 100 tokens, and 4 for the message


def model_of(*steps: Any) -> ScriptedModel:
    scripted = ScriptedModel(*steps, model="m-1")
    scripted.provider = "openai"
    return scripted


async def count(store: Store, table: Table = usage) -> int:
    async with store.read_all() as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def test_a_call_is_booked_with_payer_tokens_cost_and_local_day(store: Store, clock: Clock) -> None:
    meter = meter_of(store, clock, zone="Asia/Shanghai")
    clock.set("2026-04-09T22:00:00+00:00")
    model = paid_by(MeteredModel(model_of(reply("hi", usage=Usage(1_000_000, 500_000))), meter), ADA)

    await model.complete(ASKED)

    async with store.read_all() as connection:
        [one] = await sums(connection, by=list(By))
    assert (one.agent, one.owner, one.job, one.provider, one.model) == ("agent-1", "user:ada", "chat", "openai", "m-1")
    assert (one.day, one.prompt_tokens, one.completion_tokens) == (date(2026, 4, 10), 1_000_000, 500_000)
    assert (one.cost, one.currency, one.estimated_calls) == (6.0, "EUR", 0)


async def test_a_failed_call_gives_back_what_was_reserved(store: Store, clock: Clock) -> None:
    model = paid_by(MeteredModel(model_of(ModelUnavailable("down")), meter_of(store, clock, agent=10_000)), ADA)

    with pytest.raises(ModelUnavailable):
        await model.complete(ASKED)

    assert await count(store) == await count(store, usage_reservation) == 0


async def test_over_the_budget_nothing_is_sent_and_the_error_says_until_when(store: Store, clock: Clock) -> None:
    scripted = model_of("never said")
    model = paid_by(MeteredModel(scripted, meter_of(store, clock, owner=103)), ADA)

    with pytest.raises(BudgetExceeded, match="owner user:ada has used 0 of 103") as raised:
        await model.complete(ASKED, max_tokens=1)

    assert raised.value.until == datetime(2026, 4, 10, tzinfo=UTC)
    assert scripted.requests == []


async def test_one_owners_budget_is_not_anothers_and_tomorrow_begins_anew(store: Store, clock: Clock) -> None:
    answer = reply("a", usage=Usage(900, 50))
    metered = MeteredModel(model_of(answer, answer, answer), meter_of(store, clock, owner=1_000))

    await paid_by(metered, ADA).complete(ASKED, max_tokens=50)
    with pytest.raises(BudgetExceeded):
        await paid_by(metered, ADA).complete(ASKED, max_tokens=50)
    await paid_by(metered, BO).complete(ASKED, max_tokens=50)
    clock.advance(days=1)
    await paid_by(metered, ADA).complete(ASKED, max_tokens=50)

    assert await count(store) == 3


async def test_an_owner_pays_with_every_agent_and_an_agent_for_every_owner(store: Store, clock: Clock) -> None:
    answer = reply("a", usage=Usage(900, 50))
    metered = MeteredModel(model_of(answer, answer), meter_of(store, clock, owner=1_000, agent=1_000))

    await paid_by(metered, ADA).complete(ASKED, max_tokens=50)

    with pytest.raises(BudgetExceeded, match="owner user:ada"):
        await paid_by(metered, replace(ADA, agent="agent-2")).complete(ASKED, max_tokens=50)
    with pytest.raises(BudgetExceeded, match="agent agent-1"):
        await paid_by(metered, replace(BO, owner="")).complete(ASKED, max_tokens=50)


async def test_calls_at_the_same_time_never_take_the_same_last_tokens(home: str, clock: Clock) -> None:
    first, second = await Store.open(home), await Store.open(home)
    answer = reply("a", usage=Usage(100, 54))
    models = [
        paid_by(MeteredModel(model_of(*[answer] * 20), meter_of(store, clock, owner=1_000)), ADA)
        for store in (first, second)
    ]

    done = await asyncio.gather(
        *(models[n % 2].complete(ASKED, max_tokens=50) for n in range(24)), return_exceptions=True
    )

    refused = [one for one in done if isinstance(one, BudgetExceeded)]
    assert [one for one in done if isinstance(one, BaseException) and not isinstance(one, BudgetExceeded)] == []
    assert len(done) - len(refused) == 6  # six calls of 154 tokens fit into a thousand
    async with first.read_all() as connection:
        assert (await spent_on(connection, ADA, date(2026, 4, 9), now=NOON)).by_owner == 6 * 154
    assert await count(first, usage_reservation) == 0
    await first.close()
    await second.close()


async def test_what_a_dead_process_reserved_counts_no_longer_after_a_while(store: Store, clock: Clock) -> None:
    meter = meter_of(store, clock, owner=200)
    model = paid_by(MeteredModel(model_of("a", "b"), meter), ADA)
    await meter.open(Request(ASKED, max_tokens=50), ADA)  # and never closed

    with pytest.raises(BudgetExceeded):
        await model.complete(ASKED, max_tokens=50)
    clock.advance(hours=3)
    await model.complete(ASKED, max_tokens=50)

    assert await count(store) == 1


async def test_a_stream_is_booked_at_its_end(store: Store, clock: Clock) -> None:
    model = paid_by(MeteredModel(model_of(reply("hello there", usage=Usage(7, 3))), meter_of(store, clock)), ADA)

    said = "".join([delta.text async for delta in model.stream(ASKED)])

    async with store.read_all() as connection:
        [one] = await sums(connection, by=())
    assert said == "hello there"
    assert (one.calls, one.prompt_tokens, one.completion_tokens, one.estimated_calls) == (1, 7, 3, 0)


async def test_a_stream_that_is_broken_off_is_booked_by_estimate(store: Store, clock: Clock) -> None:
    meter = meter_of(store, clock, owner=10_000)
    model = paid_by(MeteredModel(model_of(reply("word " * 100)), meter), ADA)

    stream = model.stream(ASKED)
    async for _ in stream:
        break
    await stream.aclose()  # type: ignore[attr-defined]

    async with store.read_all() as connection:
        [one] = await sums(connection, by=())
    assert (one.prompt_tokens, one.estimated_calls) == (104, 1)
    assert 0 < one.completion_tokens < 10
    assert await count(store, usage_reservation) == 0


async def test_an_owner_sees_only_what_was_taken_for_that_owner(store: Store, clock: Clock) -> None:
    metered = MeteredModel(model_of("a", "b", "c"), meter_of(store, clock))
    for payer in (ADA, BO, Payer("agent-1", "", "dream")):
        await paid_by(metered, payer).complete(ASKED)

    async with store.read(Principal("agent-1", Owner.user("ada"))) as connection:
        seen = await sums(connection, by=[By.OWNER])

    assert [one.owner for one in seen] == ["", "user:ada"]
