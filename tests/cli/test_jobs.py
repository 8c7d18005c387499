"""`morrow jobs` and `morrow summarize`: what runs and waits, in words and as JSON."""

import asyncio
from pathlib import Path

from tests.cli.conftest import Call

from morrow import Memory, Owner
from morrow.models.errors import ModelUnavailable
from morrow.testing import Clock, ScriptedModel

ME = Owner.user("local")
NOW = "2026-04-09T12:00:00+00:00"


def _say(folder: Path, text: str, *, fails: bool = False) -> None:
    async def say() -> None:
        model = ScriptedModel(*[ModelUnavailable("down")] * 5) if fails else None
        clock = Clock(NOW)
        async with Memory.open(folder, clock=clock, models=model) as memory:
            await memory.agent().record(text, "ok", owner=ME, conversation="c")
            for _ in range(5 if fails else 0):
                await memory.tick()
                clock.advance(minutes=20)

    asyncio.run(say())


def test_a_conversation_is_extracted_now(morrow: Call, folder: Path) -> None:
    _say(folder, "I moved to Porto.")

    done = morrow("summarize", "c", "--json", "--now", NOW)

    assert (done.code, done.document["outcome"]) == (0, "updated")
    assert morrow("summarize", "c", "--json", "--now", NOW).code == 3
    assert morrow("summarize", "nothing", "--now", NOW).code == 3


def test_a_failed_job_shows_its_reason_and_how_to_retry_and_does(morrow: Call, folder: Path) -> None:
    _say(folder, "Remember: the shed key is under the mat.", fails=True)
    later = "2026-04-10T12:00:00+00:00"

    listed = morrow("jobs", "list", "--now", NOW)
    [job] = morrow("jobs", "list", "--json", "--now", NOW).document["jobs"]

    assert "llm_failed: scripted/scripted: down" in listed.out
    assert "morrow jobs retry ID" in listed.out
    assert (job["status"], job["canRetry"]) == ("failed", True)
    assert "down" in morrow("jobs", "show", job["id"], "--now", NOW).out
    assert morrow("jobs", "cancel", job["id"], "--now", NOW).code == 2
    assert morrow("jobs", "retry", job["id"], "--json", "--now", later).document["status"] == "completed"


def test_what_waits_is_listed_with_its_reason(morrow: Call, folder: Path) -> None:
    _say(folder, "Hm.")

    document = morrow("jobs", "list", "--json", "--now", NOW).document

    assert document["jobs"] == []
    assert [(one["name"], one["reason"]) for one in document["waiting"]] == [("c", "too_few_messages")]
    assert "消息太少" in morrow("--lang", "zh", "jobs", "list", "--now", NOW).out


def test_the_schedule_is_shown_and_set(morrow: Call) -> None:
    assert "every day at 03:00" in morrow("schedule", "--now", NOW).out

    done = morrow("schedule", "set", "--cron", "0 30 2 * * ?", "--zone", "Europe/Lisbon", "--json", "--now", NOW)

    [stands] = done.document["schedules"]
    assert (done.code, stands["cron"], stands["own"]) == (0, "0 30 2 * * ?", ["cron", "zone"])
    assert morrow("schedule", "--json", "--now", NOW).document == done.document
    assert morrow("schedule", "set", "--cron", "never", "--now", NOW).code == 2
    assert "已关闭" in morrow("--lang", "zh", "schedule", "set", "--disabled", "--now", NOW).out
