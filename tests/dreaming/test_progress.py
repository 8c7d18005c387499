"""What a listener hears of a dream while it runs."""

import contextlib
from dataclasses import replace
from datetime import UTC, datetime

from morrow import Memory, Owner
from morrow.dreaming.progress import DreamEvent, Happening, Step, Telling
from morrow.dreaming.report import Trigger
from morrow.owners import Bucket
from morrow.settings import load_settings
from morrow.testing import Clock

ADA = Owner.user("ada")
HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


async def test_a_dream_tells_its_beginning_its_steps_and_its_end(home: str) -> None:
    settings = load_settings(None, environ={}, overrides=HERE)
    heard: list[DreamEvent] = []
    async with Memory.open(home, clock=Clock("2026-03-02T12:00:00+00:00"), settings=settings) as memory:
        agent = memory.agent()
        await agent.record("I'm training for the Lisbon marathon in October.", owner=ADA)
        await memory.idle()
        agent = replace(agent, dreaming=replace(agent.dreaming, observe=heard.append))

        report = await agent.dream(owner=ADA)

    assert [event.happening for event in heard] == [
        Happening.STARTED,
        Happening.PROGRESS,
        Happening.PROGRESS,
        Happening.COMPLETED,
    ]
    assert [event.step for event in heard] == [None, Step.LOOK, Step.WRITE, None]
    assert {(event.run, event.bucket.owner) for event in heard} == {(report.id, "user:ada")}
    assert [event.happening.is_end for event in heard] == [False, False, False, True]


def test_a_dream_that_breaks_off_is_told_as_failed() -> None:
    heard: list[DreamEvent] = []
    at = datetime(2026, 3, 2, tzinfo=UTC)
    began = DreamEvent(Happening.STARTED, "run", Bucket.team("a"), Trigger.CRON, at)

    with contextlib.suppress(RuntimeError), Telling(heard.append, began) as telling:
        telling.step(Step.LOOK)
        raise RuntimeError

    assert [event.happening for event in heard] == [Happening.STARTED, Happening.PROGRESS, Happening.FAILED]
    assert heard[-1].reason == "RuntimeError"
