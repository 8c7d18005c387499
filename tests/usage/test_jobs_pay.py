"""Jobs pay for their calls, and wait where a budget is used up."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select
from tests.extraction.told import NOTHING, answer, documents_of, noon, runs_of, tell, with_memory

from morrow import Memory
from morrow.jobs.ledger import Status
from morrow.settings import Settings
from morrow.settings.tree import ModelsSettings
from morrow.testing import ScriptedModel
from morrow.usage.table import usage

HIKES = "I go hiking in the Dolomites every September."


@pytest.fixture
def settings() -> Settings:
    known = with_memory()
    return replace(known, server=replace(known.server, zone="UTC"))


async def test_an_extraction_is_paid_by_the_owner_whose_words_were_read(home: str, settings: Settings) -> None:
    model = ScriptedModel(answer(daily_entry="- Goes hiking in the Dolomites every September."))
    async with Memory.open(home, clock=noon(), models=model, settings=settings) as memory:
        await tell(memory, HIKES, "Thank you, that is all I need for today.")
        await memory.idle()

        async with memory.parts.store.read_all() as connection:
            [row] = (await connection.execute(select(usage))).all()
    assert (row.scope, row.owner, row.job, row.model) == ("PERSONAL", "user:42", "extraction", "scripted")
    assert row.prompt_tokens > 0
    assert "Dolomites" not in str(row)


async def test_over_budget_an_extraction_waits_for_the_next_day_and_loses_nothing(
    home: str, settings: Settings
) -> None:
    tight = replace(settings, models=ModelsSettings(daily_tokens_per_owner=10))
    clock = noon()
    model = ScriptedModel(answering=lambda _: NOTHING)
    async with Memory.open(home, clock=clock, models=model, settings=tight) as memory:
        await tell(memory, HIKES, "Thank you, that is all I need for today.")
        for _ in range(8):
            await memory.idle()
            clock.advance(hours=1)

        [run] = await runs_of(memory)
        assert (run.status, run.attempts) == (Status.FAILED, 0)
        assert run.reason.startswith("over_budget: scripted/scripted: over budget: the call may take")
        assert run.retry_at == datetime(2026, 4, 10, tzinfo=UTC)
        assert model.requests == []
        assert await documents_of(memory) == {}

    roomy = replace(settings, models=ModelsSettings(daily_tokens_per_owner=1_000_000))
    clock.set("2026-04-10T00:01:00+00:00")
    model = ScriptedModel(answer(daily_entry="- Goes hiking in the Dolomites every September."))
    async with Memory.open(home, clock=clock, models=model, settings=roomy) as memory:
        await memory.idle()

        assert "Dolomites" in (await documents_of(memory))["memory/2026-04-09.md"].text
