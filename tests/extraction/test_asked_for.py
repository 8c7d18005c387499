"""An extraction that somebody asks for, cancels, or looks at: through the library."""

import asyncio

import pytest
from tests.extraction.told import ME, answer, documents_of, noon, runs_of, tell, with_memory

from morrow import Memory, Owner
from morrow.errors import NotFound
from morrow.extraction.account import Deferred, Skipped, Updated
from morrow.extraction.due import Waiting
from morrow.jobs.ledger import Status
from morrow.models.chat import Request
from morrow.models.errors import ModelUnavailable
from morrow.testing import ScriptedModel
from morrow.testing.scripted import Stalled

FACT = "Remember: the shed key is under the mat."


async def test_a_short_conversation_is_extracted_now_and_the_answer_says_so(home: str) -> None:
    async with Memory.open(home, clock=noon(), settings=with_memory()) as memory:
        await tell(memory, "I moved to Porto.", reply=None)
        agent = memory.agent()

        done = await agent.summarize("c", owner=ME)

        assert isinstance(done, Updated)
        assert await agent.summarize("c", owner=ME) == Skipped(Waiting.NOTHING_UNREAD)
        with pytest.raises(NotFound):
            await agent.summarize("c", owner=Owner.user("bo"))


async def test_asked_for_later_it_is_a_job_that_the_next_tick_runs(home: str) -> None:
    async with Memory.open(home, clock=noon(), settings=with_memory()) as memory:
        await tell(memory, "I moved to Porto.", reply=None)
        await tell(memory, "I moved to Faro.", reply=None, conversation="other")

        job = await memory.agent().summarize_later("c", owner=ME)
        assert job.status is Status.PENDING
        await memory.tick()

        done = await memory.jobs.get(job.id, owner=ME)
        assert (done.status, done.progress.done, done.progress.total) == (Status.COMPLETED, 1, 1)
        assert "Faro" not in str(await documents_of(memory))


async def test_a_run_that_is_canceled_stops_between_two_windows_and_the_rest_is_read_later(home: str) -> None:
    heard = asyncio.Event()
    going_on = asyncio.Event()

    def answering(_: Request) -> Stalled:
        heard.set()
        return Stalled(going_on, answer(daily_entry=f"- {FACT}"))

    settings = with_memory(max_transcript_messages=2)
    async with Memory.open(
        home, clock=(clock := noon()), settings=settings, models=ScriptedModel(answering=answering)
    ) as memory:
        await tell(memory, FACT, FACT, FACT)
        ticking = asyncio.create_task(memory.tick())
        await heard.wait()
        [running] = await memory.jobs.list(owner=ME, kind="extraction")
        await memory.jobs.cancel(running.id, owner=ME)
        going_on.set()
        await ticking

        stopped = await memory.jobs.get(running.id, owner=ME)
        assert (stopped.status, stopped.progress.done, stopped.progress.total) == (Status.CANCELED, 2, 6)
        [held] = await memory.jobs.waiting(owner=ME)
        assert (held.reason, held.unread, held.until) == (Waiting.CANCELED, 4, None)
        clock.advance(hours=1)
        await memory.idle()
        assert len(await runs_of(memory)) == 1
        await tell(memory, "And the ladder is in the cellar.")
        await memory.idle()
        assert await memory.jobs.waiting(owner=ME) == []


async def test_a_canceled_run_that_is_retried_reads_on(home: str) -> None:
    async with Memory.open(home, clock=noon(), settings=with_memory()) as memory:
        await tell(memory, FACT)
        job = await memory.agent().summarize_later("c", owner=ME)
        await memory.jobs.cancel(job.id, owner=ME)
        await memory.tick()
        assert await documents_of(memory) == {}

        await memory.jobs.retry(job.id, owner=ME)
        await memory.tick()

        assert (await memory.jobs.get(job.id)).status is Status.COMPLETED


async def test_a_model_that_fails_for_good_is_seen_with_its_reason_and_retried_by_hand(home: str) -> None:
    model = ScriptedModel(*[ModelUnavailable("down")] * 5, answer(daily_entry=f"- {FACT}"))
    async with Memory.open(home, clock=(clock := noon()), settings=with_memory(), models=model) as memory:
        await tell(memory, FACT)
        for _ in range(6):
            await memory.tick()
            clock.advance(minutes=20)
        [failed] = await memory.jobs.list(owner=ME, statuses=["failed"])
        [held] = await memory.jobs.waiting(owner=ME)
        assert (failed.reason, failed.retry_at) == ("llm_failed: scripted/scripted: down", None)
        assert held.reason is Waiting.GIVEN_UP

        await memory.jobs.retry(failed.id, owner=ME)
        await memory.tick()

        assert (await memory.jobs.get(failed.id)).status is Status.COMPLETED
        assert isinstance(await memory.agent().summarize("c", owner=ME), Skipped)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("ok", Waiting.TOO_FEW_MESSAGES),
        ("2026-04-09 12:00:01 ERROR worker[12]: connection refused", Waiting.ONLY_PASTED),
    ],
)
async def test_what_is_held_back_is_listed_with_its_reason(home: str, said: str, reason: Waiting) -> None:
    async with Memory.open(home, clock=noon(), settings=with_memory()) as memory:
        await tell(memory, said, reply=None)
        await memory.tick()

        [held] = await memory.jobs.waiting(owner=ME)

        assert (held.name, held.unread, held.reason) == ("c", 1, reason)
        assert await memory.jobs.waiting(owner=Owner.user("bo")) == []


async def test_a_failed_request_names_the_job_that_tries_again(home: str) -> None:
    async with Memory.open(
        home, clock=noon(), settings=with_memory(), models=ScriptedModel(ModelUnavailable("down"))
    ) as memory:
        await tell(memory, FACT)

        done = await memory.agent().summarize("c", owner=ME)

        assert isinstance(done, Deferred)
        assert (await memory.jobs.get(done.run, owner=ME)).retry_at == done.until


async def test_another_owner_sees_and_touches_no_job_of_mine(home: str) -> None:
    async with Memory.open(home, clock=noon(), settings=with_memory()) as memory:
        await tell(memory, FACT)
        job = await memory.agent().summarize_later("c", owner=ME)
        bo = Owner.user("bo")

        assert await memory.jobs.list(owner=bo) == []
        for ask in (memory.jobs.get, memory.jobs.cancel, memory.jobs.retry):
            with pytest.raises(NotFound):
                await ask(job.id, owner=bo)
        assert [one.id for one in await memory.jobs.list()] == [job.id]
